import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decide } from '../decide.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { given } from '../testing/given.ts';
import { longAgo, now } from '../testing/instants.ts';
import { className, id } from '../testing/names.ts';
import { amounts } from '../testing/parse-inventory.ts';
import type { AddInventory, RemoveInventory, UpdateInventory } from './change-inventory.ts';

const vcpu = className('VCPU');
const disk = className('DISK_GB');
const unknown = className('CUSTOM_NO');
const cn1 = id('cn1');
const notFound = { kind: 'provider-not-found', id: id('nobody') } as const;
const unknownClass = { kind: 'class-not-found', name: unknown } as const;
const tooMuch = {
  kind: 'reserved-too-much',
  id: cn1,
  resourceClass: unknown,
  mayEqualTotal: true,
} as const;
const touched = { kind: 'provider-touched', id: cn1, generation: 4, at: now } as const;

describe('add-inventory', () => {
  const world = given('cn1  VCPU:4(ratio=2)  gen:3');
  const add = (more: Partial<AddInventory> = {}): AddInventory => ({
    kind: 'add-inventory',
    id: cn1,
    resourceClass: disk,
    amounts: amounts('100'),
    reservedMayEqualTotal: true,
    now,
    ...more,
  });

  test('comes after the others, which stay as they are; the generation moves on', () => {
    assert.deepEqual(decide(world, add()), [
      {
        kind: 'inventories-set',
        id: cn1,
        inventories: [
          { resourceClass: vcpu, ...amounts('4(ratio=2)'), createdAt: longAgo, updatedAt: null },
          { resourceClass: disk, ...amounts('100'), createdAt: now, updatedAt: null },
        ],
      },
      touched,
    ]);
  });

  test('is refused for a class that the provider has', () => {
    assertRefused(world, add({ resourceClass: vcpu }), {
      kind: 'inventory-exists',
      id: cn1,
      resourceClass: vcpu,
    });
  });

  test('before 1.26 is refused when all is reserved', () => {
    const all = { amounts: amounts('4(reserved=4)') };
    assertRefused(world, add({ ...all, reservedMayEqualTotal: false }), {
      kind: 'reserved-too-much',
      id: cn1,
      resourceClass: disk,
      mayEqualTotal: false,
    });
    assert.equal(decide(world, add(all)).length, 2);
  });

  test('is refused first for the provider, then for what is reserved, then for the class', () => {
    const wrong = add({ id: id('nobody'), resourceClass: unknown, amounts: amounts('4(reserved=5)') });
    assertRefused(world, wrong, notFound);
    assertRefused(world, { ...wrong, id: cn1 }, tooMuch);
    assertRefused(world, add({ resourceClass: unknown }), unknownClass);
    assertRefused(world, add({ resourceClass: vcpu, amounts: amounts('4(reserved=5)') }), {
      ...tooMuch,
      resourceClass: vcpu,
    });
  });
});

describe('update-inventory', () => {
  const world = given('cn1  VCPU:4(used=3)  MEMORY_MB:512  gen:3');
  const update = (more: Partial<UpdateInventory> = {}): UpdateInventory => ({
    kind: 'update-inventory',
    id: cn1,
    resourceClass: vcpu,
    amounts: amounts('2(ratio=4)'),
    reservedMayEqualTotal: true,
    expectedGeneration: 3,
    now,
    ...more,
  });

  test('replaces the amounts of one, even below what is used; the others stay; the generation moves on', () => {
    assert.deepEqual(decide(world, update()), [
      {
        kind: 'inventories-set',
        id: cn1,
        inventories: [
          { resourceClass: vcpu, ...amounts('2(ratio=4)'), createdAt: longAgo, updatedAt: now },
          { resourceClass: 'MEMORY_MB', ...amounts('512'), createdAt: longAgo, updatedAt: null },
        ],
      },
      touched,
    ]);
  });

  test('is refused for a class that the provider has not', () => {
    assertRefused(world, update({ resourceClass: disk }), {
      kind: 'inventory-not-found',
      id: cn1,
      resourceClass: disk,
    });
  });

  test('is refused first for the provider, then the generation, what is reserved, the class', () => {
    const wrong = update({
      id: id('nobody'),
      expectedGeneration: 2,
      resourceClass: unknown,
      amounts: amounts('4(reserved=5)'),
    });
    assertRefused(world, wrong, notFound);
    assertRefused(
      world,
      { ...wrong, id: cn1 },
      {
        kind: 'provider-generation-conflict',
        id: cn1,
        expected: 2,
        actual: 3,
      },
    );
    assertRefused(world, { ...wrong, id: cn1, expectedGeneration: 3 }, tooMuch);
    assertRefused(world, update({ resourceClass: unknown }), unknownClass);
  });
});

describe('remove-inventory', () => {
  const world = given('cn1  VCPU:4  DISK_GB:10(used=1)  gen:3');
  const remove = (more: Partial<RemoveInventory> = {}): RemoveInventory => ({
    kind: 'remove-inventory',
    id: cn1,
    resourceClass: vcpu,
    now,
    ...more,
  });

  test('leaves the others; the generation moves on', () => {
    assert.deepEqual(decide(world, remove()), [
      {
        kind: 'inventories-set',
        id: cn1,
        inventories: [{ resourceClass: disk, ...amounts('10'), createdAt: longAgo, updatedAt: null }],
      },
      touched,
    ]);
  });

  test('is refused for what is in use', () => {
    assertRefused(world, remove({ resourceClass: disk }), {
      kind: 'inventory-in-use',
      id: cn1,
      resourceClasses: [disk],
    });
  });

  test('is refused for a class that the provider has not', () => {
    const memory = className('MEMORY_MB');
    assertRefused(world, remove({ resourceClass: memory }), {
      kind: 'inventory-not-found',
      id: cn1,
      resourceClass: memory,
    });
  });

  test('is refused first for the provider, then for the class', () => {
    assertRefused(world, remove({ id: id('nobody'), resourceClass: unknown }), notFound);
    assertRefused(world, remove({ resourceClass: unknown }), unknownClass);
  });
});
