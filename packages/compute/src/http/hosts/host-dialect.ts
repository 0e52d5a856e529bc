import type { Dialect } from '@berth/api-kit/dialect.ts';
import { HttpError, notFound } from '@berth/api-kit/http-error.ts';
import { Microversions } from '@berth/api-kit/microversions.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { novaDialect } from '../dialect/nova-dialect.ts';

/**
 * How agents of hosts are spoken with: as with all that is berth's own, without versions, with errors in the form of OpenStack's
 * guidelines. What is checked, and in which order, is as everywhere in compute.
 */
export const hostDialect: Dialect = {
  ...novaDialect(new Microversions('berth', [['1.0', 'The only one.']])),
  isOpen: () => false,
  namedVersion: () => null,
  complete: (headers, { requestId }, answer) => {
    if (answer?.body !== undefined) headers['content-type'] ??= 'application/json';
    headers['x-openstack-request-id'] = requestId;
  },
  renderError: (error, { requestId }) => renderError(error, requestId),
  renderUnauthenticated: ({ requestId }, challenge) =>
    renderError(
      new HttpError(401, 'A token is needed.', {
        headers: challenge === undefined ? {} : { 'www-authenticate': challenge },
      }),
      requestId,
    ),
  renderFailure: ({ status, detail }, requestId) => renderError(new HttpError(status, detail), requestId),
  refusals: {
    ...novaDialect(new Microversions('berth', [['1.0', 'The only one.']])).refusals,
    unknownPath: () => notFound('There is nothing at this path.'),
    forbidden: (rule) => new HttpError(403, `The policy does not allow ${rule} for this host.`),
  },
};

function renderError({ status, detail, headers }: HttpError, requestId: string): ApiResponse {
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'x-openstack-request-id': requestId },
    body: JSON.stringify({ errors: [{ status, detail, request_id: requestId }] }),
  };
}
