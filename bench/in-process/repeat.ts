import { type Timings, timingsOf } from '../load/timings.ts';

export interface Repeated {
  readonly timings: Timings | null;
  readonly perSecond: number;
}

/** Does something over and over, so many at a time. */
export async function repeat(
  work: () => Promise<void>,
  { seconds, inFlight }: { readonly seconds: number; readonly inFlight: number },
): Promise<Repeated> {
  const durationsMs: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, () => repeatInto(durationsMs, work, startedAt + seconds * 1000)),
  );
  const tookMs = performance.now() - startedAt;
  return { timings: timingsOf(durationsMs), perSecond: (1000 * durationsMs.length) / tookMs };
}

const rounds = 5;

/**
 * Does each of these over and over, one after the other and that in several rounds, so that what else happens on the
 * machine meanwhile happens to all of them: their figures can be compared.
 */
export async function repeatInRounds(
  works: readonly (() => Promise<void> | void)[],
  seconds: number,
): Promise<Repeated[]> {
  const durations = works.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const endAt = performance.now() + (seconds * 1000) / rounds;
      await repeatInto(durations[index] as number[], work, endAt);
    }
  }
  return durations.map((durationsMs) => {
    const tookMs = durationsMs.reduce((sum, durationMs) => sum + durationMs, 0);
    return { timings: timingsOf(durationsMs), perSecond: (1000 * durationsMs.length) / tookMs };
  });
}

/** At least once. */
async function repeatInto(
  durationsMs: number[],
  work: () => Promise<void> | void,
  endAt: number,
): Promise<void> {
  let now = performance.now();
  do {
    // What does not wait is not made to.
    const waiting = work();
    if (waiting) await waiting;
    const endedAt = performance.now();
    durationsMs.push(endedAt - now);
    now = endedAt;
  } while (now < endAt);
}
