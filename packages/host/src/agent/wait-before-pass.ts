/** The first wait after a failure; each further one is twice as long. */
const firstMs = 1_000;

/**
 * How long until the next pass. By chance a tenth shorter or longer than the interval, so that hosts that were started together do not ask
 * together for ever. After failures it begins anew with short waits, never longer than the interval, and anywhere in them: a Placement that
 * comes back is not asked by all hosts in the same second.
 */
export function waitBeforePass(failuresInARow: number, intervalMs: number, random: () => number): number {
  if (failuresInARow === 0) return intervalMs * (0.9 + 0.2 * random());
  const longest = Math.min(intervalMs, firstMs * 2 ** Math.min(failuresInARow - 1, 30));
  return longest * (0.5 + 0.5 * random());
}
