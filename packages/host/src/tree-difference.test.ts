import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderTree } from './provider-tree.ts';
import { treeDifference } from './tree-difference.ts';

const root = '10000000-0000-4000-8000-000000000001';
const kept = '10000000-0000-4000-8000-000000000002';
const gone = '10000000-0000-4000-8000-000000000003';
const aggregate = 'a0000000-0000-4000-8000-000000000001';

function given(): ProviderTree {
  const tree = new ProviderTree();
  tree.newRoot('cn1', root, 3);
  tree.newChild('numa0', root, kept, 1);
  tree.newChild('numa1', root, gone, 1);
  tree.updateInventory(root, { VCPU: { total: 8, allocationRatio: 4 }, DISK_GB: { total: 100 } });
  tree.updateTraits(root, ['CUSTOM_A', 'CUSTOM_B']);
  tree.newRoot('of somebody else', aggregate, 1);
  return tree;
}

test('trees that are the same have no difference, nor has what only one of them does not say', () => {
  const after = given();
  after.updateInventory(root, { VCPU: { total: 8 }, DISK_GB: { total: 100 } });
  assert.deepEqual(treeDifference(given(), after, 'cn1'), []);
});

test('each provider that is other than before is told with all of it, and those that go last', () => {
  const after = given();
  after.remove(gone);
  after.newChild('gpu0', root, '10000000-0000-4000-8000-000000000004');
  after.updateInventory(root, { VCPU: { total: 9 }, VGPU: { total: 1 } });
  after.updateTraits(root, ['CUSTOM_B', 'CUSTOM_C']);
  after.updateAggregates(kept, [aggregate]);
  const none = { added: [], removed: [] };
  assert.deepEqual(treeDifference(given(), after, root), [
    {
      kind: 'changed',
      uuid: root,
      name: 'cn1',
      inventories: [
        { resourceClass: 'DISK_GB', before: { total: 100 }, after: null },
        { resourceClass: 'VCPU', before: { total: 8, allocationRatio: 4 }, after: { total: 9 } },
        { resourceClass: 'VGPU', before: null, after: { total: 1 } },
      ],
      traits: { added: ['CUSTOM_C'], removed: ['CUSTOM_A'] },
      aggregates: none,
    },
    {
      kind: 'changed',
      uuid: kept,
      name: 'numa0',
      inventories: [],
      traits: none,
      aggregates: { added: [aggregate], removed: [] },
    },
    {
      kind: 'new',
      uuid: '10000000-0000-4000-8000-000000000004',
      name: 'gpu0',
      inventories: [],
      traits: none,
      aggregates: none,
    },
    { kind: 'gone', uuid: gone, name: 'numa1', inventories: [], traits: none, aggregates: none },
  ]);
});

test('a tree that nobody has yet is new', () => {
  const after = new ProviderTree();
  after.newRoot('cn2', kept);
  const [only, ...others] = treeDifference(new ProviderTree(), after, kept);
  assert.equal(only?.kind, 'new');
  assert.deepEqual(others, []);
});
