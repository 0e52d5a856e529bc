import type { Consumer } from './consumer.ts';
import type { AggregateId, ClassName, Instant, ProviderId, TraitName } from './ids.ts';
import type { Inventory } from './inventory.ts';

/** Something that has resources: a compute node, a NUMA cell, a network card, a storage pool. */
export interface Provider {
  readonly id: ProviderId;
  readonly name: string;
  readonly generation: number;
  readonly parent: Provider | null;
  /** The top of its tree; itself when it has no parent. */
  readonly root: Provider;
  readonly children: ReadonlySet<Provider>;
  readonly inventories: ReadonlyMap<ClassName, Inventory>;
  /** Usage per class. Always the sum over the allocations of its consumers; a class without usage is absent. */
  readonly used: ReadonlyMap<ClassName, number>;
  readonly traits: ReadonlySet<TraitName>;
  readonly aggregates: ReadonlySet<AggregateId>;
  /** Those that hold an allocation here. */
  readonly consumers: ReadonlySet<Consumer>;
  readonly createdAt: Instant;
  readonly updatedAt: Instant | null;
  /** Counts up whenever anything that a summary shows has changed, so that encoded bytes can be kept. */
  readonly revision: number;
}

/** The provider, its children, theirs, and so on: parents before children. */
export function* subtreeOf(provider: Provider): Generator<Provider> {
  yield provider;
  for (const child of provider.children) yield* subtreeOf(child);
}

/** The root and all below it, as a list: parents before children. */
export function treeOf(root: Provider): readonly Provider[] {
  const tree = [root];
  if (root.children.size === 0) return tree;
  for (let index = 0; index < tree.length; index++) {
    for (const child of (tree[index] as Provider).children) tree.push(child);
  }
  return tree;
}

export function usedOf(provider: Provider, resourceClass: ClassName): number {
  return provider.used.get(resourceClass) ?? 0;
}
