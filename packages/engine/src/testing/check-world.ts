import assert from 'node:assert/strict';
import type { Consumer } from '../consumer.ts';
import type { ClassName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import { type Usage, unknownType } from '../usage.ts';
import type { World } from '../world.ts';
import { topOf, treeBelow } from './tree.ts';

/** Throws if something does not hold that always does; see `World`. Everything is counted again from the bottom. */
export function checkWorld(world: World): void {
  checkTrees(world);
  checkProviders(world);
  checkConsumers(world);
  checkIndexes(world);
}

function checkTrees(world: World): void {
  const placed = [...world.roots].flatMap(treeBelow);
  assert.equal(new Set(placed).size, placed.length, 'every provider is at one place of one tree');
  assertSame(
    placed,
    world.providers.values(),
    'the trees are made of the providers, and every one is in a tree',
  );
  for (const provider of placed) {
    assert.equal(provider.root, topOf(provider), `the root of ${provider.name} is the top of its tree`);
    for (const child of provider.children) {
      assert.equal(child.parent, provider, `the parent of ${child.name} is the one whose child it is`);
    }
  }
  assertSame(
    world.lone,
    [...world.roots].filter((root) => treeBelow(root).length === 1),
    'the lone trees are those of one provider',
  );
  for (const root of world.roots) {
    assert.equal(root.parent, null, `the root ${root.name} has no parent`);
    assert.equal(root.tree.length, treeBelow(root).length, `${root.name} lists its tree once`);
    assertSame(root.tree, treeBelow(root), `${root.name} lists its tree`);
  }
  for (const { name, root, parent, tree } of placed) {
    if (parent === null) continue;
    assert.deepEqual(tree, [], `${name} is no root and lists no tree`);
    const place = root.tree.findIndex((member) => member.name === name);
    assert.ok(root.tree.indexOf(parent) < place, `${name} is listed after its parent`);
  }
}

function checkProviders(world: World): void {
  for (const [id, provider] of world.providers) {
    assert.equal(provider.id, id);
    for (const trait of provider.traits) assert.ok(world.traits.has(trait), `the trait ${trait} is known`);
    for (const name of provider.inventories.keys())
      assert.ok(world.classes.has(name), `the class ${name} is known`);
    const holders = [...world.consumers.values()].filter(
      (consumer) => heldFrom(provider, consumer).length > 0,
    );
    assertSame(
      provider.consumers,
      holders,
      `the consumers of ${provider.name} are those that hold something`,
    );
    const used = new Map<string, number>();
    for (const { resourceClass, amount } of holders.flatMap((consumer) => heldFrom(provider, consumer))) {
      used.set(resourceClass, (used.get(resourceClass) ?? 0) + amount);
    }
    assert.deepEqual(
      new Map<string, number>(provider.used),
      used,
      `the usage of ${provider.name} is the sum of its allocations`,
    );
  }
}

function heldFrom(provider: Provider, { allocations }: Consumer): Consumer['allocations'] {
  return allocations.filter((allocation) => allocation.provider === provider);
}

function checkConsumers(world: World): void {
  let allocationCount = 0;
  for (const [id, { id: ownId, allocations }] of world.consumers) {
    assert.equal(ownId, id);
    assert.ok(allocations.length > 0, `the consumer ${id} holds something`);
    const pairs = new Set(
      allocations.map(({ provider, resourceClass }) => `${provider.id} ${resourceClass}`),
    );
    assert.equal(
      pairs.size,
      allocations.length,
      `the consumer ${id} has one allocation for each provider and class`,
    );
    for (const { provider, resourceClass, amount } of allocations) {
      assert.equal(
        world.providers.get(provider.id),
        provider,
        'what is held is held from a provider that is there',
      );
      assert.ok(
        provider.inventories.has(resourceClass),
        `${provider.name} has an inventory of ${resourceClass}`,
      );
      assert.ok(amount > 0, 'what is held is more than nothing');
    }
    allocationCount += allocations.length;
  }
  assert.equal(world.allocationCount, allocationCount);
}

function checkIndexes(world: World): void {
  const providers = [...world.providers.values()];
  const isSharer = ({ traits }: Provider) =>
    [...traits].some((trait) => String(trait) === 'MISC_SHARES_VIA_AGGREGATE');
  checkIndex('providersByTrait', world.providersByTrait, providers, ({ traits }) => traits);
  checkIndex('providersByAggregate', world.providersByAggregate, providers, ({ aggregates }) => aggregates);
  checkIndex(
    'sharersByAggregate',
    world.sharersByAggregate,
    providers.filter(isSharer),
    ({ aggregates }) => aggregates,
  );
  checkIndex('stocks', stockProviders(world), providers, ({ inventories }) => inventories.keys());
  checkStocks(world);
  for (const provider of providers) {
    assert.equal(world.roster.at(provider.index), provider, `${provider.name} is found by its index`);
  }
  checkUsages(world);
  assert.deepEqual(
    new Map(Array.from(world.providersByName, ([name, { id }]) => [name, id])),
    new Map(providers.map(({ name, id }) => [name, id])),
    'every provider is found by its name, and by no other',
  );
}

function stockProviders({ stocks }: World): Map<ClassName, Iterable<Provider>> {
  return new Map(Array.from(stocks, ([name, { providers }]) => [name, providers]));
}

/** What is kept as left is the largest amount that fits, found by trying. */
function checkStocks(world: World): void {
  for (const [name, stock] of world.stocks) {
    for (const provider of world.providers.values()) {
      const inventory = provider.inventories.get(name);
      const left = stock.leftAt(provider);
      const sentence = `what is left of ${name} at ${provider.name}`;
      if (!inventory) {
        assert.equal(left, -1, sentence);
        continue;
      }
      const isChoosy = inventory.minUnit !== 1 || inventory.stepSize !== 1;
      assert.equal(stock.choosy.has(provider), isChoosy, `${provider.name} is choosy about ${name}`);
      assert.ok(stock.mostIn(provider.index >>> 10) >= left, `nobody has more left than the most of ${name}`);
      const used = provider.used.get(name) ?? 0;
      const capacity = (inventory.total - inventory.reserved) * inventory.allocationRatio;
      const fits = (amount: number) => used + amount <= capacity && amount <= inventory.maxUnit;
      assert.ok(left === -1 || fits(left), sentence);
      assert.ok(!fits(left + 1), sentence);
    }
  }
}

/** The kept sums are those over all consumers, and there is none of nothing. */
function checkUsages(world: World): void {
  const sums: Record<string, number> = {};
  const count = (key: string, amount: number) => (sums[key] = (sums[key] ?? 0) + amount);
  for (const { projectId, userId, type, allocations } of world.consumers.values()) {
    const shownType = type ?? unknownType;
    for (const whose of [projectId, `${projectId}/-/${shownType}`, `${projectId}/${userId}/${shownType}`]) {
      count(whose, 1);
      for (const each of allocations) count(`${whose}/${each.resourceClass}`, each.amount);
    }
  }
  const kept: Record<string, number> = {};
  const keep = (of: string, { consumerCount, amounts }: Usage) => {
    kept[of] = consumerCount;
    for (const [name, amount] of amounts) kept[`${of}/${name}`] = amount;
  };
  for (const [projectId, { all, byType, byUser }] of world.usageByProject) {
    keep(projectId, all);
    for (const [type, usage] of byType) keep(`${projectId}/-/${type}`, usage);
    for (const [userId, ofUser] of byUser) {
      assert.ok(ofUser.size > 0, `user ${userId} of project ${projectId} has usage`);
      for (const [type, usage] of ofUser) keep(`${projectId}/${userId}/${type}`, usage);
    }
  }
  assert.deepEqual(kept, sums, 'usage per project is the sum over its consumers');
}

/** An index has what its members say about themselves, and no key without members. */
function checkIndex<Key extends string, Member>(
  name: string,
  index: ReadonlyMap<Key, Iterable<Member>>,
  members: readonly Member[],
  keysOf: (member: Member) => Iterable<Key>,
): void {
  const expected = new Map<Key, Set<Member>>();
  for (const member of members) {
    for (const key of keysOf(member)) expected.set(key, (expected.get(key) ?? new Set()).add(member));
  }
  assertSame(index.keys(), expected.keys(), `the keys of ${name} are those that somebody has`);
  for (const [key, found] of index)
    assertSame(found, expected.get(key) ?? [], `${name} is right about ${key}`);
}

/** The same things, the very same ones, in any order. */
function assertSame<Item>(actual: Iterable<Item>, expected: Iterable<Item>, sentence: string): void {
  const [one, other] = [new Set(actual), new Set(expected)];
  assert.ok(one.size === other.size && one.isSubsetOf(other), sentence);
}
