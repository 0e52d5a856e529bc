import { setAggregates, setInventories, setTraits } from './applying/belongings.ts';
import { renameClass } from './applying/class-renamed.ts';
import { removeConsumer, setConsumer } from './applying/consumers.ts';
import { removeProvider, setProvider, touchProvider } from './applying/providers.ts';
import { assert, unreachable } from './assert.ts';
import type { Change } from './changes.ts';
import type { WorldState } from './world.ts';

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
      return setConsumer(world, change);
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
      return renameClass(world, change);
    default:
      return unreachable(change);
  }
}
