import type { Driver } from '@berth/host/driver.ts';
import { DriverError } from '@berth/host/drivers/checked-driver.ts';
import { loadDriver } from '@berth/host/drivers/load-driver.ts';
import { loadProviderConfigs } from '@berth/host/provider-config/load-provider-configs.ts';
import { type ProviderConfig, ProviderConfigError } from '@berth/host/provider-config/provider-config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/settings.ts';
import { readDriverOptions } from './read-driver-options.ts';

/** What is known of a host on the host itself. */
export interface LoadedHost {
  /** Its answers are checked. */
  readonly driver: Driver;
  readonly configs: readonly ProviderConfig[];
  readonly isDisabled: boolean;
}

/**
 * The driver and what operators have configured, as the settings say. `warn` is told what is no reason to stop.
 *
 * @throws {ConfigError} where one of them cannot be had.
 */
export async function loadHost(config: Config, warn: (text: string) => void): Promise<LoadedHost> {
  const { hostDriver, hostDriverOptions, hostStateDirectory, hostProviderConfigDirectory } = config;
  try {
    const loaded =
      hostProviderConfigDirectory === null
        ? { configs: [], warnings: [] }
        : loadProviderConfigs(hostProviderConfigDirectory);
    for (const warning of loaded.warnings) warn(warning);
    const driver = await loadDriver(hostDriver, {
      options: readDriverOptions(hostDriverOptions),
      stateDirectory: hostStateDirectory,
      directory: process.cwd(),
      warn,
    });
    return { driver, configs: loaded.configs, isDisabled: config.isHostDisabled };
  } catch (error) {
    if (error instanceof DriverError || error instanceof ProviderConfigError)
      throw new ConfigError(error.message.split('\n'));
    throw error;
  }
}
