import type { Consumer } from './consumer.ts';
import type { ClassName } from './ids.ts';
import type { Provider } from './provider.ts';
import { usedOf } from './provider.ts';
import type { World } from './world.ts';

/** What is used of everything a provider has; unused classes with 0. */
export function usagesOfProvider(provider: Provider): Map<ClassName, number> {
  const usages = new Map<ClassName, number>();
  for (const resourceClass of provider.inventories.keys())
    usages.set(resourceClass, usedOf(provider, resourceClass));
  return usages;
}

export interface UsageQuery {
  readonly projectId: string;
  readonly userId: string | null;
}

/** What the consumers of a project (and user) use in all, over every provider. */
export function usagesOfProject(world: World, query: UsageQuery): Usage {
  const usage = new Usage();
  for (const consumer of consumersOf(world, query)) usage.add(consumer);
  return usage;
}

/** The same, per type of consumer; consumers without a type count as `unknown`. */
export function usagesByType(world: World, query: UsageQuery): Map<string, Usage> {
  const byType = new Map<string, Usage>();
  for (const consumer of consumersOf(world, query)) {
    const type = consumer.type ?? unknownType;
    let usage = byType.get(type);
    if (!usage) byType.set(type, (usage = new Usage()));
    usage.add(consumer);
  }
  return byType;
}

export const unknownType = 'unknown';

/** Amounts per class, and how many consumers they are of. */
export class Usage {
  readonly amounts = new Map<ClassName, number>();
  consumerCount = 0;

  add(consumer: Consumer): void {
    this.consumerCount++;
    for (const { resourceClass, amount } of consumer.allocations) {
      this.amounts.set(resourceClass, (this.amounts.get(resourceClass) ?? 0) + amount);
    }
  }
}

function* consumersOf(world: World, { projectId, userId }: UsageQuery): Generator<Consumer> {
  for (const consumer of world.consumersByProject.get(projectId) ?? []) {
    if (userId === null || consumer.userId === userId) yield consumer;
  }
}
