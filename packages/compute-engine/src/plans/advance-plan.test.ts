import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { apply } from '@berth/engine/apply.ts';
import { atOnce } from '@berth/engine/explain/steps.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { now } from '@berth/engine/testing/instants.ts';
import { consumerId } from '@berth/engine/testing/names.ts';
import { applyComputeChange } from '../apply.ts';
import { isComputeChange } from '../changes.ts';
import type { OrderId, PlanId } from '../ids.ts';
import { type Limits, limitedThings } from '../quotas/limits.ts';
import { refuse } from '../refusals.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import { FleetCloud } from '../testing/fleet-cloud.ts';
import { advancePlan } from './advance-plan.ts';
import { createPlan } from './create-plan.ts';
import { deletePlan } from './delete-plan.ts';
import { makePlan } from './make-plan.ts';
import type { MoveProgress, PlanMover } from './plan-mover.ts';
import { type KeptOptions, planPageId } from './plan.ts';
import { type RunAction, runPlan } from './run-plan.ts';

const planId = 'plan' as PlanId;

/** A plan that empties cn1, and moves that end when the test says so. */
class RunningPlan {
  readonly cloud: FleetCloud;
  readonly outcomes = new Map<string, MoveProgress>();
  readonly begun: string[] = [];
  /** Servers that are refused, or for which there is no room. */
  readonly refused = new Set<string>();
  readonly full = new Set<string>();
  #ids = 0;

  constructor(cloud: FleetCloud, change: Partial<KeptOptions> = {}) {
    this.cloud = cloud;
    const goal = { kind: 'empty', hosts: ['cn1'] } as const;
    const options: KeptOptions = {
      kinds: ['live', 'cold'],
      leftAlone: [],
      movesMax: 100,
      atOnceMax: 2,
      onFailure: 'stop',
      ...change,
    };
    const scheduling = defaultSchedulerSettings;
    const draft = atOnce(
      makePlan(cloud, goal, { ...options, leftAlone: new Set(), triesMax: 1_000, scheduling }),
    );
    const plan = { id: planId, userId: 'u', projectId: 'p', goal, options, draft, now };
    this.#apply(createPlan(cloud.compute, { kind: 'create-plan', ...plan }));
  }

  run(action: RunAction): void {
    this.#apply(runPlan(this.cloud.compute, { kind: 'run-plan', id: planId, action, now }));
  }

  /** Until nothing comes of it any more. */
  advance(): void {
    for (let isMore = true; isMore; ) {
      const migration = `migration ${++this.#ids}` as ConsumerId;
      const changes = advancePlan(
        this.cloud,
        {
          kind: 'advance-plan',
          id: planId,
          by: { requestId: 'req', userId: 'u', projectId: 'p', isAdmin: true, apiHost: 'api' },
          newIds: { migration, order: `order ${this.#ids}` as OrderId },
          configured: Object.fromEntries(limitedThings.map((thing) => [thing, -1])) as Limits,
          scheduling: defaultSchedulerSettings,
          now,
        },
        this.#mover,
      );
      this.#apply(changes);
      isMore = changes.length > 0;
    }
  }

  /** The server is where it was to go. */
  arrive(name: string): void {
    const server = this.cloud.compute.servers.get(consumerId(name));
    const move = this.#moves().find(({ serverId }) => serverId === consumerId(name));
    if (!server?.place || !move) throw new Error(`${name} is nowhere`);
    const place = { ...server.place, host: move.to.host };
    this.#apply([{ kind: 'server-set', thing: { ...server, place } }]);
    this.outcomes.set(name, { kind: 'done' });
  }

  get state(): string {
    const plan = this.cloud.compute.plans.get(planId);
    return `${plan?.state}${plan?.message ? `: ${plan.message}` : ''}`;
  }

  /** In their order. */
  get moves(): readonly string[] {
    return this.#moves().map(({ serverId, state, message }) => {
      const name = this.cloud.compute.servers.get(serverId)?.name ?? 'gone';
      return `${name} ${state}${message === null ? '' : `: ${message}`}`;
    });
  }

  delete(): void {
    this.#apply(deletePlan(this.cloud.compute, { kind: 'delete-plan', id: planId }));
  }

  #moves() {
    return this.cloud.compute.planPages.get(planPageId(planId, 0))?.moves ?? [];
  }

  readonly #mover: PlanMover = {
    begin: ({ compute }, { serverId }) => {
      const name = compute.servers.get(serverId)?.name ?? '';
      if (this.refused.has(name)) refuse({ kind: 'server-state-invalid', id: serverId, action: 'migrate' });
      if (this.full.has(name)) return null;
      this.begun.push(name);
      return [];
    },
    progressOf: ({ compute }, { serverId }) =>
      this.outcomes.get(compute.servers.get(serverId)?.name ?? '') ?? { kind: 'under-way' },
    confirm: ({ compute }, { serverId }) => {
      const name = compute.servers.get(serverId)?.name ?? '';
      this.begun.push(`confirm ${name}`);
      this.outcomes.set(name, { kind: 'under-way' });
      return [];
    },
  };

  #apply(changes: ReturnType<typeof advancePlan>): void {
    for (const change of changes) {
      if (isComputeChange(change)) applyComputeChange(this.cloud.compute, change);
      else apply(this.cloud.placement, change);
    }
  }
}

