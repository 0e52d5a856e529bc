import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';
import type { Guests } from './guests.ts';
import type { ProviderTree } from './provider-tree.ts';

/** Knows what a host has. One for each kind of hypervisor or machine; see docs/hosts.md for how to write one. */
export interface Driver {
  /** The nodes of this host: one, but where one process speaks for many machines. */
  nodes(): Promise<readonly Node[]>;
  /**
   * Edits the tree to what the node has: its inventories, children, and the traits and aggregates that are the driver's own. What it does
   * not own (other providers, sharing ones, traits of others) it leaves as it is.
   *
   * Where inventory has to move to another provider or class, so that allocations have to go along, it throws `ReshapeNeeded`
   * unless allocations are given. They are those of all consumers of the tree; it edits them in place to what each is to hold, and leaves
   * alone what is not on inventory that moves. The tree that is handed in then is a fresh one.
   */
  updateProviderTree(
    tree: ProviderTree,
    nodename: string,
    allocations?: AllocationsByConsumer,
  ): void | Promise<void>;
  /** Traits that follow from what the driver can do: `COMPUTE_…`. They are put on the root, and taken off it when they are no longer true. */
  capabilityTraits(): ReadonlyMap<string, boolean>;
  /** Where it runs machines as well. */
  readonly guests?: Guests | undefined;
  close?(): Promise<void>;
}

export interface Node {
  /** Of its root provider. */
  readonly uuid: string;
  /** Of its root provider; what the hypervisor calls the machine. */
  readonly name: string;
}

/**
 * Inventory has to move together with allocations: thrown by a driver that was handed none. A driver that is a package of its own throws
 * any error with this name; the same counts for `ReshapeFailed`.
 */
export class ReshapeNeeded extends Error {
  override readonly name = 'ReshapeNeeded';
}

/**
 * A reshape cannot be done, or Placement has refused it for another reason than a conflict, and nothing was moved; or there was no answer,
 * and all was moved or nothing.
 */
export class ReshapeFailed extends Error {
  override readonly name = 'ReshapeFailed';
}
