import { getProviderAggregates } from '@berth/client/placement/aggregates.ts';
import { getAllocations, listConsumersOf } from '@berth/client/placement/allocations.ts';
import { getInventories } from '@berth/client/placement/inventories.ts';
import { listProvidersInTree, listSharingProviders } from '@berth/client/placement/providers.ts';
import type {
  AllocationsByConsumer,
  ProviderInventories,
  ProviderRecord,
  WholeProvider,
} from '@berth/client/placement/records.ts';
import { getProviderTraits } from '@berth/client/placement/traits.ts';
import type { Transport } from '@berth/client/transport.ts';
import { inParallel } from '../in-parallel.ts';
import {
  ConsumerAllocationRetrievalFailed,
  refusedAs,
  ResourceProviderAggregateRetrievalFailed,
  ResourceProviderAllocationRetrievalFailed,
  ResourceProviderRetrievalFailed,
  ResourceProviderTraitRetrievalFailed,
} from './errors.ts';
import type { ReadTree, TreeReader } from './tree-reader.ts';

/** How many reads are under way at a time. */
const readsMax = 8;

/** Reads with the calls that every Placement has: three for each provider, and one for each consumer. */
export class ProviderByProviderReader implements TreeReader {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async tree(uuid: string): Promise<ReadTree> {
    const records = await refusedAs(
      listProvidersInTree(this.#transport, uuid),
      (refusal) => new ResourceProviderRetrievalFailed(uuid, refusal),
    );
    const providers = await this.#whole(records);
    const aggregates = new Set(providers.flatMap((provider) => provider.aggregates));
    const sharing = await refusedAs(
      listSharingProviders(this.#transport, [...aggregates]),
      (refusal) => new ResourceProviderRetrievalFailed(uuid, refusal),
    );
    const own = new Set(records.map((record) => record.uuid));
    return { providers, sharing: await this.#whole(sharing.filter((each) => !own.has(each.uuid))) };
  }

  async inventories(_root: string, uuids: readonly string[]): Promise<Map<string, ProviderInventories>> {
    const read = await inParallel(
      uuids,
      readsMax,
      async (uuid) => [uuid, await this.#inventories(uuid)] as const,
    );
    return new Map(read);
  }

  async allocations(_root: string, uuids: readonly string[]): Promise<AllocationsByConsumer> {
    const consumers = await inParallel(uuids, readsMax, (uuid) =>
      refusedAs(
        listConsumersOf(this.#transport, uuid),
        (refusal) => new ResourceProviderAllocationRetrievalFailed(uuid, refusal),
      ),
    );
    const held = await inParallel([...new Set(consumers.flat())], readsMax, async (uuid) => {
      const allocations = await refusedAs(
        getAllocations(this.#transport, uuid),
        (refusal) => new ConsumerAllocationRetrievalFailed(uuid, refusal),
      );
      // Whoever has given back everything in the meantime is not there any more.
      return allocations === null ? [] : [[uuid, allocations] as const];
    });
    return new Map(held.flat());
  }

  #whole(records: readonly ProviderRecord[]): Promise<WholeProvider[]> {
    return inParallel(records, readsMax, async (record) => {
      const { uuid } = record;
      const held = await this.#inventories(uuid);
      const member = await refusedAs(
        getProviderAggregates(this.#transport, uuid),
        (refusal) => new ResourceProviderAggregateRetrievalFailed(uuid, refusal),
      );
      const marked = await refusedAs(
        getProviderTraits(this.#transport, uuid),
        (refusal) => new ResourceProviderTraitRetrievalFailed(uuid, refusal),
      );
      // When it was changed between the reads, it counts as it was first: then a write on this picture is refused.
      const generation = Math.min(record.generation, held.generation, member.generation, marked.generation);
      return { ...record, ...held, ...member, ...marked, generation };
    });
  }

  #inventories(uuid: string): Promise<ProviderInventories> {
    return refusedAs(
      getInventories(this.#transport, uuid),
      (refusal) => new ResourceProviderRetrievalFailed(uuid, refusal),
    );
  }
}
