import type { AllocationFacts, Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Claim } from '@berth/engine/commands/claim.ts';
import { decide } from '@berth/engine/decide.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import type { World } from '@berth/engine/world.ts';
import type { Server } from './server.ts';

/** What kind of consumer servers are in Placement. */
export const serverConsumerType = 'INSTANCE';

/** All that a server is to hold from now on. */
export function claimOf(
  { id, projectId, userId }: Pick<Server, 'id' | 'projectId' | 'userId'>,
  allocations: readonly AllocationFacts[],
): Claim {
  return { consumerId: id, projectId, userId, type: serverConsumerType, allocations };
}

/** The changes that give back all that a server holds, if it holds anything. */
export function claimGivenBack(placement: World, consumerId: ConsumerId): readonly PlacementChange[] {
  if (!placement.consumers.has(consumerId)) return [];
  return decide(placement, { kind: 'remove-allocations', consumerId });
}
