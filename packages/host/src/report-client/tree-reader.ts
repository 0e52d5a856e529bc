import type {
  AllocationsByConsumer,
  ProviderInventories,
  WholeProvider,
} from '@berth/client/placement/records.ts';

export interface ReadTree {
  /** All of the tree; none where nobody has the uuid. */
  readonly providers: readonly WholeProvider[];
  /** Those of other trees that share with it. */
  readonly sharing: readonly WholeProvider[];
}

/** How trees are read: with the calls that every Placement has, or with better ones where they are offered. */
export interface TreeReader {
  /** The tree that has this provider. */
  tree(uuid: string): Promise<ReadTree>;
  /** What some providers of one tree have, with the generations they have by now. */
  inventories(root: string, uuids: readonly string[]): Promise<ReadonlyMap<string, ProviderInventories>>;
  /** All that those consumers hold that hold something of one of these providers, which are of one tree. */
  allocations(root: string, uuids: readonly string[]): Promise<AllocationsByConsumer>;
}
