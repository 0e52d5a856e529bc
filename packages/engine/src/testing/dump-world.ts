import type { Provider } from '../provider.ts';
import type { Usage } from '../usage.ts';
import type { World } from '../world.ts';

/**
 * All that a world holds, indexes included, as plain data that can be compared: two worlds are the same if their dumps
 * are deep-equal. Order does not count, and neither do indexes and revisions, which tell how it came to be so.
 */
export function dumpWorld(world: World): Record<string, unknown> {
  return {
    providers: sorted(world.providers, dumpProvider),
    providersByName: sorted(world.providersByName, ({ id }) => id),
    roots: idsOf(world.roots),
    providersByTrait: sorted(world.providersByTrait, idsOf),
    providersByAggregate: sorted(world.providersByAggregate, idsOf),
    sharersByAggregate: sorted(world.sharersByAggregate, idsOf),
    stocks: sorted(world.stocks, ({ providers }) => idsOf(providers)),
    lone: idsOf(world.lone),
    consumers: sorted(world.consumers, ({ allocations, ...consumer }) => ({
      ...consumer,
      allocations: allocations
        .map(({ provider, resourceClass, amount }) => `${provider.id} ${resourceClass} ${amount}`)
        .sort(),
    })),
    usageByProject: sorted(world.usageByProject, ({ all, byType, byUser }) => ({
      all: dumpUsage(all),
      byType: sorted(byType, dumpUsage),
      byUser: sorted(byUser, (ofUser) => sorted(ofUser, dumpUsage)),
    })),
    traits: sorted(world.traits, (trait) => trait),
    classes: sorted(world.classes, (resourceClass) => resourceClass),
    allocationCount: world.allocationCount,
  };
}

function dumpUsage({ consumerCount, amounts }: Usage) {
  return { consumerCount, amounts: sorted(amounts, (sum) => sum) };
}

export function dumpProvider(provider: Provider): Record<string, unknown> {
  const { index: _, revision: __, treeRevision: ___, ...facts } = provider;
  return {
    ...facts,
    parent: provider.parent?.id ?? null,
    root: provider.root.id,
    children: idsOf(provider.children),
    tree: idsOf(provider.tree),
    inventories: sorted(provider.inventories, (inventory) => inventory),
    used: sorted(provider.used, (amount) => amount),
    traits: [...provider.traits].sort(),
    aggregates: [...provider.aggregates].sort(),
    consumers: idsOf(provider.consumers),
  };
}

function sorted<Value>(
  map: ReadonlyMap<string, Value>,
  dump: (value: Value) => unknown,
): Record<string, unknown> {
  const entries = Array.from(map, ([key, value]): [string, unknown] => [key, dump(value)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function idsOf(items: Iterable<{ readonly id: string }>): string[] {
  return Array.from(items, ({ id }) => id).sort();
}
