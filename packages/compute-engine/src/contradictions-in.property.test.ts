import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import type { Consumer } from '@berth/engine/consumer.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import { now } from '@berth/engine/testing/instants.ts';
import fc from 'fast-check';
import { contradictionsIn } from './contradictions-in.ts';
import type { ComputeCommand } from './decide.ts';
import type { OrderId, ServiceId } from './ids.ts';
import { migrationStatuses } from './migrations/migration.ts';
import { isMoveWork } from './moves/move-work.ts';
import { isPortWork } from './orders/order.ts';
import type { Outcome } from './orders/outcome.ts';
import { ComputeRefusal } from './refusals.ts';
import { defaultSchedulerSettings } from './scheduler/settings.ts';
import type { Server } from './servers/server.ts';
import { arbitraryServerCommands, serverIds } from './testing/arbitrary-server-commands.ts';
import { portsDone, ServerCloud } from './testing/server-cloud.ts';

const world = `
  cn1 VCPU:2 MEMORY_MB:4096 DISK_GB:100
  cn2 VCPU:2 MEMORY_MB:4096 DISK_GB:100
  cn3 VCPU:1 MEMORY_MB:4096 DISK_GB:100`;

/** Something that a host or an operator does, which depends on what there is. */
type Event =
  | { readonly kind: 'report'; readonly at: number; readonly outcome: Outcome; readonly order: OrderId }
  | { readonly kind: 'force'; readonly host: string; readonly isForcedDown: boolean }
  /** All that is to be done is done. */
  | { readonly kind: 'settle' };

const outcomes: readonly Outcome[] = [
  { kind: 'begun' },
  { kind: 'begun' },
  { kind: 'done' },
  { kind: 'done' },
  { kind: 'done' },
  { kind: 'failed', message: 'no', details: '' },
];

const arbitraryEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      at: fc.nat(9),
      outcome: fc.constantFrom(...outcomes),
      order: fc.noShrink(fc.uuid({ version: 4 })).map((id) => id as OrderId),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('force' as const),
      host: fc.constantFrom('cn1', 'cn2', 'cn3'),
      isForcedDown: fc.constantFrom(true, false, false),
    }),
  },
);

const weights: Readonly<Record<string, number>> = {
  'create-servers': 5,
  'act-on-server': 20,
  'delete-server': 6,
  'rebuild-server': 5,
  'shelve-server': 16,
  'unshelve-server': 16,
  'offload-server': 24,
  'sweep-shelved': 20,
  'move-server': 100,
  'confirm-move': 24,
  'revert-move': 24,
  'evacuate-server': 50,
  'live-move-server': 80,
  'abort-live-move': 9,
  'complete-live-move': 100,
};

const arbitraryCommand = fc.oneof(
  ...Object.entries(arbitraryServerCommands).map(([kind, arbitrary]) => ({
    arbitrary: (arbitrary as fc.Arbitrary<object>).map((fields) => ({ kind, ...fields }) as ComputeCommand),
    weight: weights[kind] ?? 1,
  })),
);

