import type { Change, InventoryFacts } from '../changes.ts';
import type { ClassName, Instant, ProviderId } from '../ids.ts';
import type { InventoryAmounts } from '../inventory.ts';
import { wholeCapacityOf } from '../inventory.ts';
import type { Provider } from '../provider.ts';
import type { OnRefusal } from '../refusals.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import { checkGeneration, classOf, inCatalogOrder, providerOf } from './look-up.ts';
import { touch } from './touch.ts';

export type NewInventories = ReadonlyMap<ClassName, InventoryAmounts>;

export interface SetInventories {
  readonly kind: 'set-inventories';
  readonly id: ProviderId;
  /** Null: whatever the generation is. */
  readonly expectedGeneration: number | null;
  readonly inventories: NewInventories;
  readonly reservedMayEqualTotal: boolean;
  readonly now: Instant;
}

/** Replaces all that a provider has. What is in use may shrink below its usage, but not vanish. */
export function setInventories(world: World, command: SetInventories): Change[] {
  const provider = providerOf(world, command.id);
  checkGeneration(provider, command.expectedGeneration);
  for (const [resourceClass, amounts] of command.inventories) {
    checkReserved(provider, resourceClass, amounts, command.reservedMayEqualTotal);
  }
  for (const resourceClass of command.inventories.keys()) classOf(world, resourceClass);
  checkNotInUse(world, provider, command.inventories);
  return [inventoriesSet(provider, command.inventories, command.now), touch(provider, command.now)];
}

export function checkReserved(
  provider: Provider,
  resourceClass: ClassName,
  amounts: InventoryAmounts,
  mayEqualTotal: boolean,
): void {
  const capacity = wholeCapacityOf(amounts);
  // 1.26 lets reserved equal total: a capacity of 0 is then a full reservation, not an error.
  if (mayEqualTotal ? capacity < 0 : capacity <= 0) {
    refuse({ kind: 'reserved-too-much', id: provider.id, resourceClass, mayEqualTotal });
  }
}

/** Refuses when a class that has usage would no longer be there. */
export function checkNotInUse(
  world: World,
  provider: Provider,
  remaining: { has(resourceClass: ClassName): boolean },
  usedClasses: Iterable<ClassName> = provider.used.keys(),
  onRefusal: OnRefusal = refuse,
): void {
  const inUse = [...usedClasses].filter((name) => !remaining.has(name));
  if (inUse.length > 0) {
    onRefusal({ kind: 'inventory-in-use', id: provider.id, resourceClasses: inCatalogOrder(world, inUse) });
  }
}

/** The change that leaves the provider with these inventories; those that were there keep their birthday. */
export function inventoriesSet(provider: Provider, inventories: NewInventories, now: Instant): Change {
  const facts = Array.from(inventories, ([resourceClass, amounts]): InventoryFacts => {
    const existing = provider.inventories.get(resourceClass);
    return {
      resourceClass,
      total: amounts.total,
      reserved: amounts.reserved,
      minUnit: amounts.minUnit,
      maxUnit: amounts.maxUnit,
      stepSize: amounts.stepSize,
      allocationRatio: amounts.allocationRatio,
      createdAt: existing?.createdAt ?? now,
      updatedAt: existing ? now : null,
    };
  });
  return { kind: 'inventories-set', id: provider.id, inventories: facts };
}
