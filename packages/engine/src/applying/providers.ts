import { assert } from '../assert.ts';
import type { Change, ProviderFacts } from '../changes.ts';
import { providerFacts } from '../facts.ts';
import type { AggregateId, ProviderId, TraitName } from '../ids.ts';
import { subtreeOf } from '../provider.ts';
import type { ProviderRecord, WorldState } from '../world.ts';
import { changed, knownProvider } from './records.ts';

export function setProvider(world: WorldState, facts: ProviderFacts): Change {
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
    index: world.roster.nextIndex(),
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
  world.roster.add(provider);
  world.providers.set(provider.id, provider);
  world.providersByName.set(provider.name, provider);
  if (parent) parent.children.add(provider);
  else world.roots.add(provider);
  noteLoneliness(world, provider.root);
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
  if (oldRoot !== provider) renewTree(world, oldRoot);
  else world.lone.delete(provider);
  renewTree(world, root);
}

function renewTree(world: WorldState, root: ProviderRecord): void {
  root.tree = [...(subtreeOf(root) as Generator<ProviderRecord>)];
  root.treeRevision++;
  noteLoneliness(world, root);
}

function noteLoneliness(world: WorldState, root: ProviderRecord): void {
  if (root.children.size === 0) world.lone.add(root);
  else world.lone.delete(root);
}

export function touchProvider(world: WorldState, change: Change & { kind: 'provider-touched' }): Change {
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
export function removeProvider(world: WorldState, id: ProviderId): Change {
  const provider = knownProvider(world, id);
  assert(provider.children.size === 0, 'a removed provider has no children');
  assert(provider.inventories.size === 0, 'a removed provider has no inventories');
  assert(provider.traits.size === 0, 'a removed provider has no traits');
  assert(provider.aggregates.size === 0, 'a removed provider is in no aggregate');
  const before = providerFacts(provider);
  world.providers.delete(id);
  world.providersByName.delete(provider.name);
  if (provider.parent) {
    provider.parent.children.delete(provider);
    provider.root.tree = provider.root.tree.filter((member) => member !== provider);
    provider.root.treeRevision++;
    noteLoneliness(world, provider.root);
  } else {
    world.roots.delete(provider);
    world.lone.delete(provider);
  }
  world.roster.remove(provider);
  return { kind: 'provider-set', provider: before };
}
