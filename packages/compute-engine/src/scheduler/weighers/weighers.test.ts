import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { allocate } from '@berth/engine/testing/allocate.ts';
import { type AskedServer, GivenCloud, groupId } from '../../testing/given-cloud.ts';
import { defaultSchedulerSettings } from '../settings.ts';
import type { MultiplierName } from './weighers.ts';

const none = { ram: 0, cpu: 0, disk: 0, ioOps: 0, buildFailure: 0, softAffinity: 0, softAntiAffinity: 0 };

/** Each host with its weight, the heaviest first, where nothing else counts than these. */
function weighed(
  cloud: GivenCloud,
  multipliers: Partial<Record<MultiplierName, number>>,
  asked: AskedServer = {},
): string {
  const scheduling = cloud.decisionOn(['vm'], asked, { multipliers: { ...none, ...multipliers } })();
  assert.ok(scheduling.isPlaced);
  const best = scheduling.servers[0]?.decision.best ?? [];
  return best.map(({ host, weight }) => `${host} ${Number(weight.toFixed(3))}`).join(', ');
}

test('the multipliers of the original are the defaults', () => {
  assert.deepEqual(defaultSchedulerSettings.multipliers, {
    ram: 1,
    cpu: 1,
    disk: 1,
    ioOps: -1,
    buildFailure: 1_000_000,
    softAffinity: 1,
    softAntiAffinity: 1,
  });
});

describe('what is left', () => {
  const world = `
    cn1  VCPU:8(ratio=2,used=6)  MEMORY_MB:4000(reserved=1000,ratio=2)  DISK_GB:100(ratio=3)
    cn2  VCPU:8(ratio=2)         MEMORY_MB:4000                         DISK_GB:100(used=60)
    cn3  VCPU:1(ratio=4)         MEMORY_MB:2000                         DISK_GB:50`;

  test('of memory and disk counts as it is, and of CPUs as they are handed out', () => {
    const cloud = new GivenCloud(world);
    assert.equal(weighed(cloud, { ram: 1 }), 'cn2 1, cn1 0.75, cn3 0.5');
    assert.equal(weighed(cloud, { cpu: 1 }), 'cn2 1, cn1 0.625, cn3 0.25');
    assert.equal(weighed(cloud, { disk: 1 }), 'cn1 1, cn3 0.5, cn2 0.4');
  });

  test('adds up, and packs servers where it counts against a host', () => {
    const cloud = new GivenCloud(world);
    assert.equal(weighed(cloud, { ram: 1, disk: 2 }), 'cn1 2.75, cn2 1.8, cn3 1.5');
    assert.equal(weighed(cloud, { ram: -1 }), 'cn3 -0.5, cn1 -0.75, cn2 -1');
  });

  test('is seen to become less', () => {
    const cloud = new GivenCloud(world);
    assert.equal(weighed(cloud, { ram: 1 }), 'cn2 1, cn1 0.75, cn3 0.5');
    allocate(cloud.placement, 'big', 'cn2:MEMORY_MB=2500');
    assert.equal(weighed(cloud, { ram: 1 }), 'cn1 1, cn3 0.667, cn2 0.5');
  });

  test('of a tree is what all of it has', () => {
    const cloud = new GivenCloud(`
      cn1      MEMORY_MB:2000  DISK_GB:10
        numa0  VCPU:4(used=1)
        numa1  VCPU:4
      cn2      VCPU:6  MEMORY_MB:4000  DISK_GB:10`);
    assert.equal(weighed(cloud, { cpu: 1 }), 'cn1 1, cn2 0.857');
  });

  test('may be less than nothing, which is nothing', () => {
    const cloud = new GivenCloud(`
      cn1  VCPU:8  MEMORY_MB:4000(ratio=3,used=5000)  DISK_GB:10
      cn2  VCPU:8  MEMORY_MB:4000(ratio=3,used=6000)  DISK_GB:10
      cn3  VCPU:8  MEMORY_MB:4000(used=2000)          DISK_GB:10`);
    assert.equal(weighed(cloud, { ram: 1 }), 'cn3 1, cn1 0, cn2 0');
  });
});

const alike = `
  cn1  VCPU:8  MEMORY_MB:8192  DISK_GB:100  agg:A
  cn2  VCPU:8  MEMORY_MB:8192  DISK_GB:100
  cn3  VCPU:8  MEMORY_MB:8192  DISK_GB:100`;

test('hosts that are alike weigh the same, and the first one is taken', () => {
  assert.equal(weighed(new GivenCloud(alike), { cpu: 1, ioOps: -1 }), 'cn1 1, cn2 1, cn3 1');
});

test('a host that is alone weighs nothing', () => {
  assert.equal(weighed(new GivenCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100'), { ram: 1 }), 'cn1 0');
});

test('hosts that work on disks are avoided', () => {
  const cloud = new GivenCloud(alike).withServer('one', 'cn1', { vmState: 'building' });
  cloud
    .withServer('two', 'cn1', { taskState: 'rebuilding' })
    .withServer('three', 'cn2', { taskState: 'rescuing' });
  assert.equal(weighed(cloud, { ioOps: -1 }), 'cn3 0, cn2 -0.5, cn1 -1');
});

test('hosts that failed lately are the last resort', () => {
  const cloud = new GivenCloud(alike).withFailures('cn1', 4).withFailures('cn2', 1);
  assert.equal(weighed(cloud, { buildFailure: 100 }), 'cn3 0, cn2 -25, cn1 -100');
});

describe('soft policies of groups', () => {
  const inGroup: AskedServer = { hints: { groupId: groupId('g') } };
  const cloudWith = (policy: 'soft-affinity' | 'soft-anti-affinity') => {
    const cloud = new GivenCloud(alike).withGroup('g', policy);
    for (const [name, host] of [
      ['one', 'cn1'],
      ['two', 'cn1'],
      ['three', 'cn2'],
    ] as const) {
      cloud.withServer(name, host, { groupId: groupId('g') });
    }
    return cloud;
  };

  test('prefer hosts with others of the group, or without', () => {
    const multipliers = { softAffinity: 3, softAntiAffinity: 5 };
    assert.equal(weighed(cloudWith('soft-affinity'), multipliers, inGroup), 'cn1 3, cn2 1.5, cn3 0');
    assert.equal(weighed(cloudWith('soft-anti-affinity'), multipliers, inGroup), 'cn3 5, cn2 2.5, cn1 0');
  });

  test('are for the servers of the group only', () => {
    assert.equal(weighed(cloudWith('soft-affinity'), { softAffinity: 3 }), 'cn1 0, cn2 0, cn3 0');
  });
});

describe('aggregates have multipliers of their own', () => {
  test('for their hosts', () => {
    const cloud = new GivenCloud(alike).withAggregate('A', { ram_weight_multiplier: '-2.5' });
    assert.equal(weighed(cloud, { ram: 1 }), 'cn2 1, cn3 1, cn1 -2.5');
  });

  test('of which the least counts, and none where one is no number', () => {
    const world = `
      cn1  VCPU:8  MEMORY_MB:8192  DISK_GB:100  agg:A,B
      cn2  VCPU:8  MEMORY_MB:8192  DISK_GB:100  agg:B,C`;
    const cloud = new GivenCloud(world)
      .withAggregate('A', { ram_weight_multiplier: '4' })
      .withAggregate('B', { ram_weight_multiplier: '3' })
      .withAggregate('C', { ram_weight_multiplier: 'a lot' });
    assert.equal(weighed(cloud, { ram: 1 }), 'cn1 3, cn2 1');
  });
});
