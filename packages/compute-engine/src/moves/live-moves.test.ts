import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { now } from '@berth/engine/testing/instants.ts';
import type { Outcome } from '../orders/outcome.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { portsDone, ServerCloud } from '../testing/server-cloud.ts';
import { somePort } from '../testing/some-port.ts';
import type { LiveMoveServer } from './live-move-server.ts';

const room = 'VCPU:8 MEMORY_MB:8192 DISK_GB:100';
const broken = { kind: 'failed', message: 'it broke', details: 'in full' } as const;
const begun = { kind: 'begun' } as const;
const done = { kind: 'done' } as const;

/** A server that runs on cn1, and two other hosts. */
function running(
  world = `cn1 ${room}\ncn2 VCPU:8 MEMORY_MB:4096 DISK_GB:100\ncn3 VCPU:8 MEMORY_MB:2048 DISK_GB:100`,
) {
  const cloud = new ServerCloud(world);
  cloud.create(['web']);
  cloud.settle();
  return cloud;
}

let migrations = 0;
function move(cloud: ServerCloud, change: Partial<LiveMoveServer> = {}): void {
  cloud.decide({
    kind: 'live-move-server',
    id: cloud.server('web').id,
    host: null,
    isForced: false,
    isAwaited: false,
    sendsDisks: null,
    mayOvercommitDisks: false,
    by: cloud.by(),
    newIds: { migration: `live migration ${++migrations}` as ConsumerId, order: cloud.newOrderId() },
    scheduling: defaultSchedulerSettings,
    now,
    ...change,
  });
}

const lastMigration = (cloud: ServerCloud) => {
  const [migration] = cloud.compute.migrations.newest.from();
  assert.ok(migration);
  return migration;
};
const works = (cloud: ServerCloud) => cloud.ordersOf('web').map(({ work, host }) => `${work.kind}@${host}`);
const heldBy = (cloud: ServerCloud, id: ConsumerId) =>
  (cloud.placement.consumers.get(id)?.allocations ?? []).map(
    ({ provider, resourceClass, amount }) => `${provider.name} ${resourceClass} ${amount}`,
  );
const wish = (cloud: ServerCloud) => ({
  id: cloud.server('web').id,
  migration: String(lastMigration(cloud).number),
  by: cloud.by(),
  newOrderId: cloud.newOrderId(),
  now,
});
const abort = (cloud: ServerCloud) =>
  cloud.decide({ kind: 'abort-live-move', statuses: ['running', 'queued', 'preparing'], ...wish(cloud) });
const complete = (cloud: ServerCloud) => cloud.decide({ kind: 'complete-live-move', ...wish(cloud) });

/** Begins and ends steps until one of this kind is the next. */
function upTo(cloud: ServerCloud, kind: string): void {
  while (cloud.ordersOf('web')[0]?.work.kind !== kind) {
    cloud.report('web', begun);
    cloud.report('web', done);
  }
}

function reportOf(cloud: ServerCloud, kind: string, outcome: Outcome): void {
  const order = cloud.ordersOf('web').find(({ work }) => work.kind === kind);
  assert.ok(order);
  const { id, host } = order;
  const settings = { buildAttemptsMax: 3, scheduling: defaultSchedulerSettings };
  cloud.decide({ kind: 'report-order', id, host, outcome, newOrderId: cloud.newOrderId(), settings, now });
}

const atSource = ['cn1 VCPU 1', 'cn1 MEMORY_MB 512', 'cn1 DISK_GB 1'];
const step = (name: string, at: string, result = 'Success') => `${name}@${at}:${result}`;

