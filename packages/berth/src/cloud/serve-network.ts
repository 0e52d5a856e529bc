import type { Handle } from '@berth/api-kit/service.ts';
import { createNetworkService } from '@berth/compute/create-network-service.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import { serverSettingsOf } from './server-settings-of.ts';

/** The network that is built in, for clients to look at; null where networks are a Neutron's. */
export function serveNetwork(around: Surroundings): Handle | null {
  const { config, live } = around;
  if (config.networkUrl !== null) return null;
  return createNetworkService(
    { network: serverSettingsOf(config, live).network },
    { ...around, policy: live.policies.compute },
  );
}
