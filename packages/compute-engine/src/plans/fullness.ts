import type { Allocation } from '@berth/engine/consumer.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import { capacityOf } from '@berth/engine/inventory.ts';
import type { Provider } from '@berth/engine/provider.ts';
import type { PlannedCloud } from './planned-cloud.ts';

/** What hosts are compared by. */
const classes = ['VCPU' as ClassName, 'PCPU' as ClassName, 'MEMORY_MB' as ClassName, 'DISK_GB' as ClassName];

/** How full a tree is, from 0 to 1: the part that is used of whatever is scarcest in it. */
export function fullnessOf(cloud: PlannedCloud, root: Provider): number {
  return Math.max(0, ...classes.map((name) => partUsed(cloud, root, name)));
}

/** With how few of its consumers gone a tree would be no fuller than that: a bound, which nobody can get below. */
export function leastToLeave(
  cloud: PlannedCloud,
  root: Provider,
  level: number,
  held: readonly (readonly Allocation[])[],
): number {
  let most = 0;
  for (const name of classes) {
    const { capacity, used } = sumsOf(cloud, root, name);
    const amounts = held.map((allocations) => amountOf(allocations, root, name)).sort((a, b) => b - a);
    let left = used;
    let count = 0;
    while (count < amounts.length && left > level * capacity + rounding) left -= amounts[count++] as number;
    most = Math.max(most, count);
  }
  return most;
}

/** Levels are quotients, and come back a little different when they are multiplied out. */
const rounding = 1e-6;

function partUsed(cloud: PlannedCloud, root: Provider, name: ClassName): number {
  const { capacity, used } = sumsOf(cloud, root, name);
  return capacity > 0 ? used / capacity : 0;
}

export function sumsOf(
  cloud: PlannedCloud,
  root: Provider,
  name: ClassName,
): { readonly capacity: number; readonly used: number } {
  let [capacity, used] = [0, 0];
  for (const provider of root.tree) {
    const inventory = provider.inventories.get(name);
    if (inventory === undefined) continue;
    capacity += capacityOf(inventory);
    used += cloud.usedOf(provider, name);
  }
  return { capacity, used };
}

export function amountOf(allocations: readonly Allocation[], root: Provider, name: ClassName): number {
  let sum = 0;
  for (const { provider, resourceClass, amount } of allocations)
    if (provider.root === root && resourceClass === name) sum += amount;
  return sum;
}
