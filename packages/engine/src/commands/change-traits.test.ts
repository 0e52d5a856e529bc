import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../decide.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { given } from '../testing/given.ts';
import { now } from '../testing/instants.ts';
import { traitName } from '../testing/names.ts';

const world = given(`
  traits: CUSTOM_FREE HW_NUMA_ROOT
  cn1  CUSTOM_GOLD`);
const add = (name: string) => decide(world, { kind: 'add-trait', name: traitName(name), now });
const removal = (name: string) => ({ kind: 'remove-trait', name: traitName(name) }) as const;

test('a new trait is added', () => {
  assert.deepEqual(add('CUSTOM_NEW'), [
    { kind: 'trait-added', trait: { name: 'CUSTOM_NEW', createdAt: now } },
  ]);
});

test('a trait that is there stays as it is', () => {
  assert.deepEqual(add('CUSTOM_GOLD'), []);
});

test('a custom trait that nobody has can be removed', () => {
  assert.deepEqual(decide(world, removal('CUSTOM_FREE')), [{ kind: 'trait-removed', name: 'CUSTOM_FREE' }]);
});

test('a trait that nobody knows cannot be removed', () => {
  assertRefused(world, removal('CUSTOM_NO'), { kind: 'traits-not-found', names: [traitName('CUSTOM_NO')] });
});

test('a standard trait cannot be removed', () => {
  assertRefused(world, removal('HW_NUMA_ROOT'), {
    kind: 'trait-is-standard',
    name: traitName('HW_NUMA_ROOT'),
  });
});

test('a trait that a provider has cannot be removed', () => {
  assertRefused(world, removal('CUSTOM_GOLD'), { kind: 'trait-in-use', name: traitName('CUSTOM_GOLD') });
});

test('of several reasons: not known, then standard, then in use', () => {
  assertRefused(world, removal('HW_NO'), { kind: 'traits-not-found', names: [traitName('HW_NO')] });
  const used = given('cn1  HW_NUMA_ROOT');
  assertRefused(used, removal('HW_NUMA_ROOT'), {
    kind: 'trait-is-standard',
    name: traitName('HW_NUMA_ROOT'),
  });
});
