import type { Change } from '../changes.ts';
import type { ConsumerId, Instant } from '../ids.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import { type Claim, consumerChanges, lookUpClaims, touchedBy } from './claim.ts';
import { touch } from './touch.ts';

/** What one consumer holds becomes another's, which gives back what it held before. */
export interface HandOverAllocations {
  readonly kind: 'hand-over-allocations';
  readonly from: ConsumerId;
  readonly to: Omit<Claim, 'allocations' | 'expectedGeneration'>;
  readonly now: Instant;
}

/** Nobody holds more by it, so it is not asked whether there is room: a provider may have less by now than is held of it. */
export function handOverAllocations(world: World, { from, to, now }: HandOverAllocations): Change[] {
  const giving = world.consumers.get(from) ?? refuse({ kind: 'no-allocations', id: from });
  const allocations = giving.allocations.map(({ provider, resourceClass, amount }) => {
    return { providerId: provider.id, resourceClass, amount };
  });
  const { projectId, userId } = giving;
  const known = lookUpClaims(
    world,
    [
      { ...to, allocations },
      { consumerId: from, projectId, userId, allocations: [] },
    ],
    refuse,
  );
  return [
    ...consumerChanges(known, now),
    ...Array.from(touchedBy(known), (provider) => touch(provider, now)),
  ];
}
