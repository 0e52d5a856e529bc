import { assert } from '@berth/engine/assert.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import type { ResourceClass } from '@berth/engine/resource-class.ts';
import type { Trait } from '@berth/engine/trait.ts';
import type { PlacementRecord, WholeProvider } from './placement-record.ts';
import { treeOrder } from './tree-order.ts';

/**
 * The records of a stored state, from the changes that make it: classes by position, traits by name, providers tree by tree,
 * consumers in the order in which they came. All but the consumers are held at once; of those there may be a million.
 */
export function* recordsOf(changes: Iterable<Change>): Generator<PlacementRecord> {
  const classes: ResourceClass[] = [];
  const traits: Trait[] = [];
  const providers = new Map<ProviderId, { -readonly [Key in keyof WholeProvider]: WholeProvider[Key] }>();
  let isBegun = false;
  for (const change of changes) {
    switch (change.kind) {
      case 'class-added':
        classes.push(change.resourceClass);
        break;
      case 'trait-added':
        traits.push(change.trait);
        break;
      case 'provider-set': {
        const { provider } = change;
        providers.set(provider.id, { provider, inventories: [], traits: [], aggregates: [] });
        break;
      }
      case 'inventories-set':
        known(change.id).inventories = change.inventories;
        break;
      case 'traits-set':
        known(change.id).traits = change.traits;
        break;
      case 'aggregates-set':
        known(change.id).aggregates = change.aggregates;
        break;
      case 'consumer-set':
        if (!isBegun) yield* beforeConsumers();
        isBegun = true;
        yield { kind: 'consumer', consumer: change.consumer };
        break;
      default:
        assert(false, `a stored state is not made by ${change.kind}`);
    }
  }
  if (!isBegun) yield* beforeConsumers();

  function known(id: ProviderId) {
    const provider = providers.get(id);
    assert(provider, `provider ${id} comes before what hangs on it`);
    return provider;
  }

  function* beforeConsumers(): Generator<PlacementRecord> {
    classes.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));
    for (const resourceClass of classes) yield { kind: 'class', resourceClass };
    traits.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const trait of traits) yield { kind: 'trait', trait };
    for (const whole of treeOrder(providers.values())) yield { kind: 'provider', ...whole };
    providers.clear();
  }
}
