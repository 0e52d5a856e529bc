import type { Prng } from '@berth/testing/prng.ts';
import { uuidOf } from './uuid-of.ts';
import { seed } from './world-plan.ts';

/** One of twenty projects and one of a hundred users. */
export function owner(random: Prng, world: string): { readonly project: string; readonly user: string } {
  const project = uuidOf(seed, world, 'project', random.below(20));
  return { project, user: uuidOf(seed, world, 'user', random.below(100)) };
}
