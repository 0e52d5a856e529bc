import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { given } from './given.ts';
import { aggregateId, className, consumerId, id, named, traitName } from './names.ts';

describe('a given world', () => {
  test('has the trees that the indentation draws', () => {
    const world = given(`
      cn1
        numa0
          core0
        numa1
      cn2`);
    const parents = Array.from(world.providers.values(), ({ name, parent }) => [name, parent?.name]);
    assert.deepEqual(parents, [
      ['cn1', undefined],
      ['numa0', 'cn1'],
      ['core0', 'numa0'],
      ['numa1', 'cn1'],
      ['cn2', undefined],
    ]);
  });

  test('has providers with what stands behind their names', () => {
    const world = given(
      'cn1  VCPU:16(ratio=2,reserved=1,min=2,max=8,step=2,used=4)  HW_NUMA_ROOT  agg:A,B  gen:5',
    );
    const { inventories, used, traits, aggregates, generation } = named(world, 'cn1');
    const { createdAt: _, updatedAt: __, ...amounts } = inventories.get(className('VCPU')) ?? {};
    assert.deepEqual(amounts, {
      total: 16,
      reserved: 1,
      minUnit: 2,
      maxUnit: 8,
      stepSize: 2,
      allocationRatio: 2,
    });
    assert.deepEqual([...used], [['VCPU', 4]]);
    assert.deepEqual([...traits], ['HW_NUMA_ROOT']);
    assert.deepEqual([...aggregates], [aggregateId('A'), aggregateId('B')]);
    assert.equal(generation, 5);
    assert.ok(world.consumers.has(consumerId('cn1/VCPU')));
    assert.equal(world.providers.get(id('cn1'))?.name, 'cn1');
  });

  test('knows what is listed and what is used, and else only the standard classes', () => {
    const world = given(`
      traits: CUSTOM_ONE
      classes: CUSTOM_FPGA
      cn1  CUSTOM_NIC:1  CUSTOM_TWO`);
    assert.deepEqual(
      ['CUSTOM_ONE', 'CUSTOM_TWO', 'CUSTOM_THREE'].map((name) => world.traits.has(traitName(name))),
      [true, true, false],
    );
    assert.deepEqual(
      ['VCPU', 'CUSTOM_FPGA', 'CUSTOM_NIC', 'CUSTOM_NO'].map(
        (name) => world.classes.get(className(name))?.order,
      ),
      [0, 10_000, 10_001, undefined],
    );
  });

  test('is not made of what cannot be read', () => {
    assert.throws(() => given('cn1 vcpu:4'), /no inventory: vcpu:4/);
    assert.throws(() => given('cn1 VCPU:4(limit=3)'), /no detail of an inventory: limit=3/);
    assert.throws(() => given('cn1 gold'), /cannot have this: gold/);
    assert.throws(() => given('cn1\ncn1'), /two providers cn1/);
  });
});
