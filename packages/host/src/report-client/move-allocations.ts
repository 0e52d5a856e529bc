import { postAllocations } from '@berth/client/placement/allocations.ts';
import type { ConsumerAllocations } from '@berth/client/placement/records.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { Transport } from '@berth/client/transport.ts';
import { getAllocationsForConsumer } from './consumer-allocations.ts';
import { AllocationMoveFailed, isConcurrentUpdate, isConsumerConflict } from './errors.ts';
import { type Pausing, retryRaces } from './retries.ts';

/**
 * Moves all that one consumer holds to another, in one step; what the other has held is given back. True also where it has been
 * moved before. False where there is nothing to move, where Placement refuses, or too many others are faster.
 */
export async function moveAllocations(
  transport: Transport,
  sourceUuid: string,
  targetUuid: string,
  pausing?: Pausing,
): Promise<boolean> {
  const isMoved = await retryRaces(() => attempt(transport, sourceUuid, targetUuid), pausing);
  return isMoved ?? false;
}

async function attempt(
  transport: Transport,
  sourceUuid: string,
  targetUuid: string,
): Promise<boolean | null> {
  const source = await getAllocationsForConsumer(transport, sourceUuid);
  const target = await getAllocationsForConsumer(transport, targetUuid);
  if (source === null) return target !== null;
  const moved = new Map<string, ConsumerAllocations>([
    [sourceUuid, { ...source, allocations: {} }],
    [targetUuid, { ...source, consumerGeneration: target?.consumerGeneration ?? null }],
  ]);
  try {
    await postAllocations(transport, moved);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (isConsumerConflict(error)) throw new AllocationMoveFailed(sourceUuid, error);
    return isConcurrentUpdate(error) ? null : false;
  }
}
