import type { Dialect } from '@berth/api-kit/dialect.ts';
import { badRequest, HttpError, notFound } from '@berth/api-kit/http-error.ts';
import { Microversions, type VersionIndex } from '@berth/api-kit/microversions.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { findEndpoint } from '@berth/api-kit/steps/find-endpoint.ts';
import { findMethod } from '@berth/api-kit/steps/find-method.ts';
import { findPath } from '@berth/api-kit/steps/find-path.ts';
import type { Visit } from '@berth/api-kit/visit.ts';

/** How Neutron speaks HTTP, as far as it only tells something. It has no microversions, and a slash at the end of a path is none. */
export const neutronDialect: Dialect = {
  versions: new Microversions('network', [['2.0', 'The only one.']]),
  isOpen: (path) => path === '/' || path === '',
  check,
  heeds: [],
  namedVersion: () => null,
  refusals: {
    unknownPath: nothingThere,
    unknownMethod: (allowed) =>
      new HttpError(405, 'Networks are what the settings of this service say, and can only be looked at.', {
        headers: { allow: allowed.join(', ') },
      }),
    notAtThisVersion: nothingThere,
    malformedQuery: () => badRequest('The query is no text in UTF-8.'),
    forbidden: (rule) => new HttpError(403, `${rule} is disallowed by policy`),
  },
  complete: (headers, { requestId }) => {
    headers['x-openstack-request-id'] = requestId;
  },
  renderError,
  renderUnauthenticated: ({ requestId }, challenge) =>
    renderError(
      new HttpError(401, 'The request you have made requires authentication.', {
        headers: {
          'x-openstack-request-id': requestId,
          ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
        },
      }),
    ),
  renderFailure: ({ status, detail }, requestId) =>
    renderError(new HttpError(status, detail, { headers: { 'x-openstack-request-id': requestId } })),
};

function check(visit: Visit): void {
  const segments = visit.segments();
  if (segments.length > 1 && segments.at(-1) === '') segments.pop();
  findPath(visit, segments);
  findMethod(visit);
  visit.version = 0 as VersionIndex; // There is one.
  findEndpoint(visit);
}

function nothingThere(): HttpError {
  return notFound('The resource could not be found.');
}

function renderError({ status, detail, code, headers }: HttpError): ApiResponse {
  const type = code ?? types[status] ?? 'HTTPError';
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ NeutronError: { type, message: detail, detail: '' } }),
  };
}

const types: Readonly<Record<number, string>> = {
  400: 'HTTPBadRequest',
  401: 'HTTPUnauthorized',
  403: 'PolicyNotAuthorized',
  404: 'HTTPNotFound',
  405: 'HTTPMethodNotAllowed',
  503: 'HTTPServiceUnavailable',
};
