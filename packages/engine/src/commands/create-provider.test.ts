import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../decide.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { carryOut } from '../testing/carry-out.ts';
import { given } from '../testing/given.ts';
import { now } from '../testing/instants.ts';
import { aggregateId, id, named } from '../testing/names.ts';
import type { CreateProvider } from './create-provider.ts';

function create(name: string, more: Partial<CreateProvider> = {}): CreateProvider {
  return { kind: 'create-provider', id: id(name), name, parentId: null, now, ...more };
}

test('a new provider is at generation 0 and was never updated', () => {
  assert.deepEqual(decide(given(''), create('cn1')), [
    {
      kind: 'provider-set',
      provider: {
        id: id('cn1'),
        name: 'cn1',
        parentId: null,
        generation: 0,
        createdAt: now,
        updatedAt: null,
      },
    },
  ]);
});

test('a child is in the tree of its parent, whose generation stays', () => {
  const world = given(`
    cn1      gen:3
      numa0`);
  carryOut(world, create('core0', { parentId: id('numa0') }));
  assert.equal(named(world, 'core0').root, named(world, 'cn1'));
  assert.equal(named(world, 'core0').parent, named(world, 'numa0'));
  assert.equal(named(world, 'cn1').generation, 3);
});

test('a provider needs a name', () => {
  assertRefused(given(''), create('cn1', { name: '' }), { kind: 'provider-name-missing' });
});

test('a parent must be there', () => {
  assertRefused(given(''), create('numa0', { parentId: id('cn1') }), { kind: 'parent-not-found' });
});

test('nobody is the parent of itself', () => {
  assertRefused(given(''), create('cn1', { parentId: id('cn1') }), { kind: 'parent-is-itself' });
});

test('a name is taken once', () => {
  assertRefused(given('cn1'), create('cn1', { id: id('other') }), {
    kind: 'provider-exists',
    field: 'name',
    value: 'cn1',
  });
});

test('an id is taken once', () => {
  assertRefused(given('cn1'), create('cn1', { name: 'other' }), {
    kind: 'provider-exists',
    field: 'uuid',
    value: id('cn1'),
  });
});

test('of several reasons the name comes first, then the parent, then what exists: by id, by name', () => {
  const world = given('cn1');
  const everythingWrong = create('cn1', { name: '', parentId: id('cn1') });
  assertRefused(world, everythingWrong, { kind: 'provider-name-missing' });
  assertRefused(world, { ...everythingWrong, name: 'cn1' }, { kind: 'parent-is-itself' });
  assertRefused(world, create('cn1', { parentId: id('nobody') }), { kind: 'parent-not-found' });
  assertRefused(world, create('cn1'), { kind: 'provider-exists', field: 'uuid', value: id('cn1') });
});

test('a new provider may be in aggregates from the beginning, and is at generation 0 all the same', () => {
  const world = given('');
  carryOut(world, create('cn1', { aggregates: [aggregateId('a')] }));
  const { aggregates, generation } = named(world, 'cn1');
  assert.deepEqual([[...aggregates], generation], [[aggregateId('a')], 0]);
});
