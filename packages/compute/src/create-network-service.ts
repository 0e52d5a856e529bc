import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import { createService, type Handle } from '@berth/api-kit/service.ts';
import type { ComputeServiceSettings } from './create-compute-service.ts';
import type { NetworkApp } from './network-api/endpoint.ts';
import { neutronDialect } from './network-api/neutron-dialect.ts';
import { routes } from './network-api/routes.ts';

type NetworkServiceSettings = Pick<
  ComputeServiceSettings,
  'authenticate' | 'policy' | 'now' | 'onUnavailable' | 'onFault'
>;

/** The network that is built in, to be looked at by whoever has a token. */
export function createNetworkService(app: NetworkApp, options: NetworkServiceSettings): Handle {
  const { authenticate, policy, now, onUnavailable, onFault } = options;
  return createService({
    app,
    dialect: neutronDialect,
    endpoints: routes,
    authenticate,
    policy,
    now,
    newRequestId,
    toHttpError: () => null,
    onUnavailable,
    onFault,
  });
}
