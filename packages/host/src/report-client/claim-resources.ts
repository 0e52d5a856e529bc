import { putClaim } from '@berth/client/placement/allocations.ts';
import type { AllocationRequest, ConsumerAllocations } from '@berth/client/placement/records.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { Transport } from '@berth/client/transport.ts';
import { getAllocationsForConsumer } from './consumer-allocations.ts';
import { AllocationUpdateFailed, isConcurrentUpdate, isConsumerConflict } from './errors.ts';
import { type Pausing, retryRaces } from './retries.ts';

export interface Claim {
  readonly consumerUuid: string;
  /** One of the candidates. */
  readonly request: AllocationRequest;
  readonly projectId: string;
  readonly userId: string;
  /** Which a consumer has that holds something already, where the caller has decided on that; else it is looked up. */
  readonly consumerGeneration?: number;
}

/**
 * Claims a candidate for a consumer. One that holds something already is on its way to another host, and keeps that, too, until it has
 * got there. False where there is no room for it any more, or too many others want it at the same time.
 */
export async function claimResources(
  transport: Transport,
  claim: Claim,
  pausing?: Pausing,
): Promise<boolean> {
  const isClaimed = await retryRaces(() => attempt(transport, claim), pausing);
  return isClaimed ?? false;
}

async function attempt(transport: Transport, claim: Claim): Promise<boolean | null> {
  const { consumerUuid, request, projectId, userId, consumerGeneration } = claim;
  const held = await getAllocationsForConsumer(transport, consumerUuid);
  const rest = {
    projectId,
    userId,
    consumerGeneration: consumerGeneration ?? held?.consumerGeneration ?? null,
  };
  const wanted =
    held === null
      ? { ...request, allocations: resourcesOf(request.allocations), ...rest }
      : { ...doubled(held, request), ...rest };
  try {
    await putClaim(transport, consumerUuid, wanted);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (isConsumerConflict(error)) throw new AllocationUpdateFailed(consumerUuid, error);
    return isConcurrentUpdate(error) ? null : false;
  }
}

type Held = ConsumerAllocations['allocations'];

/** Of a provider that it holds something of on both sides, such as one that shares, it holds what it has. */
function doubled(held: ConsumerAllocations, request: AllocationRequest): { allocations: Held } {
  return { allocations: { ...resourcesOf(request.allocations), ...resourcesOf(held.allocations) } };
}

function resourcesOf(allocations: AllocationRequest['allocations']): Held {
  const entries = Object.entries(allocations);
  return Object.fromEntries(entries.map(([uuid, { resources }]) => [uuid, { resources }]));
}
