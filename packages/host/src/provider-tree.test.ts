import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProviderTree } from './provider-tree.ts';
import { ProviderExists, UnknownProvider, UnrootedProviders } from './provider-tree-errors.ts';

/** Two hosts and a store: names are short forms of the uuids. */
function given(): ProviderTree {
  const tree = new ProviderTree();
  tree.newRoot('host1', 'uuid-host1', 3);
  tree.newChild('numa0', 'host1', 'uuid-numa0', 1);
  tree.newChild('gpu0', 'uuid-numa0', 'uuid-gpu0', 1);
  tree.newChild('numa1', 'host1', 'uuid-numa1', 1);
  tree.newRoot('host2', 'uuid-host2');
  return tree;
}

describe('who is there', () => {
  test('parents come before their children, and subtrees are whole', () => {
    const tree = given();
    const host1 = ['uuid-host1', 'uuid-numa0', 'uuid-gpu0', 'uuid-numa1'];
    assert.deepEqual(tree.getProviderUuids(), [...host1, 'uuid-host2']);
    assert.deepEqual(tree.getProviderUuids('numa0'), ['uuid-numa0', 'uuid-gpu0']);
    assert.deepEqual(tree.getProviderUuids('uuid-numa1'), ['uuid-numa1']);
    assert.deepEqual(tree.getProviderUuidsInTree('gpu0'), host1);
    assert.deepEqual(tree.getProviderUuidsInTree('host2'), ['uuid-host2']);
  });

  test('a provider is found by its name and by its uuid', () => {
    const tree = given();
    assert.deepEqual(tree.data('gpu0'), tree.data('uuid-gpu0'));
    assert.ok(tree.exists('gpu0') && tree.exists('uuid-gpu0'));
    assert.ok(!tree.exists('gpu1'));
  });

  test('of a name that is the uuid of another, the uuid counts', () => {
    const tree = given();
    tree.newRoot('uuid-gpu0', 'uuid-odd');
    assert.equal(tree.data('uuid-gpu0').name, 'gpu0');
  });

  test('a uuid and a name are there once, wherever in the forest', () => {
    const tree = given();
    assert.throws(() => tree.newRoot('host3', 'uuid-gpu0'), ProviderExists);
    assert.throws(() => tree.newRoot('gpu0', 'uuid-new'), ProviderExists);
    assert.throws(() => tree.newChild('host3', 'host1', 'uuid-host2'), ProviderExists);
    assert.throws(() => tree.newChild('gpu0', 'host2', 'uuid-new'), ProviderExists);
    assert.deepEqual(tree.getProviderUuids(), given().getProviderUuids());
  });

  test('a child gets a uuid where it has none, and cannot be below nobody', () => {
    const tree = given();
    const uuid = tree.newChild('gpu1', 'numa1');
    assert.match(uuid, /^[0-9a-f-]{36}$/);
    assert.equal(tree.data(uuid).parentUuid, 'uuid-numa1');
    assert.throws(() => tree.newChild('gpu2', 'numa7'), UnknownProvider);
    assert.ok(!tree.exists('gpu2'));
  });

  test('whoever is removed goes with all below it, and its name may be used again', () => {
    const tree = given();
    tree.remove('numa0');
    assert.deepEqual(tree.getProviderUuids('host1'), ['uuid-host1', 'uuid-numa1']);
    tree.newChild('gpu0', 'host2', 'uuid-gpu0');
    assert.equal(tree.data('gpu0').parentUuid, 'uuid-host2');
  });

  test('whatever is asked about somebody who is not there is refused', () => {
    const tree = given();
    for (const ask of [
      () => tree.getProviderUuids('x'),
      () => tree.getProviderUuidsInTree('x'),
      () => tree.data('x'),
      () => tree.remove('x'),
      () => tree.updateGeneration('x', 1),
      () => tree.hasInventory('x'),
      () => tree.hasInventoryChanged('x', {}),
      () => tree.updateInventory('x', {}),
      () => tree.hasTraits('x', []),
      () => tree.haveTraitsChanged('x', []),
      () => tree.updateTraits('x', []),
      () => tree.addTraits('x'),
      () => tree.removeTraits('x'),
      () => tree.inAggregates('x', []),
      () => tree.haveAggregatesChanged('x', []),
      () => tree.updateAggregates('x', []),
      () => tree.addAggregates('x'),
      () => tree.removeAggregates('x'),
      () => tree.updateResources('x', {}),
    ]) {
      assert.throws(ask, UnknownProvider);
    }
  });
});