test('whatever is asked for and whatever hosts report, nothing contradicts itself', () => {
  const kinds = new Map<string, number>();
  const ended = new Map<string, number>();
  assertProperty(
    fc.property(
      fc.array(fc.oneof(arbitraryCommand, arbitraryEvent), { maxLength: 100, size: '+1' }),
      (steps) => {
        const cloud = new ServerCloud(world);
        // Some run already, so that much can be done with them.
        for (const name of serverIds.slice(0, 2)) cloud.create([name]);
        cloud.settle();
        for (const step of steps) {
          if (step.kind === 'settle') {
            cloud.settle();
            continue;
          }
          for (const command of commandsOf(cloud, step)) {
            if (!mayBeAsked(cloud, command)) continue;
            try {
              // Looks for contradictions itself, after each.
              const changes = cloud.decide(command);
              if (changes.length > 0) kinds.set(command.kind, (kinds.get(command.kind) ?? 0) + 1);
            } catch (thrown) {
              if (!(thrown instanceof ComputeRefusal) && !(thrown instanceof Refusal)) throw thrown;
            }
          }
        }
        for (const id of ['cn1', 'cn2', 'cn3'] as readonly string[] as readonly ServiceId[]) {
          cloud.decide({ kind: 'change-service', now, id, isForcedDown: false });
        }
        cloud.settle();
        // What could not be destroyed there is, when they are heard of again.
        cloud.registerAgain();
        cloud.settle();
        // When all is done nobody is busy, and what is held is what those hold who live somewhere.
        for (const server of cloud.compute.servers.values()) {
          const isSomewhere = server.deletedAt === null && server.place !== null;
          assert.equal(server.taskState, null);
          const isKept = isSomewhere || server.shelved !== null;
          assert.ok(server.ports.length === 0 || isKept, 'whoever has ports is somewhere, or shelved');
          const held = cloud.placement.consumers.get(server.id);
          assert.equal(held !== undefined, isSomewhere);
          // What was left on hosts that were down is gone, and what was held for it.
          for (const { provider } of held?.allocations ?? [])
            assert.equal(provider.root.id, server.place?.nodeId);
          // What it holds is what its flavor asks for, whatever has come between a resize and its end.
          if (held) assert.deepEqual(amountsOf(held), amountsAsked(server));
        }
        // Of those that live, nothing is told to be under way any more.
        for (const { name, serverId, events } of cloud.compute.actions.values()) {
          const open = events.filter(({ finishedAt }) => finishedAt === null);
          const isThere = cloud.compute.servers.get(serverId)?.deletedAt === null;
          if (isThere) assert.deepEqual(open, [], `a step of ${name} has no end`);
        }
        // What was on its way has arrived, and waits to be confirmed, or is over.
        for (const { status, serverId } of cloud.compute.migrations.values()) {
          ended.set(status, (ended.get(status) ?? 0) + 1);
          if (status === 'finished') assert.equal(cloud.compute.servers.get(serverId)?.vmState, 'resized');
          else assert.ok(migrationStatuses[status].isFinal && status !== 'done', status);
        }
      },
    ),
    1_500,
  );
  afterAllCases(() => {
    for (const kind of [
      'create-servers',
      'act-on-server',
      'delete-server',
      'report-order',
      'report-ports',
      'rebuild-server',
      'shelve-server',
      'offload-server',
      'sweep-shelved',
      'unshelve-server',
      'move-server',
      'confirm-move',
      'revert-move',
      'evacuate-server',
      'live-move-server',
      'abort-live-move',
      'complete-live-move',
    ]) {
      assert.ok((kinds.get(kind) ?? 0) > 2, `${kind} came true ${kinds.get(kind) ?? 0} times`);
    }
    for (const status of ['finished', 'confirmed', 'reverted', 'error', 'completed', 'failed', 'cancelled']) {
      assert.ok((ended.get(status) ?? 0) > 2, `${ended.get(status) ?? 0} migrations are ${status}`);
    }
  });
});

/** Ids of new things are new. */
function mayBeAsked({ compute }: ServerCloud, command: ComputeCommand): boolean {
  return (
    command.kind !== 'create-servers' || command.newIds.every(({ server }) => !compute.servers.has(server))
  );
}

/** Those are evacuated that are on their way somewhere, if any are; their hosts are down. */
function commandsOf(
  cloud: ServerCloud,
  step: ComputeCommand | Exclude<Event, { kind: 'settle' }>,
): readonly ComputeCommand[] {
  const command = commandOf(cloud, step);
  if (command === null) return [];
  if (command.kind !== 'evacuate-server') return [command];
  const { servers, orders } = cloud.compute;
  const moving = [...orders.values()].find(({ work }) => isMoveWork(work) && work.kind !== 'evacuate');
  const evacuated = { ...command, id: moving?.serverId ?? command.id };
  const host = servers.get(evacuated.id)?.place?.host;
  return host === undefined
    ? [evacuated]
    : [{ kind: 'change-service', now, id: host as ServiceId, isForcedDown: true }, evacuated];
}

