import type { ClassName } from './ids.ts';
import { type Provider, usedOf } from './provider.ts';
import { Usage } from './usage.ts';
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
  const ofProject = world.usageByProject.get(query.projectId);
  if (query.userId === null) return ofProject?.all ?? new Usage();
  const usage = new Usage();
  for (const ofType of ofProject?.byUser.get(query.userId)?.values() ?? []) usage.addAll(ofType);
  return usage;
}

/** The same, per type of consumer; consumers without a type count as `unknown`. */
export function usagesByType(world: World, { projectId, userId }: UsageQuery): ReadonlyMap<string, Usage> {
  const ofProject = world.usageByProject.get(projectId);
  return (userId === null ? ofProject?.byType : ofProject?.byUser.get(userId)) ?? new Map();
}
