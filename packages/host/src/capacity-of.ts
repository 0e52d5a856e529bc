import type { Inventory } from '@berth/client/placement/records.ts';

/** How much of an inventory can be held, all together. */
export function capacityOf({ total, reserved = 0, allocationRatio = 1 }: Inventory): number {
  return Math.floor((total - reserved) * allocationRatio);
}
