import { randomUUID } from 'node:crypto';
import type { Driver } from '@berth/host/driver.ts';
import { DriverError } from '@berth/host/drivers/checked-driver.ts';
import { loadDriver } from '@berth/host/drivers/load-driver.ts';
import { keptNodeUuid } from '@berth/host/drivers/node-uuid.ts';
import type { ProviderConfig } from '@berth/host/provider-config/provider-config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/settings.ts';
import { readDriverOptions } from './read-driver-options.ts';
import { readProviderConfigs } from './read-provider-configs.ts';

/** What is known of a host on the host itself. */
export interface LoadedHost {
  /** Its answers are checked. */
  readonly driver: Driver;
  readonly configs: readonly ProviderConfig[];
  /** Null: compute says so of its hosts. */
  readonly isDisabled: boolean | null;
  /** Whether its uuid is one that nobody keeps, as far as the driver has asked for it yet. */
  readonly isMadeUp: boolean;
}

export interface LoadHostOptions {
  /** Told what is no reason to stop. */
  readonly warn: (text: string) => void;
  /** Nothing is written: a host that has no uuid yet gets it when it runs, and one that is forgotten until then. */
  readonly isTrial?: boolean;
}

/**
 * The driver and what operators have configured, as the settings say.
 *
 * @throws {ConfigError} where one of them cannot be had.
 */
export async function loadHost(
  config: Config,
  { warn, isTrial = false }: LoadHostOptions,
): Promise<LoadedHost> {
  const { hostDriver, hostDriverOptions, hostNodeName, hostStateDirectory } = config;
  const configs = readProviderConfigs(config, warn);
  let madeUp: string | null = null;
  const triedUuid = () => keptNodeUuid(hostStateDirectory) ?? (madeUp ??= randomUUID());
  try {
    const driver = await loadDriver(hostDriver, {
      options: {
        ...readDriverOptions(hostDriverOptions),
        ...(hostNodeName === null ? {} : { name: hostNodeName }),
      },
      stateDirectory: hostStateDirectory,
      directory: process.cwd(),
      warn,
      ...(isTrial ? { nodeUuid: triedUuid } : {}),
    });
    return {
      driver,
      configs,
      isDisabled: isDisabledBy(config),
      get isMadeUp() {
        return madeUp !== null;
      },
    };
  } catch (error) {
    if (error instanceof DriverError) throw new ConfigError(error.message.split('\n'));
    throw error;
  }
}

/** Whether nothing new is to be placed on the host, as far as its settings say. Those of a compute host can only disable it: compute may have, too. */
export function isDisabledBy({ isHostDisabled, isComputeHost }: Config): boolean | null {
  return isComputeHost && !isHostDisabled ? null : isHostDisabled;
}
