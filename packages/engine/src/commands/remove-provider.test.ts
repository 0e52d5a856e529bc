import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../decide.ts';
import { allocate } from '../testing/allocate.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { carryOut } from '../testing/carry-out.ts';
import { checkWorld } from '../testing/check-world.ts';
import { dumpWorld } from '../testing/dump-world.ts';
import { given } from '../testing/given.ts';
import { id } from '../testing/names.ts';
import type { RemoveProvider } from './remove-provider.ts';

function remove(name: string): RemoveProvider {
  return { kind: 'remove-provider', id: id(name) };
}

test('whatever hangs on a provider goes before it', () => {
  const world = given('cn1  VCPU:4  CUSTOM_GOLD  agg:A');
  assert.deepEqual(decide(world, remove('cn1')), [
    { kind: 'inventories-set', id: id('cn1'), inventories: [] },
    { kind: 'traits-set', id: id('cn1'), traits: [] },
    { kind: 'aggregates-set', id: id('cn1'), aggregates: [] },
    { kind: 'provider-removed', id: id('cn1') },
  ]);
});

test('a bare provider just goes', () => {
  assert.deepEqual(decide(given('cn1'), remove('cn1')), [{ kind: 'provider-removed', id: id('cn1') }]);
});

test('a removed provider leaves the world as if it had never been', () => {
  const world = given(`
    traits: CUSTOM_GOLD
    cn1`);
  const withChild = given(`
    cn1
      numa0  VCPU:4  CUSTOM_GOLD  MISC_SHARES_VIA_AGGREGATE  agg:A`);
  carryOut(withChild, remove('numa0'));
  assert.deepEqual(dumpWorld(withChild), dumpWorld(world));
  checkWorld(withChild);
});

test('a provider that is not there cannot be removed', () => {
  assertRefused(given(''), remove('cn1'), { kind: 'provider-not-found', id: id('cn1') });
});

test('a provider with children cannot be removed', () => {
  const world = given(`
    cn1
      numa0`);
  assertRefused(world, remove('cn1'), { kind: 'provider-has-children', id: id('cn1') });
});

test('a provider that somebody holds something from cannot be removed', () => {
  const world = given('cn1  VCPU:4(used=1)');
  assertRefused(world, remove('cn1'), { kind: 'provider-in-use', id: id('cn1') });
});

test('of both reasons the children are told', () => {
  const world = given(`
    cn1  VCPU:4
      numa0`);
  allocate(world, 'vm1', 'cn1:VCPU=1');
  assertRefused(world, remove('cn1'), { kind: 'provider-has-children', id: id('cn1') });
});

test('with all that is below it, a provider goes after its children', () => {
  const world = given(`
    cn1  VCPU:4  CUSTOM_GOLD
      numa0  VCPU:4
        pci0
      numa1
    cn2`);
  carryOut(world, { ...remove('cn1'), withDescendants: true });
  assert.deepEqual(dumpWorld(world), dumpWorld(given('traits: CUSTOM_GOLD\ncn2')));
  checkWorld(world);
});

test('nothing of a tree goes that somebody holds something of', () => {
  const world = given(`
    cn1
      numa0  VCPU:4(used=1)`);
  assertRefused(
    world,
    { ...remove('cn1'), withDescendants: true },
    { kind: 'provider-in-use', id: id('numa0') },
  );
});