describe('a server that is moved while it runs', () => {
  test('goes step by step to another host, and its migration holds what it held until nothing is left there', () => {
    const cloud = running();
    move(cloud);
    const { id } = lastMigration(cloud);
    const seen = () => [
      works(cloud).join(' '),
      lastMigration(cloud).status,
      cloud.stateOf('web'),
      cloud.server('web').place?.host,
    ];
    assert.deepEqual(seen(), ['check-live-move@cn2', 'accepted', 'active migrating running', 'cn1']);
    assert.deepEqual([heldBy(cloud, id), cloud.held('web')['cn2 VCPU']], [atSource, 1]);
    cloud.report('web', done);
    assert.deepEqual(seen(), ['prepare-live-move@cn2', 'queued', 'active migrating running', 'cn1']);
    cloud.report('web', begun);
    assert.equal(lastMigration(cloud).status, 'preparing');
    cloud.report('web', done);
    assert.deepEqual(seen(), ['live-move@cn1', 'preparing', 'active migrating running', 'cn1']);
    cloud.report('web', begun);
    assert.equal(lastMigration(cloud).status, 'running');
    const memory = { total: 400, processed: 300, remaining: 100 };
    cloud.report('web', { kind: 'progress', memory, disk: { total: 0, processed: 0, remaining: 0 } });
    assert.deepEqual(
      [lastMigration(cloud).live?.progress?.memory, cloud.server('web').progress],
      [memory, 75],
    );
    cloud.report('web', done);
    assert.deepEqual(seen(), ['finish-live-move@cn2', 'post-migrating', 'active migrating running', 'cn2']);
    cloud.report('web', done);
    assert.deepEqual(seen(), ['leave-live-move@cn1', 'post-migrating', 'active migrating running', 'cn2']);
    assert.deepEqual(heldBy(cloud, id), atSource);
    cloud.report('web', done);
    assert.deepEqual(seen(), ['', 'completed', 'active - running', 'cn2']);
    assert.deepEqual([heldBy(cloud, id), cloud.held('web')['cn2 VCPU']], [[], 1]);
    assert.equal(
      cloud.actionsOf('web').at(-1),
      [
        'live-migration',
        step('conductor_live_migrate_instance', 'controller'),
        step('compute_check_can_live_migrate_destination', 'cn2'),
        step('compute_check_can_live_migrate_source', 'cn1'),
        step('compute_live_migration', 'cn1'),
        step('compute_pre_live_migration', 'cn2'),
        step('compute_post_live_migration_at_destination', 'cn2'),
      ].join(' '),
    );
  });

  test('is paused where it comes to if it was so', () => {
    const cloud = running();
    cloud.act('web', { kind: 'pause' });
    cloud.settle();
    move(cloud);
    cloud.settle();
    assert.deepEqual([cloud.stateOf('web'), cloud.server('web').place?.host], ['paused - paused', 'cn2']);
  });

  test('cannot be asked for something else meanwhile', () => {
    const cloud = running();
    move(cloud);
    const { id } = cloud.server('web');
    assertRefused(() => move(cloud), {
      kind: 'server-in-state',
      id,
      action: 'os-migrateLive',
      attribute: 'task_state',
      state: 'migrating',
    });
    assertRefused(() => move(cloud, { host: 'nowhere' }), {
      kind: 'server-in-state',
      id,
      action: 'os-migrateLive',
      attribute: 'task_state',
      state: 'migrating',
    });
  });

  test('has its ports bound to where it is before it is finished there', () => {
    const cloud = running();
    const thing = { ...cloud.server('web'), ports: [somePort({ id: 'port' })] };
    cloud.compute.servers.put(thing);
    move(cloud);
    upTo(cloud, 'move-ports');
    const [order] = cloud.ordersOf('web');
    assert.ok(order);
    cloud.reportPorts('web', portsDone(cloud, order));
    assert.deepEqual(works(cloud), ['finish-live-move@cn2']);
    cloud.settle();
    assert.equal(cloud.stateOf('web'), 'active - running');
  });

  test('goes on beside when somebody says what it is', () => {
    const cloud = running();
    move(cloud);
    upTo(cloud, 'live-move');
    const { id } = cloud.server('web');
    const by = cloud.by();
    cloud.decide({
      kind: 'reset-server-state',
      id,
      vmState: 'error',
      by,
      newOrderId: cloud.newOrderId(),
      now,
    });
    cloud.settle();
    assert.deepEqual([cloud.stateOf('web'), cloud.server('web').place?.host], ['error - running', 'cn2']);
    assert.equal(lastMigration(cloud).status, 'completed');
  });

  test('can be used where it is while a source that is away has not forgotten it', () => {
    const cloud = running();
    move(cloud);
    upTo(cloud, 'leave-live-move');
    const { id } = cloud.server('web');
    const by = cloud.by();
    cloud.decide({
      kind: 'reset-server-state',
      id,
      vmState: 'active',
      by,
      newOrderId: cloud.newOrderId(),
      now,
    });
    cloud.act('web', { kind: 'stop' });
    assert.deepEqual(works(cloud), ['leave-live-move@cn1', 'stop@cn2']);
    reportOf(cloud, 'stop', done);
    assert.equal(cloud.stateOf('web'), 'stopped - shutdown');
    reportOf(cloud, 'leave-live-move', done);
    assert.equal(lastMigration(cloud).status, 'completed');
  });

  for (const kind of [
    'check-live-move',
    'prepare-live-move',
    'live-move',
    'finish-live-move',
    'leave-live-move',
  ]) {
    test(`is gone with all that it held when it is deleted at ${kind}, begun or not`, () => {
      for (const hasBegun of [false, true]) {
        const cloud = running();
        move(cloud);
        upTo(cloud, kind);
        if (hasBegun) cloud.report('web', begun);
        const { id } = lastMigration(cloud);
        cloud.delete('web');
        cloud.settle();
        assert.equal(cloud.server('web').vmState, 'deleted');
        assert.deepEqual([heldBy(cloud, id), cloud.held('web'), cloud.compute.orders.size], [[], {}, 0]);
      }
    });
  }
});

