import { deleteAllocations, getAllocations, putAllocations } from '@berth/client/placement/allocations.ts';
import { listProvidersInTree } from '@berth/client/placement/providers.ts';
import type { ConsumerAllocations } from '@berth/client/placement/records.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { Transport } from '@berth/client/transport.ts';
import {
  AllocationDeleteFailed,
  AllocationUpdateFailed,
  ConsumerAllocationRetrievalFailed,
  isConsumerConflict,
  refusedAs,
  ResourceProviderRetrievalFailed,
} from './errors.ts';

/** Null where it holds nothing. */
export function getAllocationsForConsumer(
  transport: Transport,
  consumerUuid: string,
): Promise<ConsumerAllocations | null> {
  return refusedAs(
    getAllocations(transport, consumerUuid),
    (refusal) => new ConsumerAllocationRetrievalFailed(consumerUuid, refusal),
  );
}

/**
 * Gives back all that a consumer holds; false where that was nothing. Unless by force, only if nobody else changes it between the look
 * and the write.
 */
export async function removeAllocationsForConsumer(
  transport: Transport,
  consumerUuid: string,
  { isForced = false }: { readonly isForced?: boolean } = {},
): Promise<boolean> {
  if (isForced) return deleteByForce(transport, consumerUuid);
  const failed = (refusal: ServiceError) => new AllocationDeleteFailed(consumerUuid, refusal);
  const held = await refusedAs(getAllocations(transport, consumerUuid), failed);
  if (held === null) return false;
  await refusedAs(putAllocations(transport, consumerUuid, { ...held, allocations: {} }), failed);
  return true;
}

async function deleteByForce(transport: Transport, consumerUuid: string): Promise<boolean> {
  try {
    await deleteAllocations(transport, consumerUuid);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status !== 404) throw new AllocationDeleteFailed(consumerUuid, error);
    return false;
  }
}

/**
 * Takes one host's tree out of what a consumer holds, as when a host comes back from which it was evacuated. What it holds of others,
 * also of those that share, it keeps. False where it held nothing of the tree.
 */
export async function removeProviderTreeFromConsumer(
  transport: Transport,
  consumerUuid: string,
  rootUuid: string,
): Promise<boolean> {
  const held = await getAllocationsForConsumer(transport, consumerUuid);
  if (held === null) return false;
  const tree = await refusedAs(
    listProvidersInTree(transport, rootUuid),
    (refusal) => new ResourceProviderRetrievalFailed(rootUuid, refusal),
  );
  const leaving = new Set(tree.map(({ uuid }) => uuid));
  const entries = Object.entries(held.allocations);
  const staying = entries.filter(([uuid]) => !leaving.has(uuid));
  if (staying.length === entries.length) return false;
  const allocations = Object.fromEntries(staying);
  await refusedAs(putAllocations(transport, consumerUuid, { ...held, allocations }), (refusal) =>
    isConsumerConflict(refusal) ? new AllocationUpdateFailed(consumerUuid, refusal) : refusal,
  );
  return true;
}
