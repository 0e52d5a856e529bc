import type { Driver } from '@berth/host/driver.ts';
import { DriverError } from '@berth/host/drivers/checked-driver.ts';
import { loadDriver } from '@berth/host/drivers/load-driver.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/settings.ts';
import { driverOptionValues } from './driver-option-values.ts';

export interface OpenDriverOptions {
  /** What an operator should know and what is no reason to stop. */
  readonly warn: (text: string) => void;
  /** Instead of the one that is kept in the state directory, and made there when there is none. */
  readonly nodeUuid?: () => string;
}

/** The driver that the settings name, with what it is told. What is wrong with that is told as wrong settings. */
export async function openDriver(config: Config, { warn, nodeUuid }: OpenDriverOptions): Promise<Driver> {
  const { driver, driverOptions, nodeName, stateDirectory } = config;
  const options = { ...driverOptionValues(driverOptions), ...(nodeName === null ? {} : { name: nodeName }) };
  try {
    return await loadDriver(driver, {
      options,
      stateDirectory,
      directory: process.cwd(),
      warn,
      ...(nodeUuid === undefined ? {} : { nodeUuid }),
    });
  } catch (error) {
    if (error instanceof DriverError && isAboutSettings(error.cause)) throw new ConfigError([error.message]);
    throw error;
  }
}

/** There is no such driver, or it has no such option; all else went wrong on this machine. */
function isAboutSettings(cause: unknown): boolean {
  // By name: a driver that is a package of its own has none of our classes.
  return cause === undefined || (cause instanceof Error && cause.name === 'DriverOptionError');
}
