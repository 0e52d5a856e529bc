import type { Provider } from '../provider.ts';
import type { ReadonlyProviderSet } from '../provider-set.ts';
import { ProviderSet } from '../provider-set.ts';
import type { World } from '../world.ts';

/**
 * C6: the providers from outside a tree that share with it: those with the sharing trait that are in an aggregate
 * with any provider of the tree.
 */
export function sharersWith(world: World, tree: readonly Provider[]): readonly Provider[] {
  if (world.sharersByAggregate.size === 0) return none;
  const shared = sharedWith(world);
  const root = tree[0]?.root;
  let found: Set<Provider> | null = null;
  for (const provider of tree) {
    if (!shared.has(provider)) continue;
    for (const aggregate of provider.aggregates) {
      for (const sharer of world.sharersByAggregate.get(aggregate) ?? none) {
        if (sharer.root !== root) (found ??= new Set()).add(sharer);
      }
    }
  }
  return found === null ? none : [...found];
}

/** The providers that are in an aggregate with one that shares, or are it. */
export function sharedWith(world: World): ReadonlyProviderSet {
  const known = sharedWithKept.get(world);
  if (known?.revision === world.sharingRevision) return known.providers;
  const providers = new ProviderSet(world.roster);
  for (const aggregate of world.sharersByAggregate.keys()) {
    for (const provider of world.providersByAggregate.get(aggregate) ?? none) providers.add(provider);
  }
  sharedWithKept.set(world, { revision: world.sharingRevision, providers });
  return providers;
}

/** Kept, because who shares with whom changes seldom and is asked in every search. */
const sharedWithKept = new WeakMap<World, { revision: number; providers: ReadonlyProviderSet }>();

/** The roots of all trees that a sharing provider shares with, its own among them. */
export function anchorsOf(world: World, sharer: Provider): Set<Provider> {
  const anchors = new Set<Provider>();
  for (const aggregate of sharer.aggregates) {
    for (const provider of world.providersByAggregate.get(aggregate) ?? none) anchors.add(provider.root);
  }
  return anchors.add(sharer.root);
}

const none: readonly Provider[] = [];
