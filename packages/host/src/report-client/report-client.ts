import { listProvidersInTree } from '@berth/client/placement/providers.ts';
import type { AllocationsByConsumer, Inventories } from '@berth/client/placement/records.ts';
import type { Transport } from '@berth/client/transport.ts';
import { parentsFirst } from '../parents-first.ts';
import { type Names, ProviderTree } from '../provider-tree.ts';
import { adoptTree, ensureProvider } from './ensure-provider.ts';
import { refusedAs, ResourceProviderRetrievalFailed } from './errors.ts';
import { ProviderByProviderReader } from './provider-by-provider-reader.ts';
import { ProviderCache } from './provider-cache.ts';
import { ProviderWriter } from './provider-writer.ts';
import type { ReportParts } from './report-parts.ts';
import { updateTree } from './update-tree.ts';
import { WholeTreeReader } from './whole-tree-reader.ts';

export interface ReportClientOptions {
  /** How long a tree is taken for what was read of it last; 0 for ever. */
  readonly refreshMs?: number;
  readonly now?: () => number;
}

/**
 * Tells Placement what hosts have. It knows what Placement has, so that it writes only what is new. One update is made after the other:
 * two at the same time would see each other's trees half done.
 */
export class ReportClient {
  readonly #parts: ReportParts;
  /** Which providers the trees had that were handed out. */
  readonly #handedOut = new WeakMap<ProviderTree, ReadonlySet<string>>();

  constructor(transport: Transport, { refreshMs = 300_000, now = Date.now }: ReportClientOptions = {}) {
    const cache = new ProviderCache({ refreshMs, now });
    const reader = new WholeTreeReader(transport, new ProviderByProviderReader(transport));
    this.#parts = { transport, cache, reader, writer: new ProviderWriter(transport, cache) };
  }

  /**
   * The tree that the provider is in, with those that share with it, to be edited and given back to `updateFromProviderTree`. The
   * provider is made where it is not there yet.
   */
  async getProviderTreeAndEnsureRoot(
    uuid: string,
    name = uuid,
    parentUuid: string | null = null,
  ): Promise<ProviderTree> {
    await ensureProvider(this.#parts, { uuid, name, parentUuid });
    const tree = this.#parts.cache.copyFor(uuid);
    this.#handedOut.set(tree, new Set(tree.getProviderUuids()));
    return tree;
  }

  /** The same to look at: nothing is made. A provider that is not there yet is in the tree all the same, without a generation. */
  async readProviderTree(uuid: string, name = uuid): Promise<ProviderTree> {
    const { cache, reader } = this.#parts;
    const read = await reader.tree(uuid);
    if (read.providers.length > 0) {
      adoptTree(cache, uuid, read);
      return cache.copyFor(uuid);
    }
    cache.forgetTree(uuid);
    const tree = new ProviderTree();
    tree.newRoot(name, uuid);
    return tree;
  }

  /**
   * Makes Placement have what the tree has. With allocations, inventory and what consumers hold are moved in one step.
   *
   * Throws a `PlacementAPIConflict` where others were faster: then a new tree is to be had and edited. `ReshapeFailed` where the move was
   * refused; `ResourceProviderSyncFailed` and others of errors.ts, or `Unreachable`, where it came to an end half-way: then the same
   * again, on a new tree, goes on from there.
   */
  async updateFromProviderTree(
    tree: ProviderTree,
    allocations: AllocationsByConsumer | null = null,
  ): Promise<void> {
    const before = this.#handedOut.get(tree) ?? this.#inSameTrees(tree);
    await updateTree(this.#parts, { next: tree, before, allocations });
    this.#handedOut.set(tree, new Set(tree.getProviderUuids()));
  }

  /**
   * All that those consumers hold that hold something of the node's tree, which has to be known already. Consumers that hold something
   * only of providers that share with it are not among them: it cannot be told whose they are.
   */
  async getAllocationsForProviderTree(nodename: string): Promise<AllocationsByConsumer> {
    const { tree } = this.#parts.cache;
    const uuids = tree.getProviderUuids(nodename);
    const [root = nodename] = tree.getProviderUuidsInTree(nodename);
    return this.#parts.reader.allocations(root, uuids);
  }

  setInventoryForProvider(uuid: string, inventories: Inventories): Promise<void> {
    return this.#forgettingOnFailure(uuid, this.#parts.writer.setInventory(uuid, inventories));
  }

  setTraitsForProvider(uuid: string, traits: Names): Promise<void> {
    return this.#forgettingOnFailure(uuid, this.#parts.writer.setTraits(uuid, traits));
  }

  setAggregatesForProvider(uuid: string, aggregates: Names): Promise<void> {
    return this.#forgettingOnFailure(uuid, this.#parts.writer.setAggregates(uuid, aggregates));
  }

  /** Deletes the tree that a provider is in, children first. Whoever is in use stays, with all above it, and is told of. */
  async deleteProviderTree(uuid: string): Promise<void> {
    const { transport, cache, writer } = this.#parts;
    const tree = await refusedAs(
      listProvidersInTree(transport, uuid),
      (refusal) => new ResourceProviderRetrievalFailed(uuid, refusal),
    );
    cache.forgetTree(uuid);
    for (const each of parentsFirst(tree, () => false).reverse()) await writer.delete(each.uuid);
  }

  clearProviderCache(): void {
    this.#parts.cache.clear();
  }

  /** For a tree that somebody has made: whoever is known to be in one with its providers was left out of it. */
  #inSameTrees(tree: ProviderTree): ReadonlySet<string> {
    const known = this.#parts.cache.tree;
    const shared = tree.getProviderUuids().filter((uuid) => known.exists(uuid));
    return new Set(known.copy(shared).getProviderUuids());
  }

  async #forgettingOnFailure(uuid: string, writing: Promise<void>): Promise<void> {
    try {
      await writing;
    } catch (error) {
      this.#parts.cache.forgetTree(uuid);
      throw error;
    }
  }
}
