import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { atOnce } from '@berth/engine/explain/steps.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { consumerId } from '@berth/engine/testing/names.ts';
import { allocate } from '@berth/engine/testing/allocate.ts';
import type { GroupId } from '../ids.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import { FleetCloud } from '../testing/fleet-cloud.ts';
import { makePlan } from './make-plan.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { PlanGoal, PlanOptions } from './plan-request.ts';

const usual: PlanOptions = {
  kinds: ['live', 'cold'],
  leftAlone: new Set(),
  movesMax: 1_000,
  triesMax: 1_000,
  scheduling: defaultSchedulerSettings,
};

function planned(cloud: FleetCloud, goal: PlanGoal, options: Partial<PlanOptions> = {}): PlanDraft {
  return atOnce(makePlan(cloud, goal, { ...usual, ...options }));
}

function emptied(cloud: FleetCloud, hosts: readonly string[], options: Partial<PlanOptions> = {}): PlanDraft {
  return planned(cloud, { kind: 'empty', hosts }, options);
}

function nameOf(cloud: FleetCloud, id: ConsumerId): string {
  return cloud.compute.servers.get(id)?.name ?? id;
}

/** `vm live cn1>cn2`, and behind `<` the moves that it waits for. */
function movesOf(cloud: FleetCloud, { moves }: PlanDraft): readonly string[] {
  return moves.map(({ serverId, kind, from, to, after }) => {
    const wait = after.length === 0 ? '' : ` <${after.join(',')}`;
    return `${nameOf(cloud, serverId)} ${kind} ${from.host}>${to.host}${wait}`;
  });
}

const three = `
  cn1 VCPU:8 MEMORY_MB:4096 DISK_GB:100
  cn2 VCPU:8 MEMORY_MB:4096 DISK_GB:100
  cn3 VCPU:8 MEMORY_MB:4096 DISK_GB:100`;

describe('a plan that empties hosts', () => {
  test('moves every server once, the smallest first, live where it runs', () => {
    const cloud = new FleetCloud(three)
      .withServer('large', { host: 'cn1', flavor: { memoryMb: 2048 } })
      .withServer('small', { host: 'cn1', vmState: 'stopped' })
      .withServer('other', { host: 'cn2' });
    const plan = emptied(cloud, ['cn1']);
    assert.deepEqual(movesOf(cloud, plan), ['small cold cn1>cn2', 'large live cn1>cn3']);
    assert.deepEqual([plan.movesLeast, plan.stuck], [2, []]);
  });

  test('puts nothing on another host that is to be emptied, or is out of service', () => {
    const cloud = new FleetCloud(`${three}\n  cn4 VCPU:8 MEMORY_MB:4096 DISK_GB:100`)
      .withServer('a', { host: 'cn1' })
      .withServer('b', { host: 'cn2' })
      .withDisabled('cn3');
    assert.deepEqual(
      new Set(movesOf(cloud, emptied(cloud, ['cn1', 'cn2']))),
      new Set(['a live cn1>cn4', 'b live cn2>cn4']),
    );
  });

  test('makes room by moving others, and what comes into it waits for them', () => {
    const cloud = new FleetCloud(three)
      .withServer('large', { host: 'cn1', flavor: { memoryMb: 4096 } })
      .withServer('b', { host: 'cn2', flavor: { memoryMb: 1024 } })
      .withServer('c', { host: 'cn3', flavor: { memoryMb: 2048 } });
    const plan = emptied(cloud, ['cn1']);
    assert.deepEqual(movesOf(cloud, plan), ['b live cn2>cn3', 'large live cn1>cn2 <0']);
    assert.equal(plan.movesLeast, 2);
    assert.deepEqual(
      plan.moves.map(({ purpose }) => purpose),
      ['make-room', 'empty'],
    );
  });

  test('heeds groups, with those that it has moved itself', () => {
    const apart = { groupId: 'apart' as GroupId };
    const cloud = new FleetCloud(three)
      .withServer('a', { host: 'cn1', ...apart })
      .withServer('b', { host: 'cn1', ...apart })
      .withServer('c', { host: 'cn2', ...apart })
      .withGroup('apart', 'anti-affinity', ['a', 'b', 'c']);
    const plan = emptied(cloud, ['cn1']);
    assert.equal(plan.moves.length, 1);
    assert.equal(plan.moves[0]?.to.host, 'cn3');
    const [stuck] = plan.stuck;
    assert.ok(stuck?.reason.kind === 'no-room');
    assert.deepEqual(stuck.reason.steps.at(-1), { rule: 'ServerGroupAntiAffinityFilter', hostsLeft: 0 });
    assert.deepEqual(stuck.reason.ifEmpty.at(-1), { rule: 'ServerGroupAntiAffinityFilter', hostsLeft: 2 });
  });

  test('says of each server that stays why', () => {
    const cloud = new FleetCloud(`traits: CUSTOM_GOLD\n${three}`)
      .withServer('suspended', { host: 'cn1', vmState: 'suspended' })
      .withServer('busy', { host: 'cn1', taskState: 'rebooting' })
      .withServer('dear', { host: 'cn1' })
      .withServer('golden', { host: 'cn1', flavor: { extraSpecs: { 'trait:CUSTOM_GOLD': 'required' } } });
    const { stuck, moves } = emptied(cloud, ['cn1'], { leftAlone: new Set([consumerId('dear')]) });
    assert.deepEqual(moves, []);
    const reasons = Object.fromEntries(
      stuck.map(({ serverId, reason }) => [nameOf(cloud, serverId), reason]),
    );
    assert.deepEqual(reasons, {
      suspended: { kind: 'state', vmState: 'suspended', taskState: null },
      busy: { kind: 'state', vmState: 'active', taskState: 'rebooting' },
      dear: { kind: 'left-alone' },
      golden: {
        kind: 'nowhere',
        ifEmpty: [
          { rule: 'in service', hostsLeft: 2 },
          { rule: 'amounts', hostsLeft: 2 },
          { rule: 'traits', hostsLeft: 0 },
        ],
      },
    });
  });

  test('names who would have to go where there is no room', () => {
    const cloud = new FleetCloud(three)
      .withServer('large', { host: 'cn1', flavor: { memoryMb: 4096 } })
      .withServer('b', { host: 'cn2', flavor: { memoryMb: 2048 } })
      .withServer('c', { host: 'cn3', flavor: { memoryMb: 3072 } });
    const [stuck] = emptied(cloud, ['cn1']).stuck;
    assert.ok(stuck?.reason.kind === 'no-room');
    assert.deepEqual(stuck.reason.nearest, [
      { host: 'cn2', inTheWay: [consumerId('b')] },
      { host: 'cn3', inTheWay: [consumerId('c')] },
    ]);
    assert.deepEqual(stuck.reason.steps, [
      { rule: 'in service', hostsLeft: 2 },
      { rule: 'amounts', hostsLeft: 0 },
    ]);
    assert.equal(stuck.reason.isCut, false);
  });

  test('moves nothing from a host whose agent is away, and only in the ways that are allowed', () => {
    const cloud = new FleetCloud(three)
      .withServer('a', { host: 'cn1' })
      .withServer('b', { host: 'cn2', vmState: 'stopped' })
      .withService('cn1', { isUp: false });
    assert.deepEqual(
      emptied(cloud, ['cn1', 'cn2'], { kinds: ['live'] }).stuck.map(({ reason }) => reason.kind),
      ['host-down', 'state'],
    );
  });

  test('is no longer than it may be', () => {
    const cloud = new FleetCloud(three).withServer('a', { host: 'cn1' }).withServer('b', { host: 'cn1' });
    const { moves, stuck } = emptied(cloud, ['cn1'], { movesMax: 1 });
    assert.equal(moves.length, 1);
    assert.deepEqual(
      stuck.map(({ reason }) => reason),
      [{ kind: 'moves-max', movesMax: 1 }],
    );
  });

  test('tells of those that hold something there, and are no servers', () => {
    const cloud = new FleetCloud(three).withServer('a', { host: 'cn1' });
    allocate(cloud.placement, 'volume', 'cn1:DISK_GB=7');
    assert.deepEqual(emptied(cloud, ['cn1']).strangers, [{ consumerId: consumerId('volume'), host: 'cn1' }]);
  });

  test('changes nothing', () => {
    const cloud = new FleetCloud(three).withServer('a', { host: 'cn1' });
    const before = cloud.placement.providersByName.get('cn2')?.used.size;
    emptied(cloud, ['cn1']);
    assert.equal(cloud.placement.providersByName.get('cn2')?.used.size, before);
    assert.equal(cloud.compute.servers.get(consumerId('a'))?.place?.host, 'cn1');
  });
});

