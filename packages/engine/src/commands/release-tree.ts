import type { Change } from '../changes.ts';
import type { ConsumerId, Instant, ProviderId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import { consumerChanges, lookUpClaims, touchedBy } from './claim.ts';
import { touch } from './touch.ts';

/** Consumers give back what they hold of one tree, and keep all else; who holds nothing of it stays as it is. */
export interface ReleaseTree {
  readonly kind: 'release-tree';
  readonly consumerIds: readonly ConsumerId[];
  readonly rootId: ProviderId;
  readonly now: Instant;
}

/** Nobody holds more by it, so it is not asked whether there is room: a provider may have less by now than is held of it. */
export function releaseTree(world: World, { consumerIds, rootId, now }: ReleaseTree): Change[] {
  const claims = consumerIds.flatMap((consumerId) => {
    const consumer = world.consumers.get(consumerId);
    const kept = consumer?.allocations.filter(({ provider }) => provider.root.id !== rootId);
    if (!consumer || !kept || kept.length === consumer.allocations.length) return [];
    const { projectId, userId } = consumer;
    const allocations = kept.map(({ provider, resourceClass, amount }) => {
      return { providerId: provider.id, resourceClass, amount };
    });
    return [{ consumerId, projectId, userId, allocations }];
  });
  const known = lookUpClaims(world, claims, refuse);
  return [
    ...consumerChanges(known, now),
    ...Array.from(touchedBy(known), (provider) => touch(provider, now)),
  ];
}
