import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../decide.ts';
import { allocate } from '../testing/allocate.ts';
import { given } from '../testing/given.ts';
import { aggregateId, className, consumerId, id, traitName } from '../testing/names.ts';
import type { Claim } from './claim.ts';
import { isLargerThan, sizeOf } from './size-of.ts';

const world = given(`
  cn1  VCPU:8  MEMORY_MB:512  CUSTOM_FPGA:2  CUSTOM_GOLD  agg:A,B
  cn2  VCPU:8  CUSTOM_FPGA:1`);
allocate(world, 'vm1', 'cn1:VCPU=1,MEMORY_MB=1 cn2:VCPU=1');
allocate(world, 'vm2', 'cn2:VCPU=1');

const cn1 = id('cn1');
const amounts = { total: 1, reserved: 0, minUnit: 1, maxUnit: 1, stepSize: 1, allocationRatio: 1 };
const inventories = (...names: string[]) => new Map(names.map((name) => [className(name), amounts]));

function claim(consumer: string, count: number): Claim {
  return {
    consumerId: consumerId(consumer),
    projectId: 'p',
    userId: 'u',
    allocations: Array.from({ length: count }, () => ({
      providerId: cn1,
      resourceClass: className('VCPU'),
      amount: 1,
    })),
  };
}

const set = (...claims: Claim[]): Command => ({ kind: 'set-allocations', claims, now: 1 });

test('a claim is as large as the consumer, what it takes and what it gives back', () => {
  assert.equal(sizeOf(world, set(claim('new', 2))), 3);
  assert.equal(sizeOf(world, set(claim('vm1', 2))), 6);
  assert.equal(sizeOf(world, set(claim('vm1', 0), claim('vm2', 1))), 7);
  assert.equal(sizeOf(world, { kind: 'remove-allocations', consumerId: consumerId('vm1') }), 4);
});

test('what a provider has counts with what it is to have', () => {
  const common = { id: cn1, now: 1, expectedGeneration: null } as const;
  const sizes = [
    { kind: 'set-inventories', inventories: inventories('VGPU'), reservedMayEqualTotal: true, ...common },
    { kind: 'set-traits', traits: [traitName('CUSTOM_SSD'), traitName('CUSTOM_GOLD')], ...common },
    { kind: 'set-aggregates', aggregates: [aggregateId('C')], ...common },
    {
      kind: 'add-inventory',
      resourceClass: className('VGPU'),
      amounts,
      reservedMayEqualTotal: true,
      ...common,
    },
    { kind: 'remove-provider', id: cn1 },
    {
      kind: 'reshape',
      inventories: [{ id: cn1, expectedGeneration: 0, inventories: inventories('VGPU', 'VCPU') }],
      claims: [claim('vm2', 1)],
      now: 1,
    },
  ].map((command) => sizeOf(world, command as Command));
  assert.deepEqual(sizes, [5, 4, 4, 5, 7, 9]);
});

test('a class is renamed at every provider that has it, and at every consumer of these', () => {
  const rename = { kind: 'rename-class', newName: className('CUSTOM_GATES'), now: 1 } as const;
  assert.equal(sizeOf(world, { ...rename, name: className('CUSTOM_FPGA') }), 1 + 2 + 3);
  assert.equal(sizeOf(world, { ...rename, name: className('CUSTOM_NOBODYS') }), 1);
});

test('whatever one provider or consumer has, it must be possible to be rid of it', () => {
  assert.equal(isLargerThan(3, world, set(claim('vm1', 1))), false);
  assert.equal(isLargerThan(3, world, set(claim('vm1', 3))), true);
  assert.equal(isLargerThan(3, world, set(claim('vm1', 0), claim('vm2', 0))), true);
  const traits = { kind: 'set-traits', id: cn1, expectedGeneration: null, now: 1 } as const;
  assert.equal(isLargerThan(1, world, { ...traits, traits: [] }), false);
  assert.equal(isLargerThan(1, world, { ...traits, traits: [traitName('CUSTOM_SSD')] }), true);
  assert.equal(isLargerThan(1, world, { kind: 'remove-provider', id: cn1 }), false);
});
