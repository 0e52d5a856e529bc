import type { InventoryFacts } from '@berth/engine/changes.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import { integerAt, numberAt, objectOf } from '@berth/api-kit/json/json-reading.ts';

/** What an inventory says in an export and in the API alike; only times are told in different ways. */
export function inventoryAmounts(
  resourceClass: string,
  json: unknown,
): Omit<InventoryFacts, 'createdAt' | 'updatedAt'> {
  const inventory = objectOf(json, `the inventory of ${resourceClass}`);
  return {
    resourceClass: resourceClass as ClassName,
    total: integerAt(inventory, 'total'),
    reserved: integerAt(inventory, 'reserved'),
    minUnit: integerAt(inventory, 'min_unit'),
    maxUnit: integerAt(inventory, 'max_unit'),
    stepSize: integerAt(inventory, 'step_size'),
    allocationRatio: numberAt(inventory, 'allocation_ratio'),
  };
}
