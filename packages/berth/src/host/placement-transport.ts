import type { Transport } from '@berth/client/transport.ts';
import type { Environment } from '../config/read-environment.ts';
import type { Config } from '../config/settings.ts';
import { serviceTransport } from './service-transport.ts';

/** The way to the Placement that the settings, the OS_* variables and clouds.yaml tell of. Nobody is asked anything yet. */
export function placementTransport(config: Config, environment: Environment): Transport {
  const wanted = { service: 'placement', name: 'Placement', url: config.placementUrl } as const;
  return serviceTransport(wanted, config, environment);
}
