import type { Inventories, Inventory } from '@berth/client/placement/records.ts';

export interface Sizing {
  readonly reserved?: number;
  readonly ratio?: number;
}

/** An inventory of which nothing is left to Placement's defaults, so that a change of each member is noticed. */
export function inventoryOf(total: number, { reserved = 0, ratio = 1 }: Sizing = {}): Inventory {
  return { total, reserved, minUnit: 1, maxUnit: total, stepSize: 1, allocationRatio: ratio };
}

/** Placement has no inventory of nothing: a class of which there is none is left out. */
export function withoutEmpty(inventories: Inventories): Inventories {
  return Object.fromEntries(Object.entries(inventories).filter(([, { total }]) => total > 0));
}