describe('what Placement has told', () => {
  const record = (name: string, parent: string | null = null, generation = 0) => ({
    uuid: `uuid-${name}`,
    name,
    generation,
    parentUuid: parent === null ? null : `uuid-${parent}`,
  });

  test('it may come in any order', () => {
    const tree = new ProviderTree();
    tree.populateFromIterable([record('gpu', 'numa'), record('numa', 'host'), record('host', null, 7)]);
    assert.deepEqual(tree.getProviderUuids(), ['uuid-host', 'uuid-numa', 'uuid-gpu']);
    assert.equal(tree.data('host').generation, 7);
  });

  test('it replaces who was there, with all that was known of it and below it', () => {
    const tree = given();
    tree.updateTraits('numa0', ['CUSTOM_OLD']);
    tree.populateFromIterable([record('numa0', 'host1', 9)]);
    assert.deepEqual(tree.getProviderUuids('host1'), ['uuid-host1', 'uuid-numa1', 'uuid-numa0']);
    assert.deepEqual(tree.data('numa0').traits, new Set());
    assert.equal(tree.data('numa0').generation, 9);
  });

  test('a name that has gone to another provider is gone from the old one', () => {
    const tree = given();
    tree.populateFromIterable([{ ...record('host2'), uuid: 'uuid-other' }]);
    assert.equal(tree.data('host2').uuid, 'uuid-other');
    assert.ok(!tree.exists('uuid-host2'));
  });

  test('a parent that is neither in the list nor in the tree, a circle and a name twice change nothing', () => {
    const before = given();
    for (const [records, error] of [
      [[record('host1'), record('stray', 'nobody')], UnrootedProviders],
      // The parent is there, but goes with the one that is replaced.
      [[record('host1'), record('stray', 'numa0')], UnrootedProviders],
      [[record('a', 'b'), record('b', 'a')], UnrootedProviders],
      [[record('a', 'a')], UnrootedProviders],
      [[record('a'), { ...record('a'), uuid: 'uuid-b' }], ProviderExists],
    ] as const) {
      const tree = given();
      assert.throws(() => tree.populateFromIterable(records), error);
      assert.deepEqual(tree.getProviderUuids(), before.getProviderUuids());
    }
  });

  test('nothing told changes nothing', () => {
    const tree = given();
    tree.populateFromIterable([]);
    assert.deepEqual(tree.getProviderUuids(), given().getProviderUuids());
  });
});

describe('inventory', () => {
  const full = { total: 8, reserved: 1, minUnit: 1, maxUnit: 8, stepSize: 1, allocationRatio: 4 };

  test('what an update does not say is no change, and stays', () => {
    const tree = given();
    assert.ok(!tree.hasInventory('host1'));
    assert.ok(tree.updateInventory('host1', { VCPU: full }, 4));
    assert.ok(tree.hasInventory('host1'));
    assert.ok(!tree.hasInventoryChanged('host1', { VCPU: { total: 8 } }));
    assert.ok(!tree.updateInventory('host1', { VCPU: { total: 8 } }));
    assert.deepEqual(tree.data('host1').inventory, { VCPU: full });
  });

  test('another class, a member more and another value are changes', () => {
    const tree = given();
    tree.updateInventory('host1', { VCPU: { total: 8 } });
    assert.ok(tree.hasInventoryChanged('host1', {}));
    assert.ok(tree.hasInventoryChanged('host1', { PCPU: { total: 8 } }));
    assert.ok(tree.hasInventoryChanged('host1', { VCPU: { total: 8 }, PCPU: { total: 8 } }));
    assert.ok(tree.hasInventoryChanged('host1', { VCPU: { total: 9 } }));
    assert.ok(tree.hasInventoryChanged('host1', { VCPU: { total: 8, reserved: 0 } }));
  });

  test('a generation is taken also where nothing else changes, and is kept where none is told', () => {
    const tree = given();
    assert.ok(!tree.updateInventory('host1', {}, 5));
    assert.ok(!tree.updateTraits('host1', []));
    assert.equal(tree.data('host1').generation, 5);
    assert.ok(!tree.updateTraits('host1', [], 6));
    assert.equal(tree.data('host1').generation, 6);
    assert.ok(!tree.updateAggregates('host1', [], 0));
    assert.equal(tree.data('host1').generation, 0);
    tree.updateGeneration('host1', 8);
    assert.equal(tree.data('host1').generation, 8);
  });
});