describe('a live move that comes to nothing', () => {
  test('leaves the server as it is where there is no host, and is told by migration and action', () => {
    const cloud = running(`cn1 ${room}`);
    move(cloud, { isAwaited: true });
    assert.deepEqual([works(cloud), cloud.stateOf('web')], [[], 'active - running']);
    const { status, target } = lastMigration(cloud);
    assert.deepEqual([status, target], ['error', null]);
    assert.equal(
      cloud.actionsOf('web').at(-1),
      `live-migration(Error) ${step('conductor_migrate_server', 'controller', 'Error')}`,
    );
  });

  test('goes to another host where the first one cannot take it', () => {
    const cloud = running();
    move(cloud);
    cloud.report('web', broken);
    assert.deepEqual(works(cloud), ['check-live-move@cn3']);
    assert.deepEqual(cloud.held('web'), { 'cn3 VCPU': 1, 'cn3 MEMORY_MB': 512, 'cn3 DISK_GB': 1 });
    cloud.settle();
    assert.equal(cloud.server('web').place?.host, 'cn3');
    assert.match(
      cloud.actionsOf('web').at(-1) ?? '',
      /^live-migration conductor_live_migrate_instance@controller:Success/,
    );
  });

  test('ends where all of them cannot, and where that was asked for by name', () => {
    for (const asked of [{}, { host: 'cn2' }, { host: 'cn2', isForced: true }]) {
      const cloud = running();
      move(cloud, asked);
      while (cloud.ordersOf('web').length > 0) cloud.report('web', broken);
      const { id, status, target } = lastMigration(cloud);
      assert.deepEqual([status, target, heldBy(cloud, id)], ['error', null, []]);
      assert.equal(cloud.stateOf('web'), 'active - running');
      assert.equal(cloud.held('web')['cn1 VCPU'], 1);
      assert.match(cloud.actionsOf('web').at(-1) ?? '', /conductor_live_migrate_instance@controller:Error/);
    }
  });

  for (const kind of ['prepare-live-move', 'live-move']) {
    test(`is taken back when ${kind} fails: the target is rid of it, and the source has it as it was`, () => {
      const cloud = running();
      move(cloud);
      upTo(cloud, kind);
      cloud.report('web', begun);
      cloud.report('web', broken);
      assert.deepEqual(works(cloud), ['revert-live-move@cn2']);
      cloud.report('web', done);
      assert.deepEqual(works(cloud), ['resume-live-move@cn1']);
      cloud.report('web', done);
      const { id, status } = lastMigration(cloud);
      assert.deepEqual([status, heldBy(cloud, id)], ['failed', []]);
      assert.deepEqual([cloud.stateOf('web'), cloud.held('web')['cn1 VCPU']], ['active - running', 1]);
      assert.equal(cloud.server('web').fault?.message, 'it broke');
      const told = cloud.actionsOf('web').at(-1) ?? '';
      assert.match(told, /compute_live_migration@cn1:Error/);
      const isPrepared = kind === 'live-move';
      assert.ok(told.includes(step('compute_pre_live_migration', 'cn2', isPrepared ? 'Success' : 'Error')));
      assert.ok(!told.includes(':-'), 'no step is under way any more');
    });
  }

  test('is taken back even if the target cannot be rid of what never ran there', () => {
    const cloud = running();
    move(cloud);
    upTo(cloud, 'live-move');
    cloud.report('web', broken);
    cloud.report('web', broken);
    assert.deepEqual(works(cloud), ['resume-live-move@cn1']);
    cloud.settle();
    assert.equal(cloud.stateOf('web'), 'active - running');
  });

  test('leaves the server in error where its source does not have it as it was', () => {
    const cloud = running();
    move(cloud);
    upTo(cloud, 'live-move');
    cloud.report('web', broken);
    cloud.report('web', done);
    cloud.report('web', broken);
    assert.deepEqual([cloud.stateOf('web'), lastMigration(cloud).status], ['error - running', 'error']);
    assert.equal(cloud.held('web')['cn1 VCPU'], 1);
  });

  test('has no way back once it has run on its target: there it is in error, and its source forgets it', () => {
    const cloud = running();
    move(cloud);
    upTo(cloud, 'finish-live-move');
    cloud.report('web', broken);
    assert.deepEqual([cloud.stateOf('web'), works(cloud)], ['error - running', ['leave-live-move@cn1']]);
    cloud.settle();
    const { id, status } = lastMigration(cloud);
    assert.deepEqual([status, heldBy(cloud, id), cloud.held('web')['cn2 VCPU']], ['error', [], 1]);
  });

  test('has come to its end even if its source cannot forget it', () => {
    const cloud = running();
    move(cloud);
    upTo(cloud, 'leave-live-move');
    cloud.report('web', broken);
    assert.deepEqual([cloud.stateOf('web'), lastMigration(cloud).status], ['active - running', 'completed']);
  });
});

