import { applyClassRenamed } from './apply-class-renamed.ts';
import { assert, unreachable } from './assert.ts';
import type { Change, ConsumerFacts, InventoryFacts, ProviderFacts } from './changes.ts';
import type { Allocation, Consumer } from './consumer.ts';
import { consumerFacts, inventoryFacts, providerFacts } from './facts.ts';
import type { AggregateId, ConsumerId, ProviderId, TraitName } from './ids.ts';
import type { Inventory } from './inventory.ts';
import { subtreeOf } from './provider.ts';
import { sharesViaAggregate } from './trait.ts';
import type { ProviderRecord, WorldState } from './world.ts';

/**
 * Makes a change true. It never refuses: whatever was decided holds. Answers with the change that takes it back,
 * so that a group of changes can be undone by applying the answers in reverse.
 */
export function apply(world: WorldState, change: Change): Change {
  switch (change.kind) {
    case 'provider-set':
      return setProvider(world, change.provider);
    case 'provider-touched':
      return touchProvider(world, change);
    case 'provider-removed':
      return removeProvider(world, change.id);
    case 'inventories-set':
      return setInventories(world, change.id, change.inventories);
    case 'traits-set':
      return setTraits(world, change.id, change.traits);
    case 'aggregates-set':
      return setAggregates(world, change.id, change.aggregates);
    case 'consumer-set':
      return setConsumer(world, change.consumer);
    case 'consumer-removed':
      return removeConsumer(world, change.id);
    case 'trait-added':
      world.traits.set(change.trait.name, change.trait);
      return { kind: 'trait-removed', name: change.trait.name };
    case 'trait-removed': {
      const trait = world.traits.get(change.name);
      assert(trait, 'a removed trait was known');
      world.traits.delete(change.name);
      return { kind: 'trait-added', trait };
    }
    case 'class-added':
      world.classes.set(change.resourceClass.name, change.resourceClass);
      return { kind: 'class-removed', name: change.resourceClass.name };
    case 'class-removed': {
      const resourceClass = world.classes.get(change.name);
      assert(resourceClass, 'a removed class was known');
      world.classes.delete(change.name);
      return { kind: 'class-added', resourceClass };
    }
    case 'class-renamed':
      return applyClassRenamed(world, change);
    default:
      return unreachable(change);
  }
}

function setProvider(world: WorldState, facts: ProviderFacts): Change {
  const parent = facts.parentId === null ? null : knownProvider(world, facts.parentId);
  const existing = world.providers.get(facts.id);
  if (!existing) {
    addProvider(world, facts, parent);
    return { kind: 'provider-removed', id: facts.id };
  }
  const before = providerFacts(existing);
  if (existing.name !== facts.name) {
    world.providersByName.delete(existing.name);
    world.providersByName.set(facts.name, existing);
    existing.name = facts.name;
  }
  if (existing.parent !== parent) moveProvider(world, existing, parent);
  existing.generation = facts.generation;
  existing.updatedAt = facts.updatedAt;
  changed(existing);
  return { kind: 'provider-set', provider: before };
}

function addProvider(world: WorldState, facts: ProviderFacts, parent: ProviderRecord | null): void {
  const provider = {
    id: facts.id,
    name: facts.name,
    generation: facts.generation,
    parent,
    children: new Set(),
    inventories: new Map(),
    used: new Map(),
    traits: noNames as ReadonlySet<TraitName>,
    aggregates: noNames as ReadonlySet<AggregateId>,
    consumers: new Set(),
    createdAt: facts.createdAt,
    updatedAt: facts.updatedAt,
    revision: 0,
    tree: [],
    treeRevision: 0,
  } as unknown as ProviderRecord; // Its root may be itself, which does not exist before this line.
  provider.root = parent?.root ?? provider;
  provider.root.tree.push(provider);
  provider.root.treeRevision++;
  world.providers.set(provider.id, provider);
  world.providersByName.set(provider.name, provider);
  if (parent) parent.children.add(provider);
  else world.roots.add(provider);
}

const noNames: ReadonlySet<string> = new Set();

function moveProvider(world: WorldState, provider: ProviderRecord, parent: ProviderRecord | null): void {
  const { root: oldRoot } = provider;
  if (provider.parent) provider.parent.children.delete(provider);
  else world.roots.delete(provider);
  provider.parent = parent;
  if (parent) parent.children.add(provider);
  else world.roots.add(provider);
  const root = parent?.root ?? provider;
  for (const member of subtreeOf(provider) as Generator<ProviderRecord>) {
    member.root = root;
    member.tree = [];
    member.revision++;
  }
  if (oldRoot !== provider) renewTree(oldRoot);
  renewTree(root);
}

function renewTree(root: ProviderRecord): void {
  root.tree = [...(subtreeOf(root) as Generator<ProviderRecord>)];
  root.treeRevision++;
}

/** To be called after every change of what a provider is or has. */
export function changed(provider: ProviderRecord): void {
  provider.revision++;
  provider.root.treeRevision++;
}

function touchProvider(world: WorldState, change: Change & { kind: 'provider-touched' }): Change {
  const provider = knownProvider(world, change.id);
  const before: Change = {
    kind: 'provider-touched',
    id: change.id,
    generation: provider.generation,
    at: provider.updatedAt,
  };
  provider.generation = change.generation;
  provider.updatedAt = change.at;
  changed(provider);
  return before;
}

