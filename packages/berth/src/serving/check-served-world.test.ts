import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someFlavor } from '@berth/compute-engine/testing/some-flavor.ts';
import { apply } from '@berth/engine/apply.ts';
import { inventoryFacts } from '@berth/engine/facts.ts';
import { given } from '@berth/engine/testing/given.ts';
import { id, named } from '@berth/engine/testing/names.ts';
import { cloud } from '../cloud/cloud.ts';
import { placementProblems } from '../cloud/placement-problems.ts';
import { checkServedWorld } from './check-served-world.ts';

test('what was loaded and breaks a rule is told, once', async () => {
  const world = given('cn1  VCPU:8\ncn2  VCPU:8');
  const told: unknown[] = [];
  const check = () =>
    checkServedWorld(
      () => placementProblems(world),
      (count, first) => told.push([count, first]),
      0,
    );
  await check();
  assert.deepEqual(told, []);
  const inventories = inventoryFacts(named(world, 'cn1')).map((facts) => ({ ...facts, stepSize: 0 }));
  apply(world, { kind: 'inventories-set', id: id('cn1'), inventories });
  await check();
  assert.equal(told.length, 1);
  assert.match(JSON.stringify(told[0]), /^\[1,\["provider .*0 is less than the minimum of 1/);
});

test('it is looked at in every part', () => {
  const world = cloud.newWorld();
  const told = () => [...cloud.problemsIn(world)].flat();
  cloud.domain.apply(world, { kind: 'flavor-set', thing: someFlavor() });
  assert.deepEqual(told(), []);
  cloud.domain.apply(world, { kind: 'flavor-set', thing: someFlavor({ vcpus: 0 }) });
  assert.deepEqual(told(), ['flavor small: vcpus: 0 is less than the minimum of 1']);
});

test('it is not gone on with when it is not wanted any more', async () => {
  const world = given('cn1  VCPU:8');
  const inventories = inventoryFacts(named(world, 'cn1')).map((facts) => ({ ...facts, stepSize: 0 }));
  apply(world, { kind: 'inventories-set', id: id('cn1'), inventories });
  await checkServedWorld(
    () => placementProblems(world),
    () => assert.fail('nobody wants to know'),
    0,
    AbortSignal.abort(),
  );
});