function commandOf(
  cloud: ServerCloud,
  step: ComputeCommand | Exclude<Event, { kind: 'settle' }>,
): ComputeCommand | null {
  if (step.kind === 'force') {
    return { kind: 'change-service', now, id: step.host as ServiceId, isForcedDown: step.isForcedDown };
  }
  const settings = { buildAttemptsMax: 3, scheduling: defaultSchedulerSettings };
  // Where a source has not begun to send a machine, it does so first.
  const sent = [...cloud.compute.orders.values()].find(({ work }) => work.kind === 'live-move');
  if (step.kind === 'complete-live-move' && sent?.startedAt === null) {
    const { id, host } = sent;
    const newOrderId = step.newOrderId;
    return { kind: 'report-order', id, host, outcome: { kind: 'begun' }, newOrderId, settings, now };
  }
  // Of one that goes on.
  if (step.kind === 'abort-live-move' || step.kind === 'complete-live-move') {
    const found = [...cloud.compute.migrations.values()].find(
      ({ live, status }) => live && !migrationStatuses[status].isFinal,
    );
    return found ? { ...step, id: found.serverId, migration: String(found.number) } : step;
  }
  if (step.kind !== 'report') return step;
  const all = [...cloud.compute.orders.values()];
  const order = all[step.at % all.length];
  if (!order) return null;
  const { id, host } = order;
  if (isPortWork(order.work)) {
    const { outcome: said } = step;
    const isOfHost = step.at % 2 === 0;
    const outcome = said.kind === 'failed' ? { ...said, isOfHost } : portsDone(cloud, order);
    return { kind: 'report-ports', id, outcome, newOrderId: step.order, settings, now };
  }
  return { kind: 'report-order', id, host, outcome: step.outcome, newOrderId: step.order, settings, now };
}

test('contradictions are found: claims, tasks, orders and addresses', () => {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100');
  cloud.create(['web', 'db']);
  cloud.settle();
  const told = () => [...contradictionsIn(cloud)];
  const [web, db] = [cloud.server('web'), cloud.server('db')];
  const put = cloud.compute.servers.put.bind(cloud.compute.servers);
  put({ ...web, taskState: 'rebooting' });
  assert.deepEqual(told(), ['Server web is busy (rebooting), and nobody has anything to do with it.']);
  put({ ...web, addresses: db.addresses });
  assert.match(told().join(), /have one address, 10\.0\.0\.3/);
  put({ ...web, deletedAt: now });
  assert.deepEqual(told(), ['Server web is gone, and holds something in Placement.']);
  put({ ...web, id: 'other' as never, addresses: [] });
  assert.match(told().join(), /Server other is on cn1, and holds nothing in Placement\./);
  const order = { host: 'cn1', work: { kind: 'stop' }, actionId: null, createdAt: now } as const;
  cloud.compute.orders.put({ ...order, id: 'o1' as OrderId, number: 1, serverId: db.id, startedAt: now });
  cloud.compute.orders.put({ ...order, id: 'o2' as OrderId, number: 2, serverId: db.id, startedAt: now });
  cloud.compute.orders.put({ ...order, id: 'o3' as OrderId, number: 3, serverId: web.id, startedAt: null });
  assert.match(told().join(' '), /Server db has 2 orders under way\./);
  assert.match(told().join(' '), /Order o3 is of server web, which is not there\./);
});

function amountsOf({ allocations }: Consumer): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { resourceClass, amount } of allocations)
    sums[resourceClass] = (sums[resourceClass] ?? 0) + amount;
  return sums;
}

function amountsAsked({ flavor }: Server): Readonly<Record<string, number>> {
  const asked = {
    VCPU: flavor.vcpus,
    MEMORY_MB: flavor.memoryMb,
    DISK_GB: flavor.rootGb + flavor.ephemeralGb,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, amount]) => amount > 0));
}
