import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decide } from '../decide.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { carryOut } from '../testing/carry-out.ts';
import { given } from '../testing/given.ts';
import { longAgo, now } from '../testing/instants.ts';
import { className, id, named } from '../testing/names.ts';
import { amounts, inventories } from '../testing/parse-inventory.ts';
import type { SetInventories } from './set-inventories.ts';

function set(text: string, more: Partial<SetInventories> = {}): SetInventories {
  return {
    kind: 'set-inventories',
    id: id('cn1'),
    expectedGeneration: 3,
    inventories: inventories(text),
    reservedMayEqualTotal: true,
    now,
    ...more,
  };
}

test('all inventories are replaced; those that were there keep their birthday', () => {
  const world = given('cn1  VCPU:4  MEMORY_MB:512  gen:3');
  assert.deepEqual(decide(world, set('VCPU:8(ratio=2) DISK_GB:100(reserved=10)')), [
    {
      kind: 'inventories-set',
      id: id('cn1'),
      inventories: [
        { resourceClass: 'VCPU', ...amounts('8(ratio=2)'), createdAt: longAgo, updatedAt: now },
        { resourceClass: 'DISK_GB', ...amounts('100(reserved=10)'), createdAt: now, updatedAt: null },
      ],
    },
    { kind: 'provider-touched', id: id('cn1'), generation: 4, at: now },
  ]);
});

test('the generation moves on by one, even if nothing is different', () => {
  const world = given('cn1  VCPU:4  gen:3');
  carryOut(world, set('VCPU:4'));
  assert.equal(named(world, 'cn1').generation, 4);
});

test('without an expected generation any will do', () => {
  const world = given('cn1  VCPU:4  gen:3');
  carryOut(world, set('', { expectedGeneration: null }));
  assert.equal(named(world, 'cn1').inventories.size, 0);
  assert.equal(named(world, 'cn1').generation, 4);
});

test('what is in use may shrink below its usage', () => {
  const world = given('cn1  VCPU:4(used=4)  gen:3');
  carryOut(world, set('VCPU:1'));
  assert.equal(named(world, 'cn1').inventories.get(className('VCPU'))?.total, 1);
  assert.equal(named(world, 'cn1').used.get(className('VCPU')), 4);
});

describe('refused', () => {
  const world = given('cn1  VCPU:4(used=1)  DISK_GB:10(used=1)  MEMORY_MB:512  gen:3');

  test('a provider that is not there', () => {
    assertRefused(world, set('', { id: id('nobody') }), { kind: 'provider-not-found', id: id('nobody') });
  });

  test('a generation that has passed', () => {
    assertRefused(world, set('VCPU:1 DISK_GB:1', { expectedGeneration: 2 }), {
      kind: 'provider-generation-conflict',
      id: id('cn1'),
      expected: 2,
      actual: 3,
    });
  });

  test('a class that nobody knows', () => {
    assertRefused(world, set('VCPU:1 DISK_GB:1 CUSTOM_NO:1'), {
      kind: 'class-not-found',
      name: className('CUSTOM_NO'),
    });
  });

  test('to lose classes that are in use, told in the order of the catalog', () => {
    assertRefused(world, set('MEMORY_MB:512'), {
      kind: 'inventory-in-use',
      id: id('cn1'),
      resourceClasses: [className('VCPU'), className('DISK_GB')],
    });
    const turned = given('cn1  DISK_GB:10(used=1)  VCPU:4(used=1)  gen:3');
    assertRefused(turned, set(''), {
      kind: 'inventory-in-use',
      id: id('cn1'),
      resourceClasses: [className('VCPU'), className('DISK_GB')],
    });
  });

  test('more reserved than there is', () => {
    assertRefused(world, set('VCPU:4(reserved=5) DISK_GB:1'), {
      kind: 'reserved-too-much',
      id: id('cn1'),
      resourceClass: className('VCPU'),
      mayEqualTotal: true,
    });
  });

  test('before 1.26 all reserved', () => {
    const all = 'VCPU:4(reserved=4) DISK_GB:1';
    assertRefused(world, set(all, { reservedMayEqualTotal: false }), {
      kind: 'reserved-too-much',
      id: id('cn1'),
      resourceClass: className('VCPU'),
      mayEqualTotal: false,
    });
    assert.equal(decide(world, set(all)).length, 2);
  });

  test('before 1.26 a capacity whose whole part is nothing', () => {
    const less = 'VCPU:1(ratio=0.5) DISK_GB:1';
    assertRefused(world, set(less, { reservedMayEqualTotal: false }), {
      kind: 'reserved-too-much',
      id: id('cn1'),
      resourceClass: className('VCPU'),
      mayEqualTotal: false,
    });
    assert.equal(decide(world, set(less)).length, 2);
  });

  test('of several reasons: the generation, then what is reserved, then unknown classes, then what is in use', () => {
    const wrong = set('VCPU:4(reserved=5) CUSTOM_NO:1', { expectedGeneration: 2 });
    assertRefused(world, wrong, {
      kind: 'provider-generation-conflict',
      id: id('cn1'),
      expected: 2,
      actual: 3,
    });
    assertRefused(
      world,
      { ...wrong, expectedGeneration: 3 },
      {
        kind: 'reserved-too-much',
        id: id('cn1'),
        resourceClass: className('VCPU'),
        mayEqualTotal: true,
      },
    );
    assertRefused(world, set('CUSTOM_NO:1'), { kind: 'class-not-found', name: className('CUSTOM_NO') });
  });
});
