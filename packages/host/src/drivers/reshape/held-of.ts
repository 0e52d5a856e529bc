import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';

/** How much all consumers together hold of a class from a provider. */
export function heldOf(
  allocations: AllocationsByConsumer,
  providerUuid: string,
  resourceClass: string,
): number {
  let sum = 0;
  for (const record of allocations.values())
    sum += record.allocations[providerUuid]?.resources[resourceClass] ?? 0;
  return sum;
}
