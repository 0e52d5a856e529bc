import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atOnce } from '@berth/engine/explain/steps.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { now } from '@berth/engine/testing/instants.ts';
import type { PlanId } from '../ids.ts';
import { type Limits, limitedThings } from '../quotas/limits.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import { ServerCloud } from '../testing/server-cloud.ts';
import { makePlan } from './make-plan.ts';
import { type KeptOptions, planPageId } from './plan.ts';

const planId = '11111111-2222-4333-8444-555555555555' as PlanId;
const lines = ['cn1', 'cn2', 'cn3'].map((host) => `${host} VCPU:8 MEMORY_MB:8192 DISK_GB:100`).join('\n');

/** A plan that empties cn1 by cold moves, started; and how it goes on, as whoever leads would have it. */
function running(cloud: ServerCloud, change: Partial<KeptOptions> = {}) {
  const goal = { kind: 'empty', hosts: ['cn1'] } as const;
  const kinds: KeptOptions['kinds'] = ['cold'];
  const options: KeptOptions = {
    kinds,
    leftAlone: [],
    movesMax: 10,
    atOnceMax: 1,
    onFailure: 'stop',
    ...change,
  };
  const scheduling = defaultSchedulerSettings;
  const draft = atOnce(
    makePlan(cloud, goal, { ...options, leftAlone: new Set(), triesMax: 100, scheduling }),
  );
  const plan = { id: planId, userId: 'u', projectId: 'p', goal, options, draft, now };
  cloud.decide({ kind: 'create-plan', ...plan });
  cloud.decide({ kind: 'run-plan', id: planId, action: 'start', now });
  let ids = 0;
  const advance = () => {
    for (let isMore = true; isMore; ) {
      const migration = `33333333-3333-4333-8333-${String(++ids).padStart(12, '0')}` as ConsumerId;
      const changes = cloud.decide({
        kind: 'advance-plan',
        id: planId,
        by: cloud.by({ isAdmin: true }),
        newIds: { migration, order: cloud.newOrderId() },
        configured: Object.fromEntries(limitedThings.map((thing) => [thing, -1])) as Limits,
        scheduling,
        now,
      });
      isMore = changes.length > 0;
    }
  };
  const state = () => cloud.compute.plans.get(planId)?.state;
  const moves = () => cloud.compute.planPages.get(planPageId(planId, 0))?.moves ?? [];
  return { advance, state, moves };
}

function withServersOn(host: string): ServerCloud {
  const cloud = new ServerCloud(lines);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    cloud.create([name]);
    cloud.settle();
  }
  assert.ok([...cloud.compute.servers.onHost(host)].length > 0);
  return cloud;
}

test('servers are migrated one after the other, confirmed, and hold what they use where they are', () => {
  const cloud = withServersOn('cn1');
  const { advance, state, moves } = running(cloud);
  const wanted = moves().map(({ serverId, to }) => [serverId, to.host] as const);
  for (let turn = 0; turn < 20 && state() !== 'done'; turn++) {
    advance();
    assert.ok(moves().filter((move) => move.state === 'moving').length <= 1);
    cloud.settle();
  }
  assert.equal(state(), 'done');
  assert.equal(cloud.compute.servers.countOnHost('cn1'), 0);
  for (const [id, host] of wanted) {
    assert.equal(cloud.compute.servers.get(id)?.place?.host, host);
    assert.equal(cloud.compute.servers.get(id)?.vmState, 'active');
  }
  assert.equal(cloud.placement.providersByName.get('cn1')?.used.size, 0);
});

test('a move that fails on its way stops the plan, and is told', () => {
  const cloud = withServersOn('cn1');
  const { advance, state, moves } = running(cloud);
  advance();
  const [first] = moves();
  assert.ok(first);
  cloud.report(first.serverId, { kind: 'begun' });
  cloud.report(first.serverId, { kind: 'failed', message: 'no power', details: '' });
  cloud.settle();
  advance();
  assert.equal(state(), 'stopped');
  assert.equal(moves()[0]?.state, 'failed');
});

test('servers that run are moved while they do, and those that are stopped as they are', () => {
  const cloud = withServersOn('cn1');
  const [stopped] = cloud.compute.servers.onHost('cn1');
  assert.ok(stopped);
  cloud.act(stopped.id, { kind: 'stop' });
  cloud.settle();
  const { advance, state, moves } = running(cloud, { kinds: ['live', 'cold'], atOnceMax: 4 });
  for (const { serverId, kind } of moves()) assert.equal(kind, serverId === stopped.id ? 'cold' : 'live');
  for (let turn = 0; turn < 20 && state() !== 'done'; turn++) {
    advance();
    cloud.settle();
  }
  assert.equal(state(), 'done');
  assert.equal(cloud.compute.servers.countOnHost('cn1'), 0);
  const ended = Array.from(cloud.compute.migrations.values(), ({ type, status }) => `${type} ${status}`);
  assert.deepEqual(new Set(ended), new Set(['migration confirmed', 'live-migration completed']));
  assert.equal(cloud.server(stopped.id).vmState, 'stopped');
});

test('a live move that fails on its way stops the plan, and the server runs where it was', () => {
  const cloud = withServersOn('cn1');
  const { advance, state, moves } = running(cloud, { kinds: ['live', 'cold'] });
  advance();
  const [first] = moves();
  assert.ok(first);
  while (cloud.ordersOf(first.serverId)[0]?.work.kind !== 'live-move') {
    cloud.report(first.serverId, { kind: 'done' });
  }
  cloud.report(first.serverId, { kind: 'failed', message: 'no power', details: '' });
  cloud.settle();
  advance();
  assert.equal(state(), 'stopped');
  assert.deepEqual(
    [moves()[0]?.state, cloud.server(first.serverId).place?.host],
    ['failed', first.from.host],
  );
});
