import type { Log } from './log.ts';

/** Forgets old changes (not the state they made) now and then, until the returned function is called. */
export function startPruning(
  prune: (before: number, limit: number) => number | Promise<number>,
  retentionMs: number,
  log: Pick<Log, 'debug' | 'warn'>,
): () => void {
  let isStopped = false;
  let timer = setTimeout(() => void pruneSome(), pauseMs).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };

  async function pruneSome(): Promise<void> {
    let forgotten = 0;
    try {
      forgotten = await prune(Date.now() - retentionMs, pieceSize);
      if (forgotten > 0) log.debug({ forgotten }, 'old changes pruned');
    } catch (err) {
      log.warn({ err }, 'old changes could not be pruned');
    }
    // A full piece means that there are more; otherwise a busy ledger would grow faster than it is pruned.
    const waitMs = forgotten === pieceSize ? shortPauseMs : pauseMs;
    if (!isStopped) timer = setTimeout(() => void pruneSome(), waitMs).unref();
  }
}

/** Little at a time, since nobody is served meanwhile: 100,000 changes in one piece took 0.4 s and more. */
const pieceSize = 5_000;
const shortPauseMs = 200;
const pauseMs = 5_000;
