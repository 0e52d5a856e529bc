import { CredentialsError } from '@berth/client/credentials/setting.ts';
import { openTransport } from '@berth/client/open-transport.ts';
import type { Transport } from '@berth/client/transport.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Environment } from '../config/read-environment.ts';
import type { Config } from '../config/settings.ts';

/** The way to the Placement that the settings, the OS_* variables and clouds.yaml tell of. Nobody is asked anything yet. */
export function placementTransport(config: Config, environment: Environment): Transport {
  const { placementUrl, osCloud, osCacertFile, placementTimeoutMs } = config;
  try {
    return openTransport({
      service: 'placement',
      explicit: {
        ...(osCloud === null ? {} : { cloud: osCloud }),
        ...(osCacertFile === null ? {} : { cacert: osCacertFile }),
        ...(placementUrl === null ? {} : { placement_endpoint_override: placementUrl }),
      },
      environment,
      timeoutMs: placementTimeoutMs,
    });
  } catch (error) {
    if (error instanceof CredentialsError) throw new ConfigError([`no way to Placement: ${error.message}`]);
    throw error;
  }
}
