import type { Consumer } from './consumer.ts';
import type { AggregateId, ClassName, Instant, ProviderId, TraitName } from './ids.ts';
import type { Inventory } from './inventory.ts';

/** Something that has resources: a compute node, a NUMA cell, a network card, a storage pool. */
export interface Provider {
  readonly id: ProviderId;
  /** Its number in the roster. */
  readonly index: number;
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
  /** Counts up whenever anything of it has changed, so that what was encoded can be kept until then. */
  readonly revision: number;
  /** On a root: its whole tree, parents before children. Empty on others. */
  readonly tree: readonly Provider[];
  /** On a root: counts up whenever the tree, or anything of a provider in it, has changed. */
  readonly treeRevision: number;
}

/** The provider, its children, theirs, and so on: parents before children. No recursion: trees may be deep. */
export function* subtreeOf(provider: Provider): Generator<Provider> {
  const ahead = [provider];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    yield next;
    for (const child of next.children) ahead.push(child);
  }
}

export function usedOf(provider: Provider, resourceClass: ClassName): number {
  return provider.used.get(resourceClass) ?? 0;
}
