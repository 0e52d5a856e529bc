import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Looks once, some time after the start and a little at a time, whether what was loaded obeys the rules of the APIs: a
 * ledger may be older than its program, or have been written by hand. It is told and not refused, since a cloud that worked
 * yesterday is to work today; `berth status` tells all of it. `problems` has those of one thing after the other.
 */
export async function checkServedWorld(
  problems: () => Iterable<readonly string[]>,
  onProblems: (count: number, first: readonly string[]) => void,
  afterMs = 5_000,
  unwanted: AbortSignal = new AbortController().signal,
): Promise<void> {
  await sleep(afterMs, null, { ref: false });
  const first: string[] = [];
  let count = 0;
  let sincePause = 0;
  for (const ofOne of problems()) {
    if (++sincePause === thingsAtOnce) {
      sincePause = 0;
      await sleep(pauseMs, null, { ref: false });
    }
    if (unwanted.aborted) return;
    for (const problem of ofOne) {
      count++;
      if (first.length < firstMax) first.push(problem);
    }
  }
  if (count > 0) onProblems(count, first);
}

/** Some 20 µs each, so that it takes a tenth of the time: nobody waits for it, and with a million servers it goes on for minutes. */
const thingsAtOnce = 50;
const pauseMs = 9;
const firstMax = 10;
