import type { Log } from '../log/log.ts';
import { OngoingTrouble } from './ongoing-trouble.ts';

/** Forgets old changes (not the state they made) now and then, until the returned function is called. */
export function startPruning(
  prune: (before: number, limit: number) => number | Promise<number>,
  retentionMs: number,
  log: Pick<Log, 'debug' | 'warn' | 'error'>,
  clock: () => number = () => performance.now(),
): () => void {
  const trouble = new OngoingTrouble(log, {
    begins: 'old changes could not be pruned',
    goesOn: 'old changes still cannot be pruned',
    ends: 'old changes can be pruned again',
  });
  let isStopped = false;
  let pieceSize = firstPieceSize;
  let timer = setTimeout(() => void pruneSome(), pauseMs).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };

  async function pruneSome(): Promise<void> {
    let forgotten = 0;
    const limit = pieceSize;
    try {
      const startedMs = clock();
      const pruning = prune(Date.now() - retentionMs, limit);
      pieceSize = nextPieceSize(limit, clock() - startedMs);
      forgotten = await pruning;
      trouble.ended();
      if (forgotten > 0) log.debug({ forgotten }, 'old changes pruned');
    } catch (err) {
      trouble.happened(err);
    }
    // A full piece means that there are more; otherwise a busy ledger would grow faster than it is pruned.
    const waitMs = forgotten === limit ? shortPauseMs : pauseMs;
    if (!isStopped) timer = setTimeout(() => void pruneSome(), waitMs).unref();
  }
}

/**
 * Little at a time, since nobody is served meanwhile. How much that is depends on the changes, of which one may be as large as
 * thousands of others: 100,000 small ones in one piece took 0.4 s and more.
 */
function nextPieceSize(size: number, heldMs: number): number {
  if (heldMs > mostHeldMs) return Math.max(1, size >> 1);
  return heldMs < mostHeldMs / 4 ? Math.min(size * 2, largestPieceSize) : size;
}

const mostHeldMs = 20;
const firstPieceSize = 500;
const largestPieceSize = 5_000;
const shortPauseMs = 200;
const pauseMs = 5_000;
