import { assert } from '../assert.ts';
import type { Change } from '../changes.ts';
import type { Consumer } from '../consumer.ts';
import type { ProviderRecord, WorldState } from '../world.ts';
import { countUsage } from './consumers.ts';
import { changed } from './records.ts';

/**
 * A class keeps its place in the order and everything that is counted in it, under another name. This walks all
 * providers of the class: clients older than 1.7 could do it, and hardly anybody does.
 */
export function renameClass(world: WorldState, change: Change & { kind: 'class-renamed' }): Change {
  const { from, to, at } = change;
  const resourceClass = world.classes.get(from);
  assert(resourceClass, 'a renamed class was known');
  world.classes.delete(from);
  world.classes.set(to, { ...resourceClass, name: to, updatedAt: at });
  const stock = world.stocks.get(from);
  if (stock && from !== to) {
    world.stocks.delete(from);
    world.stocks.set(to, stock);
    world.indexRevision++;
    for (const provider of stock.providers as Iterable<ProviderRecord>) renameIn(provider);
  }
  return { kind: 'class-renamed', from: to, to: from, at: resourceClass.updatedAt };

  function renameIn(provider: ProviderRecord): void {
    provider.inventories = new Map(
      Array.from(provider.inventories, ([name, inventory]) => [name === from ? to : name, inventory]),
    );
    const used = provider.used.get(from);
    if (used !== undefined) {
      provider.used.delete(from);
      provider.used.set(to, used);
    }
    // Those that are replaced come up again at the end, with nothing left to rename.
    for (const consumer of provider.consumers) {
      if (consumer.allocations.some((allocation) => allocation.resourceClass === from)) replace(consumer);
    }
    changed(provider);
  }

  function replace(consumer: Consumer): void {
    const next: Consumer = {
      ...consumer,
      allocations: consumer.allocations.map((allocation) =>
        allocation.resourceClass === from ? { ...allocation, resourceClass: to } : allocation,
      ),
    };
    world.consumers.set(next.id, next);
    countUsage(world, next, 1);
    countUsage(world, consumer, -1);
    for (const { provider } of consumer.allocations) {
      const { consumers } = provider as ProviderRecord;
      consumers.delete(consumer);
      consumers.add(next);
    }
  }
}