describe('a live move that is not wanted any more', () => {
  test('is over at once where nobody has begun with it', () => {
    const cloud = running();
    move(cloud);
    upTo(cloud, 'prepare-live-move');
    abort(cloud);
    const { id, status } = lastMigration(cloud);
    assert.deepEqual([status, works(cloud), heldBy(cloud, id)], ['cancelled', [], []]);
    assert.deepEqual([cloud.stateOf('web'), cloud.held('web')['cn1 VCPU']], ['active - running', 1]);
  });

  test('is taken back once its target is ready, where that has begun', () => {
    const cloud = running();
    move(cloud);
    upTo(cloud, 'prepare-live-move');
    cloud.report('web', begun);
    abort(cloud);
    cloud.report('web', done);
    assert.deepEqual(works(cloud), ['revert-live-move@cn2']);
    cloud.settle();
    assert.deepEqual([cloud.stateOf('web'), lastMigration(cloud).status], ['active - running', 'cancelled']);
    assert.ok(cloud.actionsOf('web').every((told) => !told.includes(':-')));
  });

  test('is broken off by its source, which is told beside', () => {
    const cloud = running();
    move(cloud);
    upTo(cloud, 'live-move');
    cloud.report('web', begun);
    abort(cloud);
    abort(cloud);
    assert.deepEqual(works(cloud), ['live-move@cn1', 'abort-live-move@cn1']);
    assert.equal([...cloud.compute.orders.ready.of('cn1')].length, 2);
    reportOf(cloud, 'abort-live-move', begun);
    cloud.report('web', broken);
    assert.deepEqual(works(cloud), ['revert-live-move@cn2']);
    cloud.settle();
    assert.deepEqual([cloud.stateOf('web'), lastMigration(cloud).status], ['active - running', 'cancelled']);
    assert.equal(
      cloud.actionsOf('web').at(-1),
      `live_migration_cancel ${step('compute_live_migration_abort', 'cn1')}`,
    );
  });

  test('goes on where that comes too late, which is told', () => {
    const cloud = running();
    move(cloud);
    upTo(cloud, 'live-move');
    cloud.report('web', begun);
    abort(cloud);
    cloud.report('web', done);
    cloud.settle();
    assert.deepEqual([cloud.server('web').place?.host, lastMigration(cloud).status], ['cn2', 'completed']);
    assert.equal(
      cloud.actionsOf('web').at(-1),
      `live_migration_cancel(Error) ${step('compute_live_migration_abort', 'cn1', 'Error')}`,
    );
  });

  test('cannot be broken off before it is known that it can go, nor when it is over', () => {
    const cloud = running();
    move(cloud);
    const { id } = cloud.server('web');
    const { number } = lastMigration(cloud);
    const action = 'abort live migration';
    assertRefused(() => abort(cloud), { kind: 'migration-in-state', id, number, status: 'accepted', action });
    assertRefused(
      () => cloud.decide({ kind: 'abort-live-move', statuses: [], ...wish(cloud), migration: 'x' }),
      { kind: 'migration-of-server-not-found', id, migration: 'x' },
    );
    cloud.settle();
    assertRefused(() => abort(cloud), { kind: 'server-state-invalid', id, action });
  });
});

