import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocate } from '../testing/allocate.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { carryOut } from '../testing/carry-out.ts';
import { given } from '../testing/given.ts';
import { now } from '../testing/instants.ts';
import { consumerId } from '../testing/names.ts';

const handOver = {
  kind: 'hand-over-allocations',
  from: consumerId('old'),
  to: { consumerId: consumerId('new'), projectId: 'p', userId: 'u', type: 'INSTANCE' },
  now,
} as const;

test('what is handed over is held by the other one, which holds nothing else, even where there is too little of it', () => {
  const world = given(`
    cn1  VCPU:2
    cn2  VCPU:8`);
  allocate(world, 'old', 'cn1:VCPU=4');
  allocate(world, 'new', 'cn2:VCPU=1');
  carryOut(world, handOver);
  assert.equal(world.consumers.has(consumerId('old')), false);
  const held = world.consumers.get(consumerId('new'));
  assert.deepEqual(
    held?.allocations.map(({ provider, amount }) => [provider.name, amount]),
    [['cn1', 4]],
  );
  assert.equal(held?.type, 'INSTANCE');
});

test('who holds nothing has nothing to hand over', () => {
  assertRefused(given('cn1 VCPU:8'), handOver, { kind: 'no-allocations', id: consumerId('old') });
});