describe('traits and aggregates', () => {
  test('they are sets', () => {
    const tree = given();
    assert.ok(tree.updateTraits('host1', ['A', 'B', 'A']));
    assert.ok(!tree.haveTraitsChanged('host1', ['B', 'A']));
    assert.ok(tree.haveTraitsChanged('host1', new Set(['A'])));
    assert.ok(tree.addTraits('host1', 'B', 'C'));
    assert.ok(!tree.addTraits('host1', 'C'));
    assert.ok(tree.removeTraits('host1', 'A', 'Z'));
    assert.deepEqual(tree.data('host1').traits, new Set(['B', 'C']));

    assert.ok(tree.updateAggregates('host1', new Set(['a', 'b'])));
    assert.ok(!tree.haveAggregatesChanged('host1', ['b', 'a', 'b']));
    assert.ok(tree.addAggregates('host1', 'c'));
    assert.ok(!tree.removeAggregates('host1', 'z'));
    assert.ok(tree.removeAggregates('host1', 'a'));
    assert.deepEqual(tree.data('host1').aggregates, new Set(['b', 'c']));
  });

  test('whether a provider has them means all of them', () => {
    const tree = given();
    tree.updateTraits('host1', ['A', 'B']);
    tree.updateAggregates('host1', ['a']);
    assert.ok(tree.hasTraits('host1', ['A', 'B']) && tree.hasTraits('host1', []));
    assert.ok(!tree.hasTraits('host1', ['A', 'C']));
    assert.ok(tree.inAggregates('host1', new Set(['a'])) && tree.inAggregates('host2', []));
    assert.ok(!tree.inAggregates('host1', ['a', 'b']));
  });

  test('a class is shared by whoever has it and the trait for it', () => {
    const tree = given();
    tree.updateInventory('host1', { DISK_GB: { total: 1 } });
    tree.updateTraits('host2', ['MISC_SHARES_VIA_AGGREGATE']);
    assert.ok(!tree.hasSharingProvider('DISK_GB'));
    tree.updateInventory('host2', { DISK_GB: { total: 1 } });
    assert.ok(tree.hasSharingProvider('DISK_GB'));
    assert.ok(!tree.hasSharingProvider('VCPU'));
  });
});

test('a copy can be of single trees, whole ones', () => {
  const tree = given();
  tree.newRoot('host3', 'uuid-host3');
  const host1 = tree.getProviderUuids('host1');
  assert.deepEqual(tree.copy(['gpu0']).getProviderUuids(), host1);
  assert.deepEqual(tree.copy(['gpu0', 'uuid-numa1', 'host2']).getProviderUuids(), [...host1, 'uuid-host2']);
  assert.deepEqual(tree.copy([]).getProviderUuids(), []);
  assert.throws(() => tree.copy(['nobody']), UnknownProvider);
});

test('what a driver notes for itself is compared by its value', () => {
  const tree = given();
  assert.ok(tree.updateResources('host1', { CUSTOM_PMEM: [{ id: 'ns0' }] }));
  assert.ok(!tree.updateResources('host1', { CUSTOM_PMEM: [{ id: 'ns0' }] }));
  assert.deepEqual(tree.data('host1').resources, { CUSTOM_PMEM: [{ id: 'ns0' }] });
});

test('a tree of twenty thousand, as a chain and as a fan, is built, copied and taken down', () => {
  const count = 20_000;
  for (const parentOf of [(index: number) => index - 1, () => 0]) {
    const tree = new ProviderTree();
    const records = Array.from({ length: count }, (_, index) => ({
      uuid: `u${index}`,
      name: `n${index}`,
      parentUuid: index === 0 ? null : `u${parentOf(index)}`,
    }));
    tree.populateFromIterable(records.toReversed());
    tree.populateFromIterable(records);
    assert.equal(tree.copy().getProviderUuidsInTree(`n${count - 1}`).length, count);
    tree.remove('u0');
    assert.deepEqual(tree.getProviderUuids(), []);
  }
});
