import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Inventories } from '@berth/client/placement/records.ts';
import { parentsFirst, type PlacedProvider } from './parents-first.ts';
import {
  copyOfInventories,
  type DriverResources,
  isOtherInventory,
  type ProviderData,
} from './provider-data.ts';
import { ProviderExists, UnknownProvider } from './provider-tree-errors.ts';

/** Several names. No plain string: that would be taken for its letters. */
export type Names = readonly string[] | ReadonlySet<string>;

/**
 * A forest of providers as a host knows it: to be edited, compared and sent to Placement. Providers are found by name or by uuid, a
 * uuid first, and each of both is there once. Nothing that came out of a tree or went into it is shared with it.
 */
export class ProviderTree {
  readonly #byUuid = new Map<string, Provider>();
  readonly #byName = new Map<string, Provider>();

  /** Parents before children: all, or those of one subtree. */
  getProviderUuids(nameOrUuid?: string): string[] {
    if (nameOrUuid !== undefined) return [...subtreeOf(this.#find(nameOrUuid))];
    const uuids = new Set<string>();
    for (const provider of this.#byUuid.values()) if (provider.parent === null) subtreeOf(provider, uuids);
    return [...uuids];
  }

  /** All providers of the tree that this one is in, its root first. */
  getProviderUuidsInTree(nameOrUuid: string): string[] {
    return [...subtreeOf(rootOf(this.#find(nameOrUuid)))];
  }

  newRoot(name: string, uuid: string, generation: number | null = null): string {
    this.#refuseSecond(uuid, name);
    return this.#add({ uuid, name, generation }, null);
  }

  newChild(
    name: string,
    parent: string,
    uuid: string = randomUUID(),
    generation: number | null = null,
  ): string {
    this.#refuseSecond(uuid, name);
    return this.#add({ uuid, name, generation }, this.#find(parent));
  }

  /** With all below it. */
  remove(nameOrUuid: string): void {
    for (const uuid of subtreeOf(this.#find(nameOrUuid))) this.#forget(uuid);
  }

  /**
   * Puts in what Placement has told, in any order, all or nothing. What is there under one of the uuids or names is replaced with all
   * below it: it is older, and so are its inventory, traits and aggregates.
   */
  populateFromIterable(records: Iterable<PlacedProvider>): void {
    const given = [...new Map(Array.from(records, (record) => [record.uuid, record])).values()];
    const replaced = new Set<string>();
    for (const { uuid, name } of given) {
      for (const provider of [this.#byUuid.get(uuid), this.#byName.get(name)]) {
        if (provider !== undefined) subtreeOf(provider, replaced);
      }
    }
    const ordered = parentsFirst(given, (uuid) => this.#byUuid.has(uuid) && !replaced.has(uuid));

    for (const uuid of replaced) this.#forget(uuid);
    for (const record of ordered) {
      this.#add(record, record.parentUuid === null ? null : this.#find(record.parentUuid));
    }
  }

  data(nameOrUuid: string): ProviderData {
    const { uuid, name, generation, parent, inventory, traits, aggregates, resources } =
      this.#find(nameOrUuid);
    return {
      uuid,
      name,
      generation,
      parentUuid: parent?.uuid ?? null,
      inventory: copyOfInventories(inventory),
      traits: new Set(traits),
      aggregates: new Set(aggregates),
      resources: structuredClone(resources),
    };
  }

  exists(nameOrUuid: string): boolean {
    return this.#byUuid.has(nameOrUuid) || this.#byName.has(nameOrUuid);
  }

  updateGeneration(nameOrUuid: string, generation: number): void {
    this.#find(nameOrUuid).generation = generation;
  }

  hasInventory(nameOrUuid: string): boolean {
    return Object.keys(this.#find(nameOrUuid).inventory).length > 0;
  }

  hasInventoryChanged(nameOrUuid: string, inventory: Inventories): boolean {
    return isOtherInventory(this.#find(nameOrUuid).inventory, inventory);
  }

  /** Like all that update: says whether anything is other than before, and takes the generation, where one is given, in any case. */
  updateInventory(nameOrUuid: string, inventory: Inventories, generation: number | null = null): boolean {
    const provider = this.#find(nameOrUuid);
    provider.generation = generation ?? provider.generation;
    if (!isOtherInventory(provider.inventory, inventory)) return false;
    provider.inventory = copyOfInventories(inventory);
    return true;
  }

  /** All of them. */
  hasTraits(nameOrUuid: string, traits: Names): boolean {
    return new Set(traits).isSubsetOf(this.#find(nameOrUuid).traits);
  }

  haveTraitsChanged(nameOrUuid: string, traits: Names): boolean {
    return !areSame(this.#find(nameOrUuid).traits, new Set(traits));
  }

  updateTraits(nameOrUuid: string, traits: Names, generation: number | null = null): boolean {
    return replaceNames(this.#find(nameOrUuid), 'traits', new Set(traits), generation);
  }

  addTraits(nameOrUuid: string, ...traits: readonly string[]): boolean {
    const provider = this.#find(nameOrUuid);
    return replaceNames(provider, 'traits', provider.traits.union(new Set(traits)));
  }

  removeTraits(nameOrUuid: string, ...traits: readonly string[]): boolean {
    const provider = this.#find(nameOrUuid);
    return replaceNames(provider, 'traits', provider.traits.difference(new Set(traits)));
  }

  /** In all of them. */
  inAggregates(nameOrUuid: string, aggregates: Names): boolean {
    return new Set(aggregates).isSubsetOf(this.#find(nameOrUuid).aggregates);
  }

  haveAggregatesChanged(nameOrUuid: string, aggregates: Names): boolean {
    return !areSame(this.#find(nameOrUuid).aggregates, new Set(aggregates));
  }

  updateAggregates(nameOrUuid: string, aggregates: Names, generation: number | null = null): boolean {
    return replaceNames(this.#find(nameOrUuid), 'aggregates', new Set(aggregates), generation);
  }

  addAggregates(nameOrUuid: string, ...aggregates: readonly string[]): boolean {
    const provider = this.#find(nameOrUuid);
    return replaceNames(provider, 'aggregates', provider.aggregates.union(new Set(aggregates)));
  }

  removeAggregates(nameOrUuid: string, ...aggregates: readonly string[]): boolean {
    const provider = this.#find(nameOrUuid);
    return replaceNames(provider, 'aggregates', provider.aggregates.difference(new Set(aggregates)));
  }

  /** Whether somebody in the forest shares inventory of the class. */
  hasSharingProvider(resourceClass: string): boolean {
    return this.#byUuid
      .values()
      .some(({ inventory, traits }) => Object.hasOwn(inventory, resourceClass) && traits.has(sharingTrait));
  }

  updateResources(nameOrUuid: string, resources: DriverResources): boolean {
    const provider = this.#find(nameOrUuid);
    if (isDeepStrictEqual(provider.resources, resources)) return false;
    provider.resources = structuredClone(resources);
    return true;
  }

  /** Of the whole forest, or of those trees only that these providers are in. */
  copy(namesOrUuids?: readonly string[]): ProviderTree {
    const copied = new Set(namesOrUuids === undefined ? this.getProviderUuids() : []);
    for (const each of namesOrUuids ?? []) subtreeOf(rootOf(this.#find(each)), copied);
    const copy = new ProviderTree();
    for (const uuid of copied) {
      const provider = this.#find(uuid);
      copy.#add(provider, provider.parent === null ? null : copy.#find(provider.parent.uuid));
    }
    return copy;
  }

  #find(nameOrUuid: string): Provider {
    const provider = this.#byUuid.get(nameOrUuid) ?? this.#byName.get(nameOrUuid);
    if (provider === undefined) throw new UnknownProvider(nameOrUuid);
    return provider;
  }

  #refuseSecond(uuid: string, name: string): void {
    if (this.#byUuid.has(uuid)) throw new ProviderExists(uuid);
    if (this.#byName.has(name)) throw new ProviderExists(name);
  }

  /** The values of a provider are replaced and never edited, so trees that are copies of each other may share them. */
  #add(from: NewProvider, parent: Provider | null): string {
    const provider: Provider = { ...blank, ...from, parent, children: new Set() };
    this.#byUuid.set(provider.uuid, provider);
    this.#byName.set(provider.name, provider);
    parent?.children.add(provider);
    return provider.uuid;
  }

  #forget(uuid: string): void {
    const provider = this.#find(uuid);
    this.#byUuid.delete(uuid);
    this.#byName.delete(provider.name);
    provider.parent?.children.delete(provider);
  }
}

interface Provider {
  readonly uuid: string;
  readonly name: string;
  readonly parent: Provider | null;
  readonly children: Set<Provider>;
  generation: number | null;
  inventory: Inventories;
  traits: ReadonlySet<string>;
  aggregates: ReadonlySet<string>;
  resources: DriverResources;
}

type NewProvider = Pick<Provider, 'uuid' | 'name'> & Partial<Provider>;

const sharingTrait = 'MISC_SHARES_VIA_AGGREGATE';

const blank = {
  generation: null,
  inventory: {},
  traits: new Set<string>(),
  aggregates: new Set<string>(),
  resources: {},
} as const;

function rootOf(provider: Provider): Provider {
  let root = provider;
  while (root.parent !== null) root = root.parent;
  return root;
}

/** Collects a subtree, parents first, but for what is collected already. With a loop: a tree may be deeper than the stack. */
function subtreeOf(top: Provider, collected = new Set<string>()): Set<string> {
  const waiting = [top];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (collected.has(next.uuid)) continue;
    collected.add(next.uuid);
    for (const child of [...next.children].reverse()) waiting.push(child);
  }
  return collected;
}

function areSame(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size === others.size && some.isSubsetOf(others);
}

function replaceNames(
  provider: Provider,
  member: 'traits' | 'aggregates',
  names: ReadonlySet<string>,
  generation: number | null = null,
): boolean {
  provider.generation = generation ?? provider.generation;
  if (areSame(provider[member], names)) return false;
  provider[member] = names;
  return true;
}
