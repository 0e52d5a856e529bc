import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decide } from '../decide.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { carryOut } from '../testing/carry-out.ts';
import { given } from '../testing/given.ts';
import { longAgo, now } from '../testing/instants.ts';
import { id, named } from '../testing/names.ts';
import type { UpdateProvider } from './update-provider.ts';

const trees = `
  cn1      gen:5
    numa0
      core0
  cn2
  alone`;

function update(name: string, more: Partial<UpdateProvider> = {}): UpdateProvider {
  return { kind: 'update-provider', id: id(name), name, allowsReparenting: true, now, ...more };
}

test('a new name keeps everything else, the generation too', () => {
  assert.deepEqual(decide(given(trees), update('cn1', { name: 'host1' })), [
    {
      kind: 'provider-set',
      provider: {
        id: id('cn1'),
        name: 'host1',
        parentId: null,
        generation: 5,
        createdAt: longAgo,
        updatedAt: now,
      },
    },
  ]);
});

test('without a parent in the command the parent stays', () => {
  const world = given(trees);
  carryOut(world, update('numa0', { name: 'renamed', allowsReparenting: false }));
  assert.equal(named(world, 'renamed').parent, named(world, 'cn1'));
});

test('a provider takes all below it along to its new tree', () => {
  const world = given(trees);
  carryOut(world, update('numa0', { parentId: id('cn2') }));
  assert.equal(named(world, 'numa0').parent, named(world, 'cn2'));
  assert.equal(named(world, 'core0').root, named(world, 'cn2'));
  assert.equal(named(world, 'cn1').children.size, 0);
});

test('a provider that loses its parent becomes the root of all below it', () => {
  const world = given(trees);
  carryOut(world, update('numa0', { parentId: null }));
  assert.equal(named(world, 'core0').root, named(world, 'numa0'));
  assert.deepEqual(Array.from(world.roots, ({ name }) => name).sort(), ['alone', 'cn1', 'cn2', 'numa0']);
});

describe('refused', () => {
  test('a provider that is not there', () => {
    assertRefused(given(trees), update('nobody'), { kind: 'provider-not-found', id: id('nobody') });
  });

  test('a parent that is not there', () => {
    assertRefused(given(trees), update('alone', { parentId: id('nobody') }), { kind: 'parent-not-found' });
  });

  test('a name that another provider has', () => {
    assertRefused(given(trees), update('cn1', { name: 'cn2' }), {
      kind: 'provider-exists',
      field: 'name',
      value: 'cn2',
    });
  });

  test('a parent below itself, or itself', () => {
    for (const parent of ['core0', 'numa0', 'cn1']) {
      assertRefused(given(trees), update('cn1', { parentId: id(parent) }), { kind: 'parent-makes-loop' });
    }
  });

  test('before 1.37 another parent', () => {
    const command = update('numa0', { parentId: id('cn2'), allowsReparenting: false });
    assertRefused(given(trees), command, { kind: 'reparenting-not-allowed' });
  });

  test('before 1.37 no parent any more', () => {
    const command = update('numa0', { parentId: null, allowsReparenting: false });
    assertRefused(given(trees), command, { kind: 'unparenting-not-allowed' });
  });
});

test('before 1.37 a first parent and the same parent are allowed', () => {
  const world = given(trees);
  carryOut(world, update('alone', { parentId: id('cn2'), allowsReparenting: false }));
  carryOut(world, update('alone', { parentId: id('cn2'), allowsReparenting: false }));
  assert.equal(named(world, 'alone').root, named(world, 'cn2'));
});

test('before 1.37 a root may be told that it has no parent', () => {
  assert.equal(decide(given(trees), update('cn1', { parentId: null, allowsReparenting: false })).length, 1);
});

test('of several reasons the parent comes before the name', () => {
  const world = given(trees);
  const taken = { name: 'cn2', allowsReparenting: false };
  assertRefused(world, update('numa0', { ...taken, parentId: id('nobody') }), { kind: 'parent-not-found' });
  // The parent that numa0 must not get would also make a loop.
  assertRefused(world, update('numa0', { ...taken, parentId: id('core0') }), {
    kind: 'reparenting-not-allowed',
  });
  assertRefused(world, update('cn1', { ...taken, parentId: id('core0') }), { kind: 'parent-makes-loop' });
});
