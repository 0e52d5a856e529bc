import type { World } from '../world.ts';
import type { CompiledRequest } from './compile-request.ts';
import type { Conjunction } from './conjunction.ts';
import { allOf } from './conjunction.ts';
import { sharedWith } from './sharing-providers.ts';

/*
 * Most fleets are mostly hosts without children, and a host that nobody shares with has at most one candidate: everything
 * from itself. Whether it has is one conjunction of all that is asked, and such trees are found by a scan, without
 * being looked at one by one.
 */

/** What a provider that is a tree by itself must meet to serve a request; null: no such tree can. */
export function loneConjunction(world: World, compiled: CompiledRequest): Conjunction | null {
  const { spread, granular, isIsolated, root } = compiled;
  const groups = spread ? [spread, ...granular] : granular;
  if (world.lone.size === 0 || isIsolated || groups.some(({ inTreeRoot }) => inTreeRoot !== null))
    return null;
  const lone: Conjunction = { needs: [], all: [world.lone], any: [], none: [sharedWith(world)] };
  return allOf([lone, root, ...groups.map(({ asked }) => asked)]);
}
