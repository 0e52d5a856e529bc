import assert from 'node:assert/strict';
import type { SchemaFiles } from '@berth/extra-specs/operator/schema-files.ts';
import { schedulerKeys } from '../config/scheduler-settings.ts';
import type { Config } from '../config/settings.ts';
import type { LiveSettings } from './live-settings.ts';
import type { Log } from '../log/log.ts';
import { policyFileKeys } from './service-policies.ts';

/** Settings that were read again while it serves, with the files they name: plain data, the same for all threads. */
export interface Reloaded {
  readonly config: ReloadableConfig;
  /** What was in the files, by their paths. */
  readonly texts: Readonly<Record<string, string>>;
  readonly schemas: SchemaFiles;
}

/** Those that can be, which say so of themselves too (`isReloadable`). */
export const reloadableKeys = [
  'extraSpecsSchemas',
  'policyFile',
  'computePolicyFile',
  'identityPolicyFile',
  'imagePolicyFile',
  'enforcesNewDefaults',
  'enforcesScope',
  'logLevel',
  'hasAccessLog',
  ...schedulerKeys,
] as const satisfies readonly (keyof Config)[];

export type ReloadableConfig = Pick<Config, (typeof reloadableKeys)[number]>;

/** Reads the files that settings name. */
export function textsOf(config: ReloadableConfig, readText: (path: string) => string): Reloaded['texts'] {
  const files = Object.values(policyFileKeys).flatMap((key) => config[key] ?? []);
  return Object.fromEntries(files.map((file) => [file, readText(file)]));
}

/** Gives what was read, and reads nothing. */
export function textIn(texts: Reloaded['texts']): (path: string) => string {
  return (path) => texts[path] ?? assert.fail(`${path} was not read`);
}

/** Puts them in force in one thread: all of them, or none where it throws. */
export function putInForce({ config, texts, schemas }: Reloaded, live: LiveSettings, log: Log): void {
  live.replace(config, textIn(texts));
  live.extraSpecs.replace(schemas);
  log.level = config.logLevel;
}