describe('a plan that spreads servers', () => {
  const crowded = () => {
    const cloud = new FleetCloud(three);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      cloud.withServer(name, { host: 'cn1', flavor: { memoryMb: 512 } });
    return cloud;
  };

  test('moves servers from the fullest host to the emptiest, until none is much fuller than the mean', () => {
    const plan = planned(crowded(), { kind: 'spread', tolerance: 0.05 });
    assert.equal(plan.moves.length, 4);
    assert.equal(plan.movesLeast, 4);
    assert.deepEqual(plan.fullest, { before: 0.75, after: 0.25 });
    assert.ok(plan.moves.every(({ from, purpose }) => from.host === 'cn1' && purpose === 'spread'));
  });

  test('stops where nothing gets better, and where it is long enough', () => {
    assert.equal(planned(crowded(), { kind: 'spread', tolerance: 1 }).moves.length, 0);
    assert.equal(planned(crowded(), { kind: 'spread', tolerance: 0 }, { movesMax: 2 }).moves.length, 2);
    const even = new FleetCloud(three).withServer('a', { host: 'cn1', flavor: { memoryMb: 2048 } });
    assert.deepEqual(planned(even, { kind: 'spread', tolerance: 0 }).moves, []);
  });

  test('leaves alone who is to be left alone', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map(consumerId);
    const leftAlone = new Set(names.slice(0, 5));
    const { moves } = planned(crowded(), { kind: 'spread', tolerance: 0 }, { leftAlone });
    assert.deepEqual(
      moves.map(({ serverId }) => serverId),
      [consumerId('f')],
    );
  });
});

test('a plan that was made while the cloud changed says so', () => {
  const cloud = new FleetCloud(three).withServer('a', { host: 'cn1' });
  const steps = makePlan(cloud, { kind: 'empty', hosts: ['cn1'] }, usual);
  let step = steps.next(false);
  while (!step.done) step = steps.next(true);
  assert.equal(step.value.isOfManyMoments, true);
  assert.equal(emptied(cloud, ['cn1']).isOfManyMoments, false);
});
