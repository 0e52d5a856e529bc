import type { Prng } from '@berth/testing/prng.ts';

const newestMinor = 39;

/** A microversion 1.x at random: often the newest, else any. */
export function anyMinor(prng: Prng): number {
  return prng.chance(0.3) ? newestMinor : prng.between(0, newestMinor);
}

/** A microversion that mostly has what came with 1.`since`. */
export function minorWith(prng: Prng, since: number): number {
  if (prng.chance(0.05)) return anyMinor(prng);
  return prng.chance(0.35) ? newestMinor : prng.between(since, newestMinor);
}

/** Values of the version header that are not simply one known version. */
export const oddVersionHeaders = [
  'placement latest',
  'placement 1.40',
  'placement 1.100',
  'placement 2.0',
  'placement 0.9',
  'placement 1',
  'placement 1.2.3',
  'placement 1.x',
  'placement x',
  'placement',
  'placement  1.10',
  'compute 2.1',
  'compute 2.1, placement 1.10',
  'placement 1.5, placement 1.20',
  'latest',
  '1.10',
  'Placement 1.10',
];