/** Whatever hung on it (inventories, traits, aggregates) has been taken away by changes before this one. */
function removeProvider(world: WorldState, id: ProviderId): Change {
  const provider = knownProvider(world, id);
  assert(provider.children.size === 0, 'a removed provider has no children');
  assert(provider.inventories.size === 0, 'a removed provider has no inventories');
  const before = providerFacts(provider);
  world.providers.delete(id);
  world.providersByName.delete(provider.name);
  if (provider.parent) {
    provider.parent.children.delete(provider);
    provider.root.tree = provider.root.tree.filter((member) => member !== provider);
    provider.root.treeRevision++;
  } else {
    world.roots.delete(provider);
  }
  return { kind: 'provider-set', provider: before };
}

function setInventories(world: WorldState, id: ProviderId, inventories: readonly InventoryFacts[]): Change {
  const provider = knownProvider(world, id);
  const before: Change = { kind: 'inventories-set', id, inventories: inventoryFacts(provider) };
  const next = new Map(
    inventories.map(({ resourceClass, ...inventory }) => [resourceClass, inventory as Inventory]),
  );
  for (const name of provider.inventories.keys()) {
    if (!next.has(name)) removeFrom(world.providersByClass, name, provider);
  }
  for (const name of next.keys()) addTo(world.providersByClass, name, provider);
  provider.inventories = next;
  changed(provider);
  return before;
}

function setTraits(world: WorldState, id: ProviderId, traits: readonly TraitName[]): Change {
  const provider = knownProvider(world, id);
  const before: Change = { kind: 'traits-set', id, traits: [...provider.traits] };
  const next = new Set(traits);
  for (const name of provider.traits) if (!next.has(name)) removeFrom(world.providersByTrait, name, provider);
  for (const name of next) addTo(world.providersByTrait, name, provider);
  const shared = provider.traits.has(sharesViaAggregate);
  const shares = next.has(sharesViaAggregate);
  if (shared !== shares) {
    for (const aggregate of provider.aggregates) {
      if (shares) addTo(world.sharersByAggregate, aggregate, provider);
      else removeFrom(world.sharersByAggregate, aggregate, provider);
    }
  }
  provider.traits = next;
  changed(provider);
  return before;
}

function setAggregates(world: WorldState, id: ProviderId, aggregates: readonly AggregateId[]): Change {
  const provider = knownProvider(world, id);
  const before: Change = { kind: 'aggregates-set', id, aggregates: [...provider.aggregates] };
  const next = new Set(aggregates);
  const shares = provider.traits.has(sharesViaAggregate);
  for (const aggregate of provider.aggregates) {
    if (next.has(aggregate)) continue;
    removeFrom(world.providersByAggregate, aggregate, provider);
    if (shares) removeFrom(world.sharersByAggregate, aggregate, provider);
  }
  for (const aggregate of next) {
    addTo(world.providersByAggregate, aggregate, provider);
    if (shares) addTo(world.sharersByAggregate, aggregate, provider);
  }
  provider.aggregates = next;
  changed(provider);
  return before;
}

function setConsumer(world: WorldState, facts: ConsumerFacts): Change {
  assert(facts.allocations.length > 0, 'a consumer that is set holds something');
  const existing = world.consumers.get(facts.id);
  const before: Change = existing
    ? { kind: 'consumer-set', consumer: consumerFacts(existing) }
    : { kind: 'consumer-removed', id: facts.id };
  if (existing) dropConsumer(world, existing);
  const allocations: Allocation[] = facts.allocations.map(({ providerId, resourceClass, amount }) => ({
    provider: knownProvider(world, providerId),
    resourceClass,
    amount,
  }));
  const consumer: Consumer = { ...facts, allocations };
  world.consumers.set(consumer.id, consumer);
  addTo(world.consumersByProject, consumer.projectId, consumer);
  for (const allocation of allocations) {
    const provider = allocation.provider as ProviderRecord;
    provider.consumers.add(consumer);
    addUsage(provider, allocation, 1);
  }
  world.allocationCount += allocations.length;
  return before;
}

function removeConsumer(world: WorldState, id: ConsumerId): Change {
  const consumer = world.consumers.get(id);
  assert(consumer, 'a removed consumer was known');
  dropConsumer(world, consumer);
  world.consumers.delete(id);
  return { kind: 'consumer-set', consumer: consumerFacts(consumer) };
}

function dropConsumer(world: WorldState, consumer: Consumer): void {
  removeFrom(world.consumersByProject, consumer.projectId, consumer);
  for (const allocation of consumer.allocations) {
    const provider = allocation.provider as ProviderRecord;
    provider.consumers.delete(consumer);
    addUsage(provider, allocation, -1);
  }
  world.allocationCount -= consumer.allocations.length;
}

function addUsage(provider: ProviderRecord, { resourceClass, amount }: Allocation, sign: 1 | -1): void {
  const used = (provider.used.get(resourceClass) ?? 0) + sign * amount;
  if (used === 0) provider.used.delete(resourceClass);
  else provider.used.set(resourceClass, used);
  changed(provider);
}

function knownProvider(world: WorldState, id: ProviderId): ProviderRecord {
  const provider = world.providers.get(id);
  assert(provider, `provider ${id} is known`);
  return provider;
}

export function addTo<Key, Member>(index: Map<Key, Set<Member>>, key: Key, member: Member): void {
  const members = index.get(key);
  if (members) members.add(member);
  else index.set(key, new Set([member]));
}

export function removeFrom<Key, Member>(index: Map<Key, Set<Member>>, key: Key, member: Member): void {
  const members = index.get(key);
  members?.delete(member);
  if (members?.size === 0) index.delete(key);
}
