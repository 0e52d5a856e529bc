import type { Instant } from './ids.ts';

/** What a provider has of one class, and how it may be handed out. */
export interface Inventory {
  readonly total: number;
  readonly reserved: number;
  readonly minUnit: number;
  readonly maxUnit: number;
  readonly stepSize: number;
  readonly allocationRatio: number;
  readonly createdAt: Instant;
  /** Null until it is changed for the first time. */
  readonly updatedAt: Instant | null;
}

export type InventoryAmounts = Omit<Inventory, 'createdAt' | 'updatedAt'>;

/**
 * What can be handed out in all. A float: whether something fits is decided against this number, not
 * against its whole part.
 */
export function capacityOf(inventory: InventoryAmounts): number {
  return (inventory.total - inventory.reserved) * inventory.allocationRatio;
}

/** The capacity as it is shown: cut off towards zero. */
export function wholeCapacityOf(inventory: InventoryAmounts): number {
  return Math.trunc(capacityOf(inventory));
}

/** Whether an amount is one the inventory hands out at all, however full it is. */
export function isAllowedAmount(inventory: InventoryAmounts, amount: number): boolean {
  return amount >= inventory.minUnit && amount <= inventory.maxUnit && amount % inventory.stepSize === 0;
}
