import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPlace } from '@berth/ledger/testing/postgres-place.ts';
import { loadConfig } from '../../config/load-config.ts';
import type { Config } from '../../config/settings.ts';

/** Settings for ledgers that nobody else has: each time another one. */
export function directConfigs() {
  const directory = mkdtempSync(join(tmpdir(), 'berth-direct-'));
  let count = 0;
  const configOf = (...args: string[]): Config => {
    const readText = () => assert.fail('no settings are read from files');
    return loadConfig({ args: ['--log-level', 'warn', ...args], environment: {}, readText }).config;
  };
  return {
    onFile: () => configOf('--ledger', join(directory, `${++count}.db`)),
    onPostgres: async () => {
      const { url, schema } = await postgresPlace();
      return configOf('--ledger', url, '--ledger-schema', schema);
    },
    remove: () => rmSync(directory, { recursive: true }),
  };
}
