import assert from 'node:assert/strict';
import { join } from 'node:path';
import { loadConfig } from '@berth/berth/config/load-config.ts';
import type { Config } from '@berth/berth/config/settings.ts';

/** Where a fleet has its ledger, and how many hosts it has. */
export interface FleetPlace {
  /** '--ledger' and what else it takes to find it. */
  readonly ledgerArgs: readonly string[];
  settings(shape: 'gpu-v1' | 'gpu-v2'): { readonly args: readonly string[]; readonly config: Config };
}

export interface Fleet {
  readonly hosts: number;
  /** Has the uuid from which those of all hosts are made: ledgers that are compared have the same. */
  readonly directory: string;
}

export function fleetPlace({ hosts, directory }: Fleet, ledgerArgs: readonly string[]): FleetPlace {
  return {
    ledgerArgs,
    settings: (shape) => {
      const options = `name=host,nodes=${hosts},shape=${shape}`;
      const state = join(directory, 'state');
      const driver = ['--driver', 'fake', '--driver-options', options, '--state-directory', state];
      const args = [...ledgerArgs, ...driver, '--lease', '2s', '--log-level', 'warn'];
      const readText = () => assert.fail('no settings are read from files');
      return { args, config: loadConfig({ args, environment: {}, readText }).config };
    },
  };
}
