import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderTree } from '../provider-tree.ts';
import { mergeProviderConfigs } from './merge-provider-configs.ts';
import { readProviderConfig } from './read-provider-config.ts';

const uuid = 'a5b0e5f2-7c8d-4a0b-9c1e-2f3a4b5c6d7e';

function givenTree(): ProviderTree {
  const tree = new ProviderTree();
  tree.newRoot('host1', uuid);
  tree.updateInventory(uuid, { VCPU: { total: 8 }, CUSTOM_OWN: { total: 1 } });
  tree.updateTraits(uuid, ['COMPUTE_NODE', 'CUSTOM_SET_BEFORE']);
  tree.newChild('host1_gpu0', uuid);
  tree.newRoot('storage', '0b1f0c1e-1111-4222-8333-444455556666');
  return tree;
}

function configs(...providers: readonly string[]) {
  const text = `meta: {schema_version: '1.0'}\nproviders:\n${providers.map((each) => `- ${each}\n`).join('')}`;
  const { configs: read, errors } = readProviderConfig('x.yaml', text);
  assert.deepEqual(errors, []);
  return read;
}

test('providers get what is configured for them, beside what they have', () => {
  const tree = givenTree();
  const absent = mergeProviderConfigs(
    tree,
    configs(
      '{identification: {name: host1}, inventories: {additional: [CUSTOM_A: {total: 3}]}, traits: {additional: [CUSTOM_X]}}',
      '{identification: {name: host1_gpu0}, traits: {additional: [CUSTOM_Y]}}',
      '{identification: {name: host2}, traits: {additional: [CUSTOM_Y]}}',
    ),
    'host1',
  );
  assert.deepEqual(tree.data('host1').inventory, {
    VCPU: { total: 8 },
    CUSTOM_OWN: { total: 1 },
    CUSTOM_A: { total: 3 },
  });
  assert.deepEqual(tree.data('host1').traits, new Set(['COMPUTE_NODE', 'CUSTOM_SET_BEFORE', 'CUSTOM_X']));
  assert.deepEqual(tree.data('host1_gpu0').traits, new Set(['CUSTOM_Y']));
  assert.deepEqual(absent, ["x.yaml:5:3: there is no provider 'host2'; this is ignored"]);
});

test('what is for all compute nodes is for the roots of nodes that nobody names', () => {
  const all = '{identification: {uuid: $COMPUTE_NODE}, traits: {additional: [CUSTOM_ALL]}}';
  const tree = givenTree();
  assert.deepEqual(mergeProviderConfigs(tree, configs(all), 'host1'), []);
  assert.ok(tree.hasTraits('host1', ['CUSTOM_ALL']));
  assert.ok(!tree.hasTraits('host1_gpu0', ['CUSTOM_ALL']));
  assert.ok(!tree.hasTraits('storage', ['CUSTOM_ALL']));

  const named = givenTree();
  const one = `{identification: {uuid: ${uuid}}, traits: {additional: [CUSTOM_ONE]}}`;
  mergeProviderConfigs(named, configs(all, one), 'host1');
  assert.ok(named.hasTraits('host1', ['CUSTOM_ONE']));
  assert.ok(!named.hasTraits('host1', ['CUSTOM_ALL']));
});

test('a class of the driver, and one provider by two names, are refused, and nothing is edited', () => {
  const tree = givenTree();
  const before = tree.data('host1');
  const merge = () =>
    mergeProviderConfigs(
      tree,
      configs(
        `{identification: {uuid: ${uuid}}, inventories: {additional: [CUSTOM_OWN: {total: 3}]}}`,
        '{identification: {name: host1}, traits: {additional: [CUSTOM_X]}}',
      ),
      'host1',
    );
  assert.throws(merge, {
    reasons: [
      'x.yaml:4:3: the same provider is configured at x.yaml:3:3, by its uuid',
      "x.yaml:3:3: the driver reports CUSTOM_OWN of 'host1' itself; take it out",
    ],
  });
  assert.deepEqual(tree.data('host1'), before);
});

test('another node has what is configured for it since its own turn, and is left alone', () => {
  const tree = givenTree();
  tree.newRoot('host2', '2b1f0c1e-1111-4222-8333-444455556666');
  tree.updateInventory('host2', { CUSTOM_A: { total: 3 } });
  tree.addTraits('host2', 'COMPUTE_NODE');
  const before = tree.data('host2');
  const absent = mergeProviderConfigs(
    tree,
    configs(
      '{identification: {uuid: $COMPUTE_NODE}, inventories: {additional: [CUSTOM_A: {total: 3}]}}',
      '{identification: {name: storage}, traits: {additional: [CUSTOM_X]}}',
    ),
    'host1',
  );
  assert.deepEqual(tree.data('host1').inventory['CUSTOM_A'], { total: 3 });
  assert.deepEqual(tree.data('host2'), before);
  assert.deepEqual(absent, ["x.yaml:4:3: there is no provider 'storage'; this is ignored"]);
});
