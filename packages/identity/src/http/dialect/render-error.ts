import { HttpError } from '@berth/api-kit/http-error.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import type { Failure } from '@berth/api-kit/server/failure.ts';

/** An error as Keystone writes it. */
export function renderError({ status, detail, headers }: HttpError): ApiResponse {
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ error: { code: status, message: detail, title: titles[status] ?? 'Error' } }),
  };
}

export function renderFailure({ status, detail }: Failure, requestId: string): ApiResponse {
  return renderError(new HttpError(status, detail, { headers: { 'x-openstack-request-id': requestId } }));
}

/** What stands in front of the original says so of paths that are none: clients do not read it. */
export const unknownPath: ApiResponse['body'] =
  '<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>There is nothing at this path.</p>\n';

/** The same of methods. */
export const unknownMethod: ApiResponse['body'] = JSON.stringify({
  message: 'The method is not allowed for the requested URL.',
});

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  411: 'Length Required',
  413: 'Request Entity Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};
