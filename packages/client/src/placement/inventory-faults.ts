import type { Inventory } from './records.ts';
import { describeValue } from '../quote.ts';

export interface InventoryFault {
  readonly member: keyof Inventory;
  /** What is wrong with it, behind the member's name: 'is -1; the least is 0'. */
  readonly text: string;
}

/** What Placement takes for a whole number. */
const wholeMax = 2 ** 31 - 1;
const ratioMax = 3.40282e38;

const least: Readonly<Record<Exclude<keyof Inventory, 'allocationRatio'>, number>> = {
  total: 1,
  reserved: 0,
  minUnit: 1,
  maxUnit: 1,
  stepSize: 1,
};

/** Why Placement would refuse an inventory, or why nobody could ever be given anything of it. It may come from anywhere. */
export function inventoryFaults(inventory: Inventory): readonly InventoryFault[] {
  const faults: InventoryFault[] = [];
  for (const [member, min] of Object.entries(least) as [keyof typeof least, number][]) {
    const value: unknown = inventory[member];
    if (value === undefined && member !== 'total') continue;
    const text = wholeNumberFault(value, min);
    if (text !== null) faults.push({ member, text });
  }
  const ratio: unknown = inventory.allocationRatio;
  if (ratio !== undefined && !(typeof ratio === 'number' && ratio > 0 && ratio <= ratioMax)) {
    faults.push({ member: 'allocationRatio', text: `is ${describeValue(ratio)}; it is a number above 0` });
  }
  return faults.length > 0 ? faults : contradictions(inventory);
}

function wholeNumberFault(value: unknown, min: number): string | null {
  if (value === undefined) return 'is missing';
  if (typeof value !== 'number' || !Number.isInteger(value))
    return `is ${describeValue(value)}, and no whole number`;
  if (value < min) return `is ${value}; the least is ${min}`;
  return value > wholeMax ? `is ${value}; the most is ${wholeMax}` : null;
}

function contradictions({ total, reserved = 0, minUnit = 1, maxUnit }: Inventory): readonly InventoryFault[] {
  if (reserved > total)
    return [{ member: 'reserved', text: `is ${reserved}, more than the total of ${total}` }];
  if (maxUnit !== undefined && minUnit > maxUnit) {
    return [{ member: 'minUnit', text: `is ${minUnit}, more than the largest unit of ${maxUnit}` }];
  }
  return [];
}
