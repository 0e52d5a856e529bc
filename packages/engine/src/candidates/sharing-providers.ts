import type { AggregateId } from '../ids.ts';
import type { Provider } from '../provider.ts';
import { ProviderSet, type ReadonlyProviderSet } from '../provider-set.ts';
import type { World } from '../world.ts';

/**
 * C6: the providers from outside a tree that share with it: those with the sharing trait that are in an aggregate
 * with any provider of the tree.
 */
export function sharersWith(world: World, tree: readonly Provider[]): readonly Provider[] {
  if (world.sharersByAggregate.size === 0) return none;
  const { shared, sharers } = sharingOf(world);
  const root = tree[0]?.root;
  let only: readonly Provider[] | null = null;
  let found: Set<Provider> | null = null;
  for (const provider of tree) {
    if (!shared.has(provider)) continue;
    for (const aggregate of provider.aggregates) {
      const list = sharers.get(aggregate);
      if (!list || list === only) continue;
      // Most trees are in one aggregate that somebody shares through.
      if (only === null) only = list;
      else {
        found ??= new Set(only);
        for (const sharer of list) found.add(sharer);
      }
    }
  }
  const all = found === null ? (only ?? none) : [...found];
  return all.some((sharer) => sharer.root === root) ? all.filter((sharer) => sharer.root !== root) : all;
}

/** The providers that are in an aggregate with one that shares, or are it. */
export function sharedWith(world: World): ReadonlyProviderSet {
  return sharingOf(world).shared;
}

function sharingOf(world: World): Sharing {
  const known = kept.get(world);
  if (known?.revision === world.sharingRevision) return known;
  const shared = new ProviderSet(world.roster);
  const sharers = new Map<AggregateId, Provider[]>();
  for (const [aggregate, sharing] of world.sharersByAggregate) {
    sharers.set(aggregate, [...sharing]);
    for (const provider of world.providersByAggregate.get(aggregate) ?? none) shared.add(provider);
  }
  const sharing: Sharing = { revision: world.sharingRevision, shared, sharers };
  kept.set(world, sharing);
  return sharing;
}

/** Who shares with whom. */
interface Sharing {
  readonly revision: number;
  /** Those in an aggregate that somebody shares through. */
  readonly shared: ReadonlyProviderSet;
  /** By aggregate, those that share through it. */
  readonly sharers: ReadonlyMap<AggregateId, readonly Provider[]>;
}

/** Kept, because it changes seldom and is asked in every search. */
const kept = new WeakMap<World, Sharing>();

const none: readonly Provider[] = [];
