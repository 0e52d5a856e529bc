import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocate } from '../testing/allocate.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { carryOut } from '../testing/carry-out.ts';
import { given } from '../testing/given.ts';
import { longAgo } from '../testing/instants.ts';
import { consumerId, named } from '../testing/names.ts';

const removal = { kind: 'remove-allocations', consumerId: consumerId('vm1') } as const;

test('everything is given back, and no generation of a provider moves', () => {
  const world = given(`
    cn1  VCPU:4  gen:3
    cn2  VCPU:4  gen:5`);
  allocate(world, 'vm1', 'cn1:VCPU=2 cn2:VCPU=1', { generation: 9 });
  const { changes } = carryOut(world, removal);
  assert.deepEqual(changes, [{ kind: 'consumer-removed', id: consumerId('vm1'), createdAt: longAgo }]);
  assert.equal(named(world, 'cn1').used.size, 0);
  assert.equal(named(world, 'cn1').generation, 3);
  assert.equal(named(world, 'cn2').generation, 5);
});

test('what others hold stays', () => {
  const world = given('cn1  VCPU:4(used=1)');
  allocate(world, 'vm1', 'cn1:VCPU=2');
  carryOut(world, removal);
  assert.deepEqual([...named(world, 'cn1').used.values()], [1]);
});

test('a consumer that holds nothing is refused', () => {
  assertRefused(given('cn1  VCPU:4(used=1)'), removal, { kind: 'no-allocations', id: consumerId('vm1') });
});
