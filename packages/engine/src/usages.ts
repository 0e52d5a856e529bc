import type { ClassName } from './ids.ts';
import type { Provider } from './provider.ts';
import { usedOf } from './provider.ts';
import { type OwnerUsage, Usage } from './usage.ts';
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
  for (const ofOwner of ownersOf(world, query)) usage.addAll(ofOwner);
  return usage;
}

/** The same, per type of consumer; consumers without a type count as `unknown`. */
export function usagesByType(world: World, query: UsageQuery): Map<string, Usage> {
  const byType = new Map<string, Usage>();
  for (const ofOwner of ownersOf(world, query)) {
    byType.getOrInsertComputed(ofOwner.type ?? unknownType, () => new Usage()).addAll(ofOwner);
  }
  return byType;
}

export const unknownType = 'unknown';

function* ownersOf(world: World, { projectId, userId }: UsageQuery): Generator<OwnerUsage> {
  for (const ofOwner of world.usageByProject.get(projectId)?.values() ?? []) {
    if (userId === null || ofOwner.userId === userId) yield ofOwner;
  }
}
