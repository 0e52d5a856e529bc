import { CredentialsError } from '@berth/client/credentials/setting.ts';
import { openTransport } from '@berth/client/open-transport.ts';
import type { Transport } from '@berth/client/transport.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Environment } from '../config/read-environment.ts';
import type { Config } from '../config/settings.ts';

export interface ServiceWanted {
  /** Its type in catalogs. */
  readonly service: 'placement' | 'compute';
  /** For people: 'Placement'. */
  readonly name: string;
  /** Null: where the catalog says. */
  readonly url: string | null;
}

/** The way to a service of the cloud that the settings, the OS_* variables and clouds.yaml tell of. Nobody is asked anything yet. */
export function serviceTransport(
  { service, name, url }: ServiceWanted,
  config: Pick<Config, 'osCloud' | 'osCacertFile' | 'placementTimeoutMs'>,
  environment: Environment,
): Transport {
  const { osCloud, osCacertFile, placementTimeoutMs } = config;
  try {
    return openTransport({
      service,
      explicit: {
        ...(osCloud === null ? {} : { cloud: osCloud }),
        ...(osCacertFile === null ? {} : { cacert: osCacertFile }),
        ...(url === null ? {} : { [`${service}_endpoint_override`]: url }),
      },
      environment,
      timeoutMs: placementTimeoutMs,
    });
  } catch (error) {
    if (error instanceof CredentialsError) throw new ConfigError([`no way to ${name}: ${error.message}`]);
    throw error;
  }
}
