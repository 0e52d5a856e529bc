import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../decide.ts';
import { carryOut } from '../testing/carry-out.ts';
import { now } from '../testing/instants.ts';
import { WorldState } from '../world.ts';

const sync = (traits: string[], classes: string[]) =>
  ({ kind: 'sync-catalog', traits, classes, now }) as const;

test('an empty world gets every class at its place, which nobody created, and every trait', () => {
  assert.deepEqual(decide(new WorldState(), sync(['HW_ONE'], ['VCPU', 'MEMORY_MB'])), [
    { kind: 'class-added', resourceClass: { name: 'VCPU', order: 0, createdAt: null, updatedAt: null } },
    { kind: 'class-added', resourceClass: { name: 'MEMORY_MB', order: 1, createdAt: null, updatedAt: null } },
    { kind: 'trait-added', trait: { name: 'HW_ONE', createdAt: now } },
  ]);
});

test('a newer catalog adds what is new at its own place, and nothing else', () => {
  const world = new WorldState();
  carryOut(world, sync(['HW_ONE'], ['VCPU', 'MEMORY_MB']));
  assert.deepEqual(decide(world, sync(['HW_ONE', 'HW_TWO'], ['VCPU', 'MEMORY_MB', 'DISK_GB'])), [
    { kind: 'class-added', resourceClass: { name: 'DISK_GB', order: 2, createdAt: null, updatedAt: null } },
    { kind: 'trait-added', trait: { name: 'HW_TWO', createdAt: now } },
  ]);
});

test('an older catalog removes nothing', () => {
  const world = new WorldState();
  carryOut(world, sync(['HW_ONE', 'HW_TWO'], ['VCPU', 'MEMORY_MB']));
  assert.deepEqual(decide(world, sync(['HW_ONE'], ['VCPU'])), []);
});
