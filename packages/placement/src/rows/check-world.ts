import type { Change } from '@berth/engine/changes.ts';
import { apply } from '@berth/engine/apply.ts';
import { WorldState } from '@berth/engine/world.ts';

/** Loads the world from its changes, as the service does, and sums up: usage must be the sum of all allocations. */
export function checkWorld(changes: Iterable<Change>): string[] {
  const world = new WorldState();
  try {
    for (const change of changes) apply(world, change);
  } catch (error) {
    return [`The ledger cannot be loaded. ${error instanceof Error ? error.message : String(error)}`];
  }
  const sums = new Map<string, number>();
  for (const { allocations } of world.consumers.values()) {
    for (const { provider, resourceClass, amount } of allocations) {
      const key = `${resourceClass} of provider ${provider.id}`;
      sums.set(key, (sums.get(key) ?? 0) + amount);
    }
  }
  const problems: string[] = [];
  for (const provider of world.providers.values()) {
    for (const [resourceClass, used] of provider.used) {
      const key = `${resourceClass} of provider ${provider.id}`;
      const sum = sums.get(key) ?? 0;
      if (used !== sum) problems.push(`Usage of ${key} is ${used}, its allocations are ${sum}.`);
      sums.delete(key);
    }
  }
  for (const [key, sum] of sums) problems.push(`Usage of ${key} is missing, its allocations are ${sum}.`);
  return problems;
}
