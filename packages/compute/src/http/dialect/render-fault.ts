import { HttpError } from '@berth/api-kit/http-error.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import type { Failure } from '@berth/api-kit/server/failure.ts';

/** An error as Nova writes it: under a name that goes with its status. */
export function renderFault({ status, detail, headers }: HttpError): ApiResponse {
  const retryAfter = isOverLimit(status) ? headers?.['retry-after'] : undefined;
  const fault = {
    code: status,
    message: detail,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify({ [names[status] ?? 'computeFault']: fault }),
  };
}

/** The form of what stands in front of Nova, and asks for tokens. */
export function renderUnauthenticated(requestId: string, challenge: string | undefined): ApiResponse {
  const body = {
    error: {
      code: 401,
      title: 'Unauthorized',
      message: 'The request you have made requires authentication.',
    },
  };
  return {
    status: 401,
    headers: {
      'content-type': 'application/json',
      ...requestIds(requestId),
      ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
    },
    body: JSON.stringify(body),
  };
}

export function renderFailure({ status, detail }: Failure, requestId: string): ApiResponse {
  return renderFault(new HttpError(status, detail, { headers: requestIds(requestId) }));
}

/** Under the name that all services use, and under Nova's own. */
function requestIds(requestId: string): Record<string, string> {
  return { 'x-openstack-request-id': requestId, 'x-compute-request-id': requestId };
}

function isOverLimit(status: number): boolean {
  return names[status] === 'overLimit';
}

const names: Readonly<Record<number, string>> = {
  400: 'badRequest',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'itemNotFound',
  405: 'badMethod',
  409: 'conflictingRequest',
  413: 'overLimit',
  415: 'badMediaType',
  429: 'overLimit',
  501: 'notImplemented',
  503: 'serviceUnavailable',
};
