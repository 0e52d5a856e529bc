import type { Change } from '../changes.ts';
import type { Instant } from '../ids.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import type { Claim } from './claim.ts';
import { checkRoom, consumerChanges, lookUpClaims, presentInventories, touchedBy } from './claim.ts';
import { touch } from './touch.ts';

export interface SetAllocations {
  readonly kind: 'set-allocations';
  readonly claims: readonly Claim[];
  readonly now: Instant;
}

/** Replaces what each of these consumers holds: all of it happens, or none of it. */
export function setAllocations(world: World, { claims, now }: SetAllocations): Change[] {
  const known = lookUpClaims(world, claims, refuse);
  checkRoom(world, known, presentInventories, refuse);
  return [
    ...consumerChanges(known, now),
    ...Array.from(touchedBy(known), (provider) => touch(provider, now)),
  ];
}