describe('a live move that is to come to an end', () => {
  test('is told so to its source, beside', () => {
    const cloud = running();
    move(cloud);
    upTo(cloud, 'live-move');
    const { id } = cloud.server('web');
    const { number } = lastMigration(cloud);
    const action = 'force complete';
    assertRefused(() => complete(cloud), {
      kind: 'migration-in-state',
      id,
      number,
      status: 'preparing',
      action,
    });
    cloud.report('web', begun);
    complete(cloud);
    assert.deepEqual(works(cloud), ['live-move@cn1', 'complete-live-move@cn1']);
    reportOf(cloud, 'complete-live-move', begun);
    cloud.report('web', done);
    assert.deepEqual(works(cloud), ['finish-live-move@cn2']);
    assert.equal(
      cloud.actionsOf('web').at(-1),
      `live_migration_force_complete ${step('compute_live_migration_force_complete', 'cn1')}`,
    );
  });

  test('may be asked for twice: each of them is told to its end', () => {
    const cloud = running();
    move(cloud);
    upTo(cloud, 'live-move');
    cloud.report('web', begun);
    complete(cloud);
    reportOf(cloud, 'complete-live-move', begun);
    complete(cloud);
    assert.deepEqual(works(cloud), ['live-move@cn1', 'complete-live-move@cn1']);
    cloud.settle();
    const told = `live_migration_force_complete ${step('compute_live_migration_force_complete', 'cn1')}`;
    assert.deepEqual(cloud.actionsOf('web').slice(-2), [told, told]);
  });
});

test('a server that cannot be deleted in the middle of a live move is told of no step that goes on', () => {
  for (const kind of ['prepare-live-move', 'live-move', 'finish-live-move', 'leave-live-move']) {
    for (const isBegun of [false, true]) {
      const cloud = running();
      move(cloud);
      upTo(cloud, kind);
      if (isBegun) cloud.report('web', begun);
      cloud.delete('web');
      while (cloud.ordersOf('web')[0]) {
        const [order] = cloud.ordersOf('web');
        cloud.report('web', order?.work.kind === 'destroy' ? broken : done);
      }
      assert.equal(cloud.server('web').vmState, 'error');
      for (const { name, events } of cloud.compute.actions.ofServer(cloud.server('web').id)) {
        const open = events.filter(({ finishedAt }) => finishedAt === null);
        assert.deepEqual(open, [], `${name}, deleted before ${kind}`);
      }
    }
  }
});

