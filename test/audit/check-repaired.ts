import assert from 'node:assert/strict';
import { getAllocations } from '@berth/client/placement/allocations.ts';
import type { ConsumerAllocations } from '@berth/client/placement/records.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { Damage } from './damages.ts';

/** The consumer holds what it held before it was damaged. */
export async function checkRepaired(
  placement: Transport,
  { consumer, before }: Pick<Damage, 'consumer' | 'before'>,
): Promise<void> {
  assert.deepEqual(holdingOf(await getAllocations(placement, consumer)), holdingOf(before), consumer);
}

function holdingOf(held: ConsumerAllocations | null) {
  if (held === null) return null;
  const { projectId, userId, allocations } = held;
  const resources = Object.entries(allocations).map(([uuid, each]) => [uuid, each.resources] as const);
  return { projectId, userId, resources: Object.fromEntries(resources) };
}
