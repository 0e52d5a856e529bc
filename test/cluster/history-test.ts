import type { Verdict } from './checking/check-history.ts';
import { Cluster } from './cluster.ts';
import { Load } from './load/load.ts';
import type { Tally } from './load/load-client.ts';

export interface HistoryOptions {
  readonly seed: string;
  readonly operations: number;
  readonly clients: number;
  readonly leaseMs: number;
  readonly command?: string;
}

export interface HistoryResult {
  readonly operations: number;
  readonly seconds: number;
  readonly checkSeconds: number;
  readonly tally: Tally;
  readonly verdict: Verdict;
}

/** A load on three processes that are well, and whether all of it could have happened one after the other. */
export async function historyTest(options: HistoryOptions): Promise<HistoryResult> {
  const cluster = await Cluster.start(options);
  try {
    const load = new Load(cluster, { ...options, paceMs: 0 });
    await load.setUp();
    const startedAt = performance.now();
    await load.run(options.operations);
    const endedAt = performance.now();
    const verdict = await load.check();
    return {
      operations: load.recorder.operations.length,
      seconds: (endedAt - startedAt) / 1000,
      checkSeconds: (performance.now() - endedAt) / 1000,
      tally: load.tally,
      verdict,
    };
  } finally {
    await cluster.stop();
  }
}
