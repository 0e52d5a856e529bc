import type { Answer } from '@berth/api-kit/endpoint.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import type { Inventory, InventoryAmounts } from '@berth/engine/inventory.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { json } from '../endpoints.ts';
import { changedAt, newest } from '../last-modified.ts';
import { pythonFloat } from '../python-float.ts';

export function wireInventory(inventory: InventoryAmounts) {
  return {
    total: inventory.total,
    reserved: inventory.reserved,
    min_unit: inventory.minUnit,
    max_unit: inventory.maxUnit,
    step_size: inventory.stepSize,
    allocation_ratio: pythonFloat(inventory.allocationRatio),
  };
}

export function inventoriesAnswer(provider: Provider): Answer {
  const inventories = Object.fromEntries(
    Array.from(provider.inventories, ([name, inventory]) => [name, wireInventory(inventory)]),
  );
  return json(
    { resource_provider_generation: provider.generation, inventories },
    { lastModified: newest(provider.inventories.values(), changedAt) },
  );
}

export function inventoryAnswer(provider: Provider, resourceClass: ClassName, status = 200): Answer {
  const inventory = provider.inventories.get(resourceClass) as Inventory; // Whoever asks has looked.
  return json(
    { ...wireInventory(inventory), resource_provider_generation: provider.generation },
    { status, lastModified: changedAt(inventory) },
  );
}