describe('a host that is asked for by force', () => {
  const failure = (cloud: ServerCloud) => cloud.server('web').fault?.message;

  test('is taken whatever the scheduler says of it', () => {
    const cloud = running(`cn1 ${room}\ncn2 ${room} COMPUTE_STATUS_DISABLED`);
    move(cloud, { host: 'cn2' });
    assert.equal(failure(cloud), 'No valid host was found. There are not enough hosts available.');
    move(cloud, { host: 'cn2', isForced: true });
    cloud.settle();
    assert.equal(cloud.server('web').place?.host, 'cn2');
    assert.deepEqual(cloud.held('web'), { 'cn2 VCPU': 1, 'cn2 MEMORY_MB': 512, 'cn2 DISK_GB': 1 });
  });

  test('has to be another one, with enough memory and room', () => {
    const cloud = running(
      `cn1 ${room}\ncn2 VCPU:8 MEMORY_MB:512 DISK_GB:100\ncn3 VCPU:0 MEMORY_MB:8192 DISK_GB:100`,
    );
    const { id } = cloud.server('web');
    move(cloud, { host: 'cn1', isForced: true });
    assert.equal(failure(cloud), `Unable to migrate instance (${id}) to current host (cn1).`);
    move(cloud, { host: 'cn2', isForced: true });
    assert.equal(
      failure(cloud),
      `Migration pre-check error: Unable to migrate ${id} to cn2: Lack of memory(host:512.0 <= instance:512)`,
    );
    move(cloud, { host: 'cn3', isForced: true });
    assert.equal(
      failure(cloud),
      `No valid host was found. Unable to move instance ${id} to host cn3. There is not enough capacity on the host for the instance.`,
    );
    assert.deepEqual(cloud.held('web'), { 'cn1 VCPU': 1, 'cn1 MEMORY_MB': 512, 'cn1 DISK_GB': 1 });
  });
});

test('a host whose hypervisor is of another kind, or older, is not one that a server goes to while it runs', () => {
  const cloud = running();
  const [node] = cloud.compute.nodes.ofHost('cn2');
  assert.ok(node);
  for (const hypervisor of [
    { type: 'other', version: 1 },
    { type: 'fake', version: 0 },
  ]) {
    cloud.compute.nodes.put({ ...node, hypervisor });
    move(cloud);
    assert.deepEqual(works(cloud), ['check-live-move@cn3']);
    while (cloud.ordersOf('web').length > 0) cloud.report('web', broken);
  }
});

test('a server whose source goes down while it is moved is evacuated, by force too, and its target is rid of it', () => {
  for (const isForced of [false, true]) {
    for (const kind of ['check-live-move', 'live-move']) {
      const cloud = running();
      move(cloud);
      upTo(cloud, kind);
      if (kind === 'live-move') cloud.report('web', begun);
      const service = cloud.compute.services.ofHost('cn1');
      assert.ok(service);
      cloud.decide({ kind: 'change-service', now, id: service.id, isForcedDown: true });
      const { id } = cloud.server('web');
      cloud.decide({
        kind: 'evacuate-server',
        id,
        host: 'cn3',
        isForced,
        endsOff: false,
        hasSharedDisks: null,
        hasAskedPassword: false,
        by: cloud.by(),
        newIds: { migration: `evacuation ${++migrations}` as ConsumerId, order: cloud.newOrderId() },
        scheduling: defaultSchedulerSettings,
        now,
      });
      cloud.settle();
      cloud.decide({ kind: 'change-service', now, id: service.id, isForcedDown: false });
      cloud.registerAgain();
      cloud.settle();
      assert.deepEqual(cloud.held('web'), { 'cn3 VCPU': 1, 'cn3 MEMORY_MB': 512, 'cn3 DISK_GB': 1 });
      const [, live] = cloud.compute.migrations.newest.from();
      assert.equal(live?.status, 'error');
    }
  }
});
