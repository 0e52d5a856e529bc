import type { Change } from '@berth/engine/changes.ts';
import { consumerFacts, inventoryFacts, providerFacts } from '@berth/engine/facts.ts';
import { subtreeOf } from '@berth/engine/provider.ts';
import type { World } from '@berth/engine/world.ts';

/** A world from nothing, what is referred to first. */
export function* changesThatMake(world: World): Generator<Change> {
  for (const resourceClass of world.classes.values()) yield { kind: 'class-added', resourceClass };
  for (const trait of world.traits.values()) yield { kind: 'trait-added', trait };
  for (const root of world.roots) {
    for (const provider of subtreeOf(root)) {
      const { id } = provider;
      yield { kind: 'provider-set', provider: providerFacts(provider) };
      yield { kind: 'inventories-set', id, inventories: inventoryFacts(provider) };
      yield { kind: 'traits-set', id, traits: [...provider.traits] };
      yield { kind: 'aggregates-set', id, aggregates: [...provider.aggregates] };
    }
  }
  for (const consumer of world.consumers.values()) {
    yield { kind: 'consumer-set', consumer: consumerFacts(consumer) };
  }
}
