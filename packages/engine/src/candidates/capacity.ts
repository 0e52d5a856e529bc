import type { ClassName } from '../ids.ts';
import { hasRoomFor, wholeCapacityOf } from '../inventory.ts';
import type { Provider } from '../provider.ts';
import { usedOf } from '../provider.ts';

/** C2: the provider has so much left, and hands out such amounts. */
export function hasRoom(provider: Provider, resourceClass: ClassName, amount: number): boolean {
  const inventory = provider.inventories.get(resourceClass);
  return inventory !== undefined && hasRoomFor(inventory, usedOf(provider, resourceClass), amount);
}

/** C2 for every class of a group. */
export function hasRoomForAll(
  provider: Provider,
  resources: readonly (readonly [ClassName, number])[],
): boolean {
  for (const [resourceClass, amount] of resources)
    if (!hasRoom(provider, resourceClass, amount)) return false;
  return true;
}

/**
 * C9: what several groups take of one class from one provider must fit together. Their sum is held against the
 * whole capacity and the largest unit; the smallest unit and the step were each group's own matter.
 */
export function hasRoomForSum(provider: Provider, resourceClass: ClassName, sum: number): boolean {
  const inventory = provider.inventories.get(resourceClass);
  return (
    inventory !== undefined &&
    usedOf(provider, resourceClass) + sum <= wholeCapacityOf(inventory) &&
    sum <= inventory.maxUnit
  );
}
