import { setTimeout as sleep } from 'node:timers/promises';
import { turns } from '@berth/api-kit/turns.ts';

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
  let sinceTurn = 0;
  for (const ofOne of problems()) {
    if (++sinceTurn === thingsAtOnce) {
      sinceTurn = 0;
      await turns.next();
    }
    if (unwanted.aborted) return;
    for (const problem of ofOne) {
      count++;
      if (first.length < firstMax) first.push(problem);
    }
  }
  if (count > 0) onProblems(count, first);
}

/** Some 20 µs each. */
const thingsAtOnce = 50;
const firstMax = 10;
