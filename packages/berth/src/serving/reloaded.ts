import type { Config } from '../config/settings.ts';
import type { LiveSettings } from './live-settings.ts';
import type { Log } from '../log/log.ts';

/** Settings that were read again while it serves, with the files they name: plain data, the same for all threads. */
export interface Reloaded {
  readonly config: ReloadableConfig;
  readonly policyText: string;
}

/** Those that can be, which say so of themselves too (`isReloadable`). */
export const reloadableKeys = [
  'policyFile',
  'enforcesNewDefaults',
  'enforcesScope',
  'logLevel',
  'hasAccessLog',
] as const satisfies readonly (keyof Config)[];

export type ReloadableConfig = Pick<Config, (typeof reloadableKeys)[number]>;

/** Puts them in force in one thread: all of them, or none where it throws. */
export function putInForce({ config, policyText }: Reloaded, live: LiveSettings, log: Log): void {
  live.replace(config, policyText);
  log.level = config.logLevel;
}
