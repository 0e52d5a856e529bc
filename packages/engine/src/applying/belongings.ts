import type { Change, InventoryFacts } from '../changes.ts';
import { inventoryFacts } from '../facts.ts';
import type { AggregateId, ProviderId, TraitName } from '../ids.ts';
import type { Inventory } from '../inventory.ts';
import { sharesViaAggregate } from '../trait.ts';
import type { WorldState } from '../world.ts';
import { addTo, changed, knownProvider, removeFrom } from './records.ts';
import { renewStock } from './stocks.ts';

export function setInventories(
  world: WorldState,
  id: ProviderId,
  inventories: readonly InventoryFacts[],
): Change {
  const provider = knownProvider(world, id);
  const before: Change = { kind: 'inventories-set', id, inventories: inventoryFacts(provider) };
  const next = new Map(
    inventories.map(({ resourceClass, ...inventory }) => [resourceClass, inventory as Inventory]),
  );
  const names = new Set([...provider.inventories.keys(), ...next.keys()]);
  provider.inventories = next;
  for (const name of names) renewStock(world, provider, name);
  changed(provider);
  return before;
}

export function setTraits(world: WorldState, id: ProviderId, traits: readonly TraitName[]): Change {
  const provider = knownProvider(world, id);
  const before: Change = { kind: 'traits-set', id, traits: [...provider.traits] };
  const next = new Set(traits);
  for (const name of provider.traits)
    if (!next.has(name)) removeFrom(world, world.providersByTrait, name, provider);
  for (const name of next) addTo(world, world.providersByTrait, name, provider);
  const shared = provider.traits.has(sharesViaAggregate);
  const shares = next.has(sharesViaAggregate);
  if (shared !== shares) {
    world.sharingRevision++;
    for (const aggregate of provider.aggregates) {
      if (shares) addTo(world, world.sharersByAggregate, aggregate, provider);
      else removeFrom(world, world.sharersByAggregate, aggregate, provider);
    }
  }
  provider.traits = next;
  changed(provider);
  return before;
}

export function setAggregates(world: WorldState, id: ProviderId, aggregates: readonly AggregateId[]): Change {
  const provider = knownProvider(world, id);
  const before: Change = { kind: 'aggregates-set', id, aggregates: [...provider.aggregates] };
  const next = new Set(aggregates);
  const shares = provider.traits.has(sharesViaAggregate);
  for (const aggregate of provider.aggregates) {
    if (next.has(aggregate)) continue;
    removeFrom(world, world.providersByAggregate, aggregate, provider);
    if (shares) removeFrom(world, world.sharersByAggregate, aggregate, provider);
  }
  for (const aggregate of next) {
    addTo(world, world.providersByAggregate, aggregate, provider);
    if (shares) addTo(world, world.sharersByAggregate, aggregate, provider);
  }
  provider.aggregates = next;
  world.sharingRevision++;
  changed(provider);
  return before;
}
