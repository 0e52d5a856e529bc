import assert from 'node:assert/strict';
import { test } from 'node:test';
import { className, id, named } from '@berth/engine/testing/names.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import { given } from '@berth/engine/testing/given.ts';
import { WorldState } from '@berth/engine/world.ts';
import { checkWorld } from './check-world.ts';

const text = 'cn1  VCPU:8(used=2)  DISK_GB:10';

test('a world whose usage is the sum of its allocations is in order', () => {
  assert.deepEqual(checkWorld(given(text)), []);
  assert.deepEqual(checkWorld(new WorldState()), []);
});

test('usage that is not the sum is told, and usage that is missing', () => {
  const world = given(text);
  const used = named(world, 'cn1').used as Map<ClassName, number>; // To do what nobody does.
  used.set(className('VCPU'), 3).set(className('DISK_GB'), 1);
  assert.deepEqual(checkWorld(world), [
    `Usage of VCPU of provider ${id('cn1')} is 3, its allocations are 2.`,
    `Usage of DISK_GB of provider ${id('cn1')} is 1, its allocations are 0.`,
  ]);
  used.clear();
  assert.deepEqual(checkWorld(world), [
    `Usage of VCPU of provider ${id('cn1')} is missing, its allocations are 2.`,
  ]);
});
