import { sharersWith } from '@berth/engine/candidates/sharing-providers.ts';
import type { Consumer } from '@berth/engine/consumer.ts';
import type { Provider } from '@berth/engine/provider.ts';
import type { World } from '@berth/engine/world.ts';

/**
 * A tree with those that share with it and, where they are wanted, those that hold something of it, as they are at one moment.
 *
 * To take one is to note what each provider refers to: consumers, inventories, sets of traits and of aggregates are replaced and
 * never changed. So it is cheap however much hangs on them, and can be encoded later, when the world is another.
 */
export interface TreeSnapshot {
  /** Those of the tree, parents before children, then those that share with it. */
  readonly providers: readonly ProviderSnapshot[];
  /** Those with an allocation on a provider of the tree; null: not wanted. */
  readonly consumers: readonly Consumer[] | null;
  /** Of every provider that is shown, and of every other that one of the consumers holds something of. */
  readonly generations: ReadonlyMap<Provider, number>;
  /** The same text as long as all that it shows is the same. */
  readonly revisions: string;
}

export interface ProviderSnapshot
  extends Pick<Provider, 'id' | 'name' | 'generation' | 'parent' | 'inventories' | 'traits' | 'aggregates'> {
  readonly root: Provider;
  /** It is outside of the tree, and shares with it. */
  readonly isSharing: boolean;
}

/** Of the tree of this root. */
export function snapshotTree(world: World, root: Provider, withConsumers: boolean): TreeSnapshot {
  const sharers = sharersWith(world, root.tree);
  const providers: ProviderSnapshot[] = [];
  const generations = new Map<Provider, number>();
  /** Revisions only count up, so that their sum is another whenever one of them is. */
  let otherRevisions = 0;
  for (const provider of root.tree) {
    providers.push(snapshotProvider(provider, false));
    generations.set(provider, provider.generation);
  }
  for (const sharer of sharers) {
    providers.push(snapshotProvider(sharer, true));
    generations.set(sharer, sharer.generation);
    otherRevisions += sharer.revision;
  }
  const consumers = withConsumers ? consumersOf(root) : null;
  for (const { allocations } of consumers ?? []) {
    for (const { provider } of allocations) {
      if (provider.root === root || generations.has(provider)) continue;
      generations.set(provider, provider.generation);
      otherRevisions += provider.revision;
    }
  }
  // Who shares follows from the first two, and so does who else is counted: a consumer that changes is a change of the tree.
  const revisions = `${root.treeRevision} ${world.sharingRevision} ${otherRevisions}`;
  return { providers, consumers, generations, revisions };
}

function snapshotProvider(provider: Provider, isSharing: boolean): ProviderSnapshot {
  const { id, name, generation, parent, root, inventories, traits, aggregates } = provider;
  return { id, name, generation, parent, root, inventories, traits, aggregates, isSharing };
}

/** Each once: where it holds something of several providers of the tree, it counts for the first that it names. */
function consumersOf(root: Provider): Consumer[] {
  const consumers: Consumer[] = [];
  for (const provider of root.tree) {
    for (const consumer of provider.consumers) {
      if (firstOf(consumer, root) === provider) consumers.push(consumer);
    }
  }
  return consumers;
}

function firstOf({ allocations }: Consumer, root: Provider): Provider | null {
  for (const { provider } of allocations) if (provider.root === root) return provider;
  return null;
}

/**
 * Whether a tree is so large that its answer had better be made while it is sent. What is counted are the things that are shown,
 * and no more of them than it takes to know.
 */
export function isLargeTree(world: World, root: Provider, withConsumers: boolean, most: number): boolean {
  let left = most;
  for (const providers of [root.tree, sharersWith(world, root.tree)]) {
    for (const { inventories, traits, aggregates } of providers) {
      left -= 1 + inventories.size + traits.size + aggregates.size;
      if (left < 0) return true;
    }
  }
  if (!withConsumers) return false;
  for (const { consumers } of root.tree) {
    for (const { allocations } of consumers) {
      left -= allocations.length;
      if (left < 0) return true;
    }
  }
  return false;
}
