import {
  getWholeTree,
  type WholeTree,
  type WholeTreeOptions,
} from '@berth/client/placement/provider-trees.ts';
import type { AllocationsByConsumer, ProviderInventories } from '@berth/client/placement/records.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { Transport } from '@berth/client/transport.ts';
import { ResourceProviderRetrievalFailed } from './errors.ts';
import type { ReadTree, TreeReader } from './tree-reader.ts';

/**
 * Reads a tree in one answer, of one moment, where the service is a Berth. Whether it is one is seen at the first call: a service that
 * does not have it, or not for us, is not asked for it again, and trees are read in the other way.
 */
export class WholeTreeReader implements TreeReader {
  readonly #transport: Transport;
  readonly #otherwise: TreeReader;
  /** What was read last, by the provider that was asked for: a tree is told again only where something of it has changed. */
  readonly #read = new Map<string, WholeTree>();
  #isOffered = true;

  constructor(transport: Transport, otherwise: TreeReader) {
    this.#transport = transport;
    this.#otherwise = otherwise;
  }

  async tree(uuid: string): Promise<ReadTree> {
    const whole = await this.#ask(uuid, { withAllocations: false, known: this.#read.get(uuid) });
    if (whole === null) return this.#otherwise.tree(uuid);
    if (whole.tag === null || whole.providers.length === 0) this.#read.delete(uuid);
    else this.#read.set(uuid, whole);
    const { own = [], sharing = [] } = Object.groupBy(whole.providers, ({ isSharing }) =>
      isSharing ? 'sharing' : 'own',
    );
    return { providers: own, sharing };
  }

  async inventories(
    root: string,
    uuids: readonly string[],
  ): Promise<ReadonlyMap<string, ProviderInventories>> {
    const whole = await this.#ask(root, { withAllocations: false });
    if (whole === null) return this.#otherwise.inventories(root, uuids);
    const read = new Map(whole.providers.map((provider) => [provider.uuid, provider]));
    return new Map(
      uuids.map((uuid) => {
        const provider = read.get(uuid);
        if (provider === undefined) throw new ResourceProviderRetrievalFailed(uuid, new Error('it is gone'));
        return [uuid, provider];
      }),
    );
  }

  async allocations(root: string, uuids: readonly string[]): Promise<AllocationsByConsumer> {
    const whole = await this.#ask(root, { withAllocations: true });
    if (whole === null) return this.#otherwise.allocations(root, uuids);
    const wanted = new Set(uuids);
    const ofTree = [...(whole.allocations ?? [])];
    return new Map(
      ofTree.filter(([, { allocations }]) => Object.keys(allocations).some((uuid) => wanted.has(uuid))),
    );
  }

  /** Null where it is not offered. */
  async #ask(uuid: string, options: WholeTreeOptions): Promise<WholeTree | null> {
    if (!this.#isOffered) return null;
    try {
      return await getWholeTree(this.#transport, uuid, options);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.status !== 404 && error.status !== 403)
        throw new ResourceProviderRetrievalFailed(uuid, error);
      this.#isOffered = false;
      return null;
    }
  }
}
