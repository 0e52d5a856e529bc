import type { ClassName } from '../ids.ts';
import { type Inventory, wholeCapacityOf } from '../inventory.ts';
import { type Provider, usedOf } from '../provider.ts';

/**
 * What can be taken of a class from a provider, and in which portions. Amounts are whole numbers, so the whole part of the
 * capacity decides for one group (C2) as it does for several (C9).
 */
export interface Room {
  /** The most that can be taken now, by one group or by several together. */
  readonly most: number;
  readonly minUnit: number;
  readonly stepSize: number;
}

export function roomOf(provider: Provider, resourceClass: ClassName): Room | null {
  const inventory = provider.inventories.get(resourceClass);
  if (!inventory) return null;
  const { maxUnit, minUnit, stepSize } = inventory;
  return { most: Math.min(freeOf(provider, resourceClass, inventory), maxUnit), minUnit, stepSize };
}

/** Negative when more is used than there is. */
export function freeOf(provider: Provider, resourceClass: ClassName, inventory: Inventory): number {
  return wholeCapacityOf(inventory) - usedOf(provider, resourceClass);
}

export function gives({ most, minUnit, stepSize }: Room, amount: number): boolean {
  return amount <= most && amount >= minUnit && amount % stepSize === 0;
}

/** The largest amount below this one that is given, or null. */
export function largestBelow(room: Room, amount: number): number | null {
  const limit = Math.min(room.most, amount - 1);
  const largest = limit - (limit % room.stepSize);
  return largest >= Math.max(1, room.minUnit) ? largest : null;
}

/** The smallest amount above this one that is given, or null. */
export function smallestAbove(room: Room, amount: number): number | null {
  const smallest = roundedUp(Math.max(amount + 1, room.minUnit), room.stepSize);
  return smallest <= room.most ? smallest : null;
}

/** The smallest amount that is ever given, however little is left. */
export function smallestUnit({ minUnit, stepSize }: Room): number {
  return roundedUp(Math.max(1, minUnit), stepSize);
}

function roundedUp(amount: number, step: number): number {
  return Math.ceil(amount / step) * step;
}
