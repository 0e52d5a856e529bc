import type { World } from '@berth/engine/world.ts';

/** Sums up what was loaded: usage must be the sum of all allocations. */
export function checkWorld(world: World): string[] {
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