const lines = ['cn1', 'cn2', 'cn3'].map((host) => `${host} VCPU:8 MEMORY_MB:4096 DISK_GB:100`).join('\n');

function fleet(): FleetCloud {
  const cloud = new FleetCloud(lines);
  for (const [index, name] of ['a', 'b', 'c'].entries())
    cloud.withServer(name, { host: 'cn1', flavor: { memoryMb: 512 * (index + 1) } });
  return cloud;
}

describe('a plan that is run', () => {
  test('moves nothing before it is started, and then as many at a time as it may', () => {
    const plan = new RunningPlan(fleet());
    plan.advance();
    assert.deepEqual(plan.begun, []);
    plan.run('start');
    plan.advance();
    assert.deepEqual(plan.moves, ['a moving', 'b moving', 'c waiting']);
    plan.arrive('b');
    plan.advance();
    assert.deepEqual(plan.moves, ['a moving', 'b done', 'c moving']);
    plan.arrive('a');
    plan.arrive('c');
    plan.advance();
    assert.deepEqual([plan.begun, plan.state], [['a', 'b', 'c'], 'done']);
  });

  test('begins no more while it is paused, and sees the end of what is under way', () => {
    const plan = new RunningPlan(fleet(), { atOnceMax: 1 });
    plan.run('start');
    plan.advance();
    plan.run('pause');
    plan.arrive('a');
    plan.advance();
    assert.deepEqual([plan.moves, plan.state], [['a done', 'b waiting', 'c waiting'], 'paused']);
    plan.run('resume');
    plan.advance();
    assert.deepEqual(plan.moves, ['a done', 'b moving', 'c waiting']);
  });

  test('stops at a failure, and goes on with the others when it is resumed', () => {
    const plan = new RunningPlan(fleet(), { atOnceMax: 1 });
    plan.run('start');
    plan.advance();
    plan.outcomes.set('a', { kind: 'failed', message: 'no power' });
    plan.advance();
    assert.deepEqual(plan.moves, ['a failed: no power', 'b waiting', 'c waiting']);
    assert.equal(plan.state, 'stopped: Step 0 failed: no power');
    plan.run('resume');
    plan.advance();
    assert.deepEqual(plan.moves, ['a failed: no power', 'b moving', 'c waiting']);
  });

  test('skips failures where it was told to, and what nobody can move any more', () => {
    const cloud = fleet();
    const plan = new RunningPlan(cloud, { onFailure: 'skip' });
    plan.refused.add('a');
    const b = cloud.compute.servers.get(consumerId('b'));
    assert.ok(b);
    applyComputeChange(cloud.compute, { kind: 'server-set', thing: { ...b, deletedAt: now } });
    plan.run('start');
    plan.advance();
    assert.deepEqual(plan.moves, [
      'a failed: It cannot be moved as it is now.',
      'b skipped: The server is gone.',
      'c moving',
    ]);
  });

  test('waits where there is no room as long as others are under way', () => {
    const plan = new RunningPlan(fleet(), { onFailure: 'skip' });
    plan.full.add('b');
    plan.run('start');
    plan.advance();
    assert.deepEqual(plan.moves, ['a moving', 'b waiting', 'c waiting']);
    plan.arrive('a');
    plan.advance();
    assert.match(plan.moves[1] ?? '', /^b failed: No room on cn/);
    assert.equal(plan.moves[2], 'c moving');
  });

  test('confirms what waits for it, and does not take it for done before', () => {
    const plan = new RunningPlan(fleet(), { atOnceMax: 1 });
    plan.run('start');
    plan.advance();
    plan.outcomes.set('a', { kind: 'to-be-confirmed' });
    plan.advance();
    assert.deepEqual([plan.begun, plan.moves[0]], [['a', 'confirm a'], 'a moving']);
  });

  test('begins nothing before those are done that make room for it, and skips it where they are not', () => {
    const cloud = new FleetCloud(lines)
      .withServer('large', { host: 'cn1', flavor: { memoryMb: 4096 } })
      .withServer('b', { host: 'cn2', flavor: { memoryMb: 1024 } })
      .withServer('c', { host: 'cn3', flavor: { memoryMb: 2048 } });
    const plan = new RunningPlan(cloud, { onFailure: 'skip' });
    plan.run('start');
    plan.advance();
    assert.deepEqual(plan.moves, ['b moving', 'large waiting']);
    plan.outcomes.set('b', { kind: 'failed', message: 'no' });
    plan.advance();
    assert.deepEqual(plan.moves, [
      'b failed: no',
      'large skipped: Step 0 was not made, which was to make room.',
    ]);
    assert.equal(plan.state, 'done');
  });

  test('is not deleted while moves are under way', () => {
    const plan = new RunningPlan(fleet(), { atOnceMax: 1 });
    plan.run('start');
    plan.advance();
    plan.run('pause');
    assert.throws(() => plan.delete(), /plan-in-state/);
    plan.arrive('a');
    plan.advance();
    plan.delete();
    assert.equal(plan.cloud.compute.plans.size + plan.cloud.compute.planPages.size, 0);
  });
});
