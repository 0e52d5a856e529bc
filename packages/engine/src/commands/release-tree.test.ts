import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocate } from '../testing/allocate.ts';
import { carryOut } from '../testing/carry-out.ts';
import { given } from '../testing/given.ts';
import { now } from '../testing/instants.ts';
import { consumerId, id } from '../testing/names.ts';

const release = (...names: readonly string[]) =>
  ({ kind: 'release-tree', consumerIds: names.map(consumerId), rootId: id('cn1'), now }) as const;

test('what is held of a tree is given back, and all else is kept, even where there is too little of it', () => {
  const world = given(`
    cn1      VCPU:8
      numa0  MEMORY_MB:100
    cn2      VCPU:2`);
  allocate(world, 'vm1', 'cn1:VCPU=1 numa0:MEMORY_MB=50 cn2:VCPU=4');
  allocate(world, 'vm2', 'cn1:VCPU=1');
  allocate(world, 'vm3', 'cn2:VCPU=1');
  const before = world.consumers.get(consumerId('vm3'))?.generation;
  carryOut(world, release('vm1', 'vm2', 'vm3', 'nobody'));
  const held = (name: string) =>
    world.consumers
      .get(consumerId(name))
      ?.allocations.map(({ provider, amount }) => `${provider.name} ${amount}`);
  assert.deepEqual(held('vm1'), ['cn2 4']);
  assert.equal(held('vm2'), undefined);
  assert.deepEqual(held('vm3'), ['cn2 1']);
  assert.equal(world.consumers.get(consumerId('vm3'))?.generation, before);
});

test('where nobody holds anything of it nothing changes', () => {
  const world = given('cn1 VCPU:8');
  assert.deepEqual(carryOut(world, release('vm1')).changes, []);
});
