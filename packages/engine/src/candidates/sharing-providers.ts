import type { Provider } from '../provider.ts';
import type { World } from '../world.ts';

/**
 * C6: the providers from outside a tree that share with it: those with the sharing trait that are in an aggregate
 * with any provider of the tree.
 */
export function sharersWith(world: World, tree: readonly Provider[]): readonly Provider[] {
  if (world.sharersByAggregate.size === 0) return none;
  const root = tree[0]?.root;
  const found = new Set<Provider>();
  for (const provider of tree) {
    for (const aggregate of provider.aggregates) {
      for (const sharer of world.sharersByAggregate.get(aggregate) ?? none) {
        if (sharer.root !== root) found.add(sharer);
      }
    }
  }
  return found.size === 0 ? none : [...found];
}

/** The roots of all trees that a sharing provider shares with, its own among them. */
export function anchorsOf(world: World, sharer: Provider): Set<Provider> {
  const anchors = new Set<Provider>();
  for (const aggregate of sharer.aggregates) {
    for (const provider of world.providersByAggregate.get(aggregate) ?? none) anchors.add(provider.root);
  }
  return anchors;
}

const none: readonly Provider[] = [];
