import { Worker } from 'node:worker_threads';
import type { Target } from './connect-to.ts';

/** What was seen of a server from outside while something else was done to it. */
export interface Seen {
  /** Resident memory at its highest, over what it was when the watch began. */
  readonly growthMb: number;
  /** Until a new connection had its answer to `GET /`, of all that were tried. */
  readonly slowestMs: number;
  readonly medianMs: number;
  readonly probes: number;
  readonly refused: number;
}

/** Watches from a thread of its own, so that a busy attacker does not make the server look slow. */
export function watch(pid: number, target: Target): { stop(): Promise<Seen> } {
  const worker = new Worker(new URL('./watch-thread.ts', import.meta.url), { workerData: { pid, target } });
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.postMessage('stop');
      }),
  };
}
