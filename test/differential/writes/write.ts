import type { Prng } from '@berth/testing/prng.ts';
import type { Request } from '../exchange.ts';
import type { Look } from '../look.ts';
import type { World } from '../world.ts';

/** Makes one write at random, given what the original holds now. */
export type Write = (prng: Prng, world: World, look: Look) => Promise<Request>;

/** The right generation mostly, else one before or after it. */
export function generationOr(prng: Prng, right: number): number {
  return prng.weighted([
    [9, right],
    [1, right + 1],
    [1, Math.max(0, right - 1)],
  ]);
}
