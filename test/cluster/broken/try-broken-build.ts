import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from '../checking/check-history.ts';
import { faultTest } from '../faults/fault-test.ts';
import { historyTest } from '../history-test.ts';
import type { BrokenBuild } from './broken-builds.ts';
import { copyCheckout } from './copy-checkout.ts';

export interface BrokenOptions {
  readonly seed: string;
  readonly operations: number;
  readonly rounds: number;
  readonly print: (text: string) => void;
}

/** Runs a broken build as a good one is run. An error: it could not even be run to the end. */
export async function tryBrokenBuild(build: BrokenBuild, options: BrokenOptions): Promise<Verdict | Error> {
  const directory = mkdtempSync(join(tmpdir(), 'berth-broken-'));
  const { seed, operations, rounds, print } = options;
  try {
    const command = copyCheckout(directory, build.edits);
    const load = { seed, clients: 16, leaseMs: build.leaseMs ?? 1000, command };
    if (build.fault === null) return (await historyTest({ ...load, operations })).verdict;
    return (await faultTest({ ...load, kinds: [build.fault], rounds, print })).verdict;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
