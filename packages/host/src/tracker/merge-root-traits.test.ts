import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderTree } from '../provider-tree.ts';
import { mergeRootTraits } from './merge-root-traits.ts';

const root = '11111111-1111-4111-8111-111111111111';

function merged(before: readonly string[], isDisabled: boolean | null): readonly string[] {
  const tree = new ProviderTree();
  tree.newRoot('host1', root);
  tree.updateTraits(root, before);
  const capabilities = new Map([
    ['COMPUTE_RESCUE_BFV', true],
    ['COMPUTE_SOCKET_PCI_NUMA_AFFINITY', false],
  ]);
  mergeRootTraits(tree, root, { capabilities, isDisabled });
  return [...tree.data(root).traits].sort();
}

test('a root has what the driver can do, and what others have given it', () => {
  const traits = merged(['CUSTOM_GOLD', 'COMPUTE_SOCKET_PCI_NUMA_AFFINITY'], false);
  assert.deepEqual(traits, ['COMPUTE_NODE', 'COMPUTE_RESCUE_BFV', 'CUSTOM_GOLD']);
});

test('who says whether a host is disabled sets and takes the trait; who does not leaves it as it is', () => {
  const isDisabled = (traits: readonly string[]) => traits.includes('COMPUTE_STATUS_DISABLED');
  const disabled = ['COMPUTE_STATUS_DISABLED'];
  assert.equal(isDisabled(merged([], true)), true);
  assert.equal(isDisabled(merged(disabled, false)), false);
  assert.equal(isDisabled(merged([], null)), false);
  assert.equal(isDisabled(merged(disabled, null)), true);
});
