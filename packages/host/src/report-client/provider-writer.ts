import { putProviderAggregates } from '@berth/client/placement/aggregates.ts';
import { putInventories } from '@berth/client/placement/inventories.ts';
import { createProvider, deleteProvider, type NewProvider } from '@berth/client/placement/providers.ts';
import type { Inventories, ProviderRecord } from '@berth/client/placement/records.ts';
import { ensureResourceClass } from '@berth/client/placement/resource-classes.ts';
import { isCustomName } from '@berth/client/placement/resource-name.ts';
import { ensureTrait, listTraitsAmong, putProviderTraits } from '@berth/client/placement/traits.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { Names } from '../provider-tree.ts';
import {
  InvalidResourceClass,
  InventoryInUse,
  refusedAs,
  ResourceProviderCreationFailed,
  ResourceProviderDeletionFailed,
  ResourceProviderInUse,
  ResourceProviderUpdateConflict,
  ResourceProviderUpdateFailed,
  TraitCreationFailed,
  TraitRetrievalFailed,
} from './errors.ts';
import type { ProviderCache } from './provider-cache.ts';

/** Writes single providers, and keeps the cache true. What the cache says is so already is not written. */
export class ProviderWriter {
  readonly #transport: Transport;
  readonly #cache: ProviderCache;

  constructor(transport: Transport, cache: ProviderCache) {
    this.#transport = transport;
    this.#cache = cache;
  }

  /** Null where somebody else has made a provider with the uuid in the meantime. */
  async create(provider: NewProvider): Promise<ProviderRecord | null> {
    try {
      return await createProvider(this.#transport, provider);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const isSameUuid =
        error.status === 409 && !error.detail.includes('Conflicting resource provider name:');
      if (isSameUuid) return null;
      throw new ResourceProviderCreationFailed(provider.name, error);
    }
  }

  /** One that is gone already is deleted, too. */
  async delete(uuid: string): Promise<void> {
    try {
      await deleteProvider(this.#transport, uuid);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.status === 409) throw new ResourceProviderInUse(uuid, error);
      if (error.status !== 404) throw new ResourceProviderDeletionFailed(uuid, error);
    }
    this.#cache.forget(uuid);
  }

  async setInventory(uuid: string, inventories: Inventories): Promise<void> {
    if (!this.#cache.tree.hasInventoryChanged(uuid, inventories)) return;
    await this.ensureResourceClasses(Object.keys(inventories));
    const generation = this.#generationOf(uuid);
    const told = await refusedAs(
      putInventories(this.#transport, uuid, { generation, inventories }),
      (refusal) =>
        refusal.status === 409 && refusal.code === 'placement.inventory.inuse'
          ? new InventoryInUse(uuid, refusal)
          : refusedUpdate(uuid, generation, refusal),
    );
    this.#cache.tree.updateInventory(uuid, told.inventories, told.generation);
  }

  async setTraits(uuid: string, traits: Names): Promise<void> {
    if (!this.#cache.tree.haveTraitsChanged(uuid, traits)) return;
    await this.#ensureTraits([...traits]);
    const generation = this.#generationOf(uuid);
    const told = await refusedAs(
      putProviderTraits(this.#transport, uuid, { generation, traits: [...traits] }),
      (refusal) => refusedUpdate(uuid, generation, refusal),
    );
    this.#cache.tree.updateTraits(uuid, told.traits, told.generation);
  }

  async setAggregates(uuid: string, aggregates: Names): Promise<void> {
    if (!this.#cache.tree.haveAggregatesChanged(uuid, aggregates)) return;
    const generation = this.#generationOf(uuid);
    const told = await refusedAs(
      putProviderAggregates(this.#transport, uuid, { generation, aggregates: [...aggregates] }),
      (refusal) => refusedUpdate(uuid, generation, refusal),
    );
    this.#cache.tree.updateAggregates(uuid, told.aggregates, told.generation);
  }

  /** Those of Placement are there; those of others have to be made. */
  async ensureResourceClasses(names: Iterable<string>): Promise<void> {
    for (const name of new Set(names)) {
      if (!isCustomName(name)) continue;
      await refusedAs(
        ensureResourceClass(this.#transport, name),
        (refusal) => new InvalidResourceClass(name, refusal),
      );
    }
  }

  async #ensureTraits(names: readonly string[]): Promise<void> {
    const known = await refusedAs(
      listTraitsAmong(this.#transport, names),
      (refusal) => new TraitRetrievalFailed(refusal),
    );
    for (const name of new Set(names).difference(new Set(known))) {
      await refusedAs(
        ensureTrait(this.#transport, name),
        (refusal) => new TraitCreationFailed(name, refusal),
      );
    }
  }

  /** Whatever is in the cache was read or made, and then has one. */
  #generationOf(uuid: string): number {
    return this.#cache.tree.data(uuid).generation ?? 0;
  }
}

function refusedUpdate(uuid: string, generation: number, refusal: ServiceError): Error {
  return refusal.status === 409
    ? new ResourceProviderUpdateConflict(uuid, generation, refusal)
    : new ResourceProviderUpdateFailed(uuid, refusal);
}
