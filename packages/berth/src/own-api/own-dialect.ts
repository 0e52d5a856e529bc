import type { Dialect } from '@berth/api-kit/dialect.ts';
import { Microversions } from '@berth/api-kit/microversions.ts';
import { checkPolicy } from '@berth/api-kit/steps/check-policy.ts';
import { findEndpoint } from '@berth/api-kit/steps/find-endpoint.ts';
import { findMethod } from '@berth/api-kit/steps/find-method.ts';
import { findPath } from '@berth/api-kit/steps/find-path.ts';
import { lookUp } from '@berth/api-kit/steps/look-up.ts';
import { negotiateVersion } from '@berth/api-kit/steps/negotiate-version.ts';
import type { Visit } from '@berth/api-kit/visit.ts';
import { acceptOf, checkAcceptedType } from '@berth/placement/http/dialect/media-types.ts';
import { placementDialect } from '@berth/placement/http/dialect/placement-dialect.ts';
import { renderError } from '@berth/placement/http/dialect/render-error.ts';

/** How berth itself speaks: errors as OpenStack's guidelines want them, which is Placement's form, and no versions at all. */
export const ownDialect: Dialect = {
  ...placementDialect,
  versions: new Microversions('berth', [['1.0', 'The only one.']]),
  isOpen: () => false,
  check,
  heeds: ['gives', 'find'],
  // Whatever the client says of versions, it says to the services.
  namedVersion: () => null,
  complete: (headers, { requestId }) => {
    headers['x-openstack-request-id'] = requestId;
  },
  renderError: (error, visit) =>
    renderError(error, {
      method: visit.request.method,
      accept: acceptOf(visit),
      contentType: visit.contentType,
      requestId: visit.requestId,
      hasCodes: true,
    }),
};

function check(visit: Visit): void {
  negotiateVersion(visit);
  findPath(visit);
  findMethod(visit);
  findEndpoint(visit);
  checkAcceptedType(visit);
  lookUp(visit);
  checkPolicy(visit);
}
