import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { allocate } from './testing/allocate.ts';
import { given } from './testing/given.ts';
import { named } from './testing/names.ts';
import type { Usage } from './usage.ts';
import { usagesByType, usagesOfProject, usagesOfProvider } from './usages.ts';

const world = given(`
  cn1  VCPU:8  MEMORY_MB:512
  cn2  VCPU:8
  ss1  DISK_GB:100`);
allocate(world, 'vm1', 'cn1:VCPU=2,MEMORY_MB=64 ss1:DISK_GB=10', {
  projectId: 'p1',
  userId: 'u1',
  type: 'INSTANCE',
});
allocate(world, 'vm2', 'cn1:VCPU=1 cn2:VCPU=1', { projectId: 'p1', userId: 'u2', type: 'INSTANCE' });
allocate(world, 'move', 'cn2:VCPU=4', { projectId: 'p1', userId: 'u2', type: 'MIGRATION' });
allocate(world, 'old', 'cn2:VCPU=1', { projectId: 'p1', userId: 'u1' });
allocate(world, 'vm3', 'cn2:VCPU=2', { projectId: 'p2', userId: 'u1', type: 'INSTANCE' });

const shown = ({ amounts, consumerCount }: Usage) => ({ ...Object.fromEntries(amounts), consumerCount });

describe('the usages of a provider', () => {
  test('are those of all that hold something from it', () => {
    assert.deepEqual(Object.fromEntries(usagesOfProvider(named(world, 'cn2'))), { VCPU: 8 });
  });

  test('are 0 for what nobody uses', () => {
    const idle = given('cn1  VCPU:8(used=1)  MEMORY_MB:512');
    assert.deepEqual(Object.fromEntries(usagesOfProvider(named(idle, 'cn1'))), { VCPU: 1, MEMORY_MB: 0 });
  });

  test('are none without inventories', () => {
    assert.equal(usagesOfProvider(named(given('cn1'), 'cn1')).size, 0);
  });
});

describe('the usages of a project', () => {
  test('are summed up over its consumers and all providers', () => {
    assert.deepEqual(shown(usagesOfProject(world, { projectId: 'p1', userId: null })), {
      VCPU: 9,
      MEMORY_MB: 64,
      DISK_GB: 10,
      consumerCount: 4,
    });
  });

  test('are those of one user if asked so, and not of its other projects', () => {
    assert.deepEqual(shown(usagesOfProject(world, { projectId: 'p1', userId: 'u1' })), {
      VCPU: 3,
      MEMORY_MB: 64,
      DISK_GB: 10,
      consumerCount: 2,
    });
  });

  test('are none for a project or a user that nobody knows', () => {
    assert.deepEqual(shown(usagesOfProject(world, { projectId: 'nobody', userId: null })), {
      consumerCount: 0,
    });
    assert.deepEqual(shown(usagesOfProject(world, { projectId: 'p2', userId: 'u2' })), { consumerCount: 0 });
  });
});

describe('the usages by type', () => {
  const byType = (projectId: string, userId: string | null) =>
    Object.fromEntries(
      Array.from(usagesByType(world, { projectId, userId }), ([type, usage]) => [type, shown(usage)]),
    );

  test('are kept apart, and consumers without a type are unknown', () => {
    assert.deepEqual(byType('p1', null), {
      INSTANCE: { VCPU: 4, MEMORY_MB: 64, DISK_GB: 10, consumerCount: 2 },
      MIGRATION: { VCPU: 4, consumerCount: 1 },
      unknown: { VCPU: 1, consumerCount: 1 },
    });
  });

  test('leave out types of which there is no consumer', () => {
    assert.deepEqual(byType('p1', 'u2'), {
      INSTANCE: { VCPU: 2, consumerCount: 1 },
      MIGRATION: { VCPU: 4, consumerCount: 1 },
    });
    assert.deepEqual(byType('nobody', null), {});
  });
});
