import type { Change } from '../changes.ts';
import { inventoryFacts } from '../facts.ts';
import type { ClassName, Instant, ProviderId } from '../ids.ts';
import type { InventoryAmounts } from '../inventory.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import { checkGeneration, classOf, providerOf } from './look-up.ts';
import { checkNotInUse, checkReserved } from './set-inventories.ts';
import { touch } from './touch.ts';

/** One inventory of a provider: added, changed or removed; the others stay untouched. */
export interface AddInventory {
  readonly kind: 'add-inventory';
  readonly id: ProviderId;
  readonly resourceClass: ClassName;
  readonly amounts: InventoryAmounts;
  readonly reservedMayEqualTotal: boolean;
  readonly now: Instant;
}

export interface UpdateInventory extends Omit<AddInventory, 'kind'> {
  readonly kind: 'update-inventory';
  readonly expectedGeneration: number;
}

export interface RemoveInventory {
  readonly kind: 'remove-inventory';
  readonly id: ProviderId;
  readonly resourceClass: ClassName;
  readonly now: Instant;
}

export function addInventory(world: World, command: AddInventory): Change[] {
  const { id, resourceClass, amounts, now } = command;
  const provider = providerOf(world, id);
  checkReserved(provider, resourceClass, amounts, command.reservedMayEqualTotal);
  classOf(world, resourceClass);
  if (provider.inventories.has(resourceClass)) refuse({ kind: 'inventory-exists', id, resourceClass });
  const added = { resourceClass, ...amounts, createdAt: now, updatedAt: null };
  return [
    { kind: 'inventories-set', id, inventories: [...inventoryFacts(provider), added] },
    touch(provider, now),
  ];
}

export function updateInventory(world: World, command: UpdateInventory): Change[] {
  const { id, resourceClass, amounts, now } = command;
  const provider = providerOf(world, id);
  checkGeneration(provider, command.expectedGeneration);
  checkReserved(provider, resourceClass, amounts, command.reservedMayEqualTotal);
  classOf(world, resourceClass);
  if (!provider.inventories.has(resourceClass)) refuse({ kind: 'inventory-not-found', id, resourceClass });
  const inventories = inventoryFacts(provider).map((facts) =>
    facts.resourceClass === resourceClass ? { ...facts, ...amounts, updatedAt: now } : facts,
  );
  return [{ kind: 'inventories-set', id, inventories }, touch(provider, now)];
}

export function removeInventory(world: World, { id, resourceClass, now }: RemoveInventory): Change[] {
  const provider = providerOf(world, id);
  classOf(world, resourceClass);
  checkNotInUse(world, provider, { has: (name) => name !== resourceClass });
  if (!provider.inventories.has(resourceClass)) refuse({ kind: 'inventory-not-found', id, resourceClass });
  const inventories = inventoryFacts(provider).filter((facts) => facts.resourceClass !== resourceClass);
  return [{ kind: 'inventories-set', id, inventories }, touch(provider, now)];
}
