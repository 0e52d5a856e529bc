import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '@berth/engine/changes.ts';
import { className, consumerId, id } from '@berth/engine/testing/names.ts';
import { checkWorld } from './check-world.ts';

const provider: Change = {
  kind: 'provider-set',
  provider: { id: id('cn1'), name: 'cn1', parentId: null, generation: 0, createdAt: 1, updatedAt: null },
};

const consumer: Change = {
  kind: 'consumer-set',
  consumer: {
    id: consumerId('vm1'),
    generation: 1,
    projectId: 'p',
    userId: 'u',
    type: null,
    createdAt: 1,
    allocatedAt: 1,
    allocations: [{ providerId: id('cn1'), resourceClass: className('VCPU'), amount: 2 }],
  },
};

test('a world whose usage is the sum of its allocations is in order', () => {
  assert.deepEqual(checkWorld([provider, consumer]), []);
  assert.deepEqual(checkWorld([]), []);
});

test('what cannot be loaded is told, with the reason', () => {
  assert.deepEqual(checkWorld([consumer]), [
    `The ledger cannot be loaded. This should hold: provider ${id('cn1')} is known`,
  ]);
});

test('rows that cannot be read are told likewise', () => {
  function* broken(): Generator<Change> {
    yield provider;
    throw new Error('The disk is gone.');
  }
  assert.deepEqual(checkWorld(broken()), ['The ledger cannot be loaded. The disk is gone.']);
});
