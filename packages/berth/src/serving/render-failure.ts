import { HttpError } from '@berth/api-kit/http-error.ts';
import { renderError } from '@berth/api-kit/render-error.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import type { Failure } from '@berth/api-kit/server/failure.ts';

/**
 * A failure outside the API in the API's own error form. What version the client speaks is not known there, so
 * there is no code, as before 1.23.
 */
export function renderFailure(failure: Failure, requestId: string): ApiResponse {
  const error = new HttpError(failure.status, failure.detail, {
    headers: { 'x-openstack-request-id': requestId },
  });
  return renderError(error, {
    method: '',
    accept: undefined,
    contentType: undefined,
    requestId,
    hasCodes: false,
  });
}
