import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { now } from '@berth/engine/testing/instants.ts';
import type { FlavorId, ServiceId } from '../ids.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { portsDone, ServerCloud } from '../testing/server-cloud.ts';
import { somePort } from '../testing/some-port.ts';
import { noLimits } from '../testing/some-server-request.ts';
import type { MoveServer } from './move-server.ts';

const room = 'VCPU:8 MEMORY_MB:8192 DISK_GB:100';
const broken = { kind: 'failed', message: 'it broke', details: 'in full' } as const;
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
function move(cloud: ServerCloud, change: Partial<MoveServer> = {}): void {
  cloud.decide({
    kind: 'move-server',
    id: cloud.server('web').id,
    flavor: null,
    host: null,
    mayStay: false,
    by: cloud.by(),
    newIds: { migration: `migration ${++migrations}` as ConsumerId, order: cloud.newOrderId() },
    configured: noLimits,
    scheduling: defaultSchedulerSettings,
    now,
    ...change,
  });
}

function larger(cloud: ServerCloud) {
  const { flavor } = cloud.server('web');
  return { ...flavor, id: 'larger' as FlavorId, number: 9, vcpus: flavor.vcpus + 1 };
}

const confirm = (cloud: ServerCloud) => {
  const { id } = cloud.server('web');
  cloud.decide({ kind: 'confirm-move', id, by: cloud.by(), newOrderId: cloud.newOrderId(), now });
};
const revert = (cloud: ServerCloud) => {
  const { id } = cloud.server('web');
  const by = cloud.by();
  cloud.decide({ kind: 'revert-move', id, by, newOrderId: cloud.newOrderId(), configured: noLimits, now });
};
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

test('who does not say how disks are laid out gets MANUAL, whether there is a host or not', () => {
  for (const [diskConfig, host] of [
    [undefined, null],
    ['AUTO', null],
    [undefined, 'cn3'],
  ] as const) {
    const cloud = running(`cn1 ${room}\ncn2 ${room}\ncn3 VCPU:1 MEMORY_MB:1 DISK_GB:1`);
    const { id } = cloud.server('web');
    cloud.decide({ kind: 'update-server', id, fields: { diskConfig: 'AUTO' }, now });
    assert.equal(cloud.server('web').diskConfig, 'AUTO');
    move(cloud, { host, ...(diskConfig ? { diskConfig } : {}) });
    assert.equal(lastMigration(cloud).target === null, host !== null);
    assert.equal(cloud.server('web').diskConfig, diskConfig ?? 'MANUAL');
  }
});

describe('a server that is resized', () => {
  test('goes step by step to another host, and holds what it needs there; its migration holds what it held', () => {
    const cloud = running();
    move(cloud, { flavor: larger(cloud) });
    const { id, status } = lastMigration(cloud);
    const old = ['cn1 VCPU 1', 'cn1 MEMORY_MB 512', 'cn1 DISK_GB 1'];
    assert.deepEqual([status, works(cloud)], ['pre-migrating', ['prepare-move@cn2']]);
    assert.deepEqual(heldBy(cloud, id), old);
    assert.equal(cloud.held('web')['cn2 VCPU'], 2);
    assert.equal(cloud.stateOf('web'), 'active resize_prep running');
    cloud.report('web', done);
    assert.deepEqual(works(cloud), ['move-out@cn1']);
    cloud.report('web', { kind: 'begun' });
    assert.equal(cloud.stateOf('web'), 'active resize_migrating running');
    assert.equal(lastMigration(cloud).status, 'migrating');
    cloud.report('web', done);
    assert.deepEqual([works(cloud), lastMigration(cloud).status], [['finish-move@cn2'], 'post-migrating']);
    assert.equal(cloud.server('web').place?.host, 'cn2');
    cloud.report('web', { kind: 'begun' });
    assert.equal(cloud.stateOf('web'), 'active resize_finish shutdown');
    cloud.report('web', done);
    assert.equal(cloud.stateOf('web'), 'resized - running');
    assert.equal(cloud.server('web').flavor.id, 'larger');
    assert.deepEqual([lastMigration(cloud).status, heldBy(cloud, id)], ['finished', old]);
    const step = (name: string, at: string) => `${name}@${at}:Success`;
    assert.equal(
      cloud.actionsOf('web').at(-1),
      [
        'resize',
        step('conductor_migrate_server', 'controller'),
        step('cold_migrate', 'controller'),
        step('compute_prep_resize', 'cn2'),
        step('compute_resize_instance', 'cn1'),
        step('compute_finish_resize', 'cn2'),
      ].join(' '),
    );
  });

  test('stays when that is confirmed, and nothing is held any more where it was', () => {
    const cloud = running();
    move(cloud, { flavor: larger(cloud) });
    cloud.settle();
    confirm(cloud);
    assert.deepEqual([works(cloud), lastMigration(cloud).status], [['confirm-move@cn1'], 'confirming']);
    assertRefused(() => confirm(cloud), { kind: 'server-not-resized' });
    cloud.settle();
    assert.equal(cloud.stateOf('web'), 'active - running');
    const { id, status } = lastMigration(cloud);
    assert.deepEqual([status, heldBy(cloud, id), cloud.held('web')['cn2 VCPU']], ['confirmed', [], 2]);
    assert.equal(cloud.actionsOf('web').at(-1), 'confirmResize compute_confirm_resize@cn1:Success');
  });

  test('is where it was when that is reverted, with what it was and held', () => {
    const cloud = running();
    const before = cloud.held('web');
    move(cloud, { flavor: larger(cloud) });
    cloud.settle();
    revert(cloud);
    assert.deepEqual(
      [works(cloud), cloud.stateOf('web')],
      [['revert-move@cn2'], 'resized resize_reverting running'],
    );
    cloud.report('web', done);
    assert.deepEqual([works(cloud), cloud.held('web')], [['take-back@cn1'], before]);
    cloud.settle();
    assert.equal(cloud.stateOf('web'), 'active - running');
    const { place, flavor } = cloud.server('web');
    assert.deepEqual([place?.host, flavor.id], ['cn1', 'small']);
    const { id, status } = lastMigration(cloud);
    assert.deepEqual([status, heldBy(cloud, id)], ['reverted', []]);
  });

  test('that was stopped is stopped in the end, whichever it is', () => {
    for (const end of [confirm, revert]) {
      const cloud = running();
      cloud.act('web', { kind: 'stop' });
      cloud.settle();
      move(cloud, { flavor: larger(cloud) });
      cloud.settle();
      assert.equal(cloud.stateOf('web'), 'resized - shutdown');
      end(cloud);
      cloud.settle();
      assert.equal(cloud.stateOf('web'), 'stopped - shutdown');
    }
  });

  test('may stay on its host where that is allowed, if there is room for both', () => {
    const cloud = running(`cn1 VCPU:3 MEMORY_MB:8192 DISK_GB:100`);
    move(cloud, { flavor: larger(cloud), mayStay: true });
    assert.deepEqual(works(cloud), ['prepare-move@cn1']);
    cloud.settle();
    assert.equal(cloud.stateOf('web'), 'resized - running');
    confirm(cloud);
    cloud.settle();
    assert.deepEqual(cloud.held('web')['cn1 VCPU'], 2);
    const small = running(`cn1 VCPU:2 MEMORY_MB:8192 DISK_GB:100`);
    move(small, { flavor: larger(small), mayStay: true });
    assert.equal(lastMigration(small).status, 'error');
  });
});

describe('where it does not go well', () => {
  test('a server for which there is no host stays as it is, and the migration says so', () => {
    const cloud = running(`cn1 ${room}`);
    const before = cloud.held('web');
    move(cloud);
    assert.deepEqual(
      [cloud.stateOf('web'), works(cloud), cloud.held('web')],
      ['active - running', [], before],
    );
    const { status, target } = lastMigration(cloud);
    assert.deepEqual([status, target], ['error', null]);
    assert.equal(
      cloud.actionsOf('web').at(-1),
      'migrate(Error) conductor_migrate_server@controller:Error cold_migrate@controller:Error',
    );
    const log = cloud.compute.decisionLogs.get(cloud.server('web').id);
    assert.equal(log?.decisions.at(-1)?.reason, 'migrate');
    assert.equal(cloud.server('web').fault?.message, 'No valid host was found. ');
  });

  test('a host that cannot take it is followed by the next, and after the last all is as before', () => {
    const cloud = running();
    const before = cloud.held('web');
    move(cloud);
    cloud.report('web', broken);
    assert.deepEqual(works(cloud), ['prepare-move@cn3']);
    assert.equal(lastMigration(cloud).target?.host, 'cn3');
    assert.equal(cloud.held('web')['cn3 VCPU'], 1);
    cloud.report('web', broken);
    assert.deepEqual([works(cloud), cloud.stateOf('web')], [[], 'active - running']);
    assert.deepEqual([cloud.held('web'), lastMigration(cloud).status], [before, 'error']);
  });

  test('what fails later brings it back to where it was', () => {
    for (const steps of [1, 2]) {
      const cloud = running();
      const before = cloud.held('web');
      move(cloud, { flavor: larger(cloud) });
      for (let step = 0; step < steps; step++) cloud.report('web', done);
      cloud.report('web', broken);
      assert.deepEqual(works(cloud), ['revert-move@cn2']);
      cloud.settle();
      const { place, flavor } = cloud.server('web');
      assert.deepEqual([cloud.stateOf('web'), place?.host, flavor.id], ['active - running', 'cn1', 'small']);
      const { id, status } = lastMigration(cloud);
      assert.deepEqual([status, heldBy(cloud, id), cloud.held('web')], ['error', [], before]);
      assert.match(cloud.actionsOf('web').at(-1) ?? '', /^resize\(Error\)/);
    }
  });

  test('what cannot be brought back is in error where it is, and holds what it uses there', () => {
    const cloud = running();
    move(cloud, { flavor: larger(cloud) });
    cloud.settle();
    revert(cloud);
    cloud.report('web', broken);
    assert.deepEqual([cloud.stateOf('web'), cloud.server('web').place?.host], ['error - running', 'cn2']);
    assert.equal(cloud.held('web')['cn2 VCPU'], 2);
    assert.equal(lastMigration(cloud).status, 'error');
  });

  test('a source that cannot forget it does not keep what was held there', () => {
    const cloud = running();
    move(cloud, { flavor: larger(cloud) });
    cloud.settle();
    confirm(cloud);
    cloud.report('web', broken);
    const { id, status } = lastMigration(cloud);
    assert.deepEqual([cloud.stateOf('web'), status, heldBy(cloud, id)], ['error - running', 'error', []]);
  });
});

describe('what is asked meanwhile', () => {
  test('a server that is deleted on its way is gone from both hosts, and nothing is held or told of its move', () => {
    const cloud = running();
    move(cloud);
    cloud.report('web', done);
    cloud.report('web', { kind: 'begun' });
    cloud.delete('web');
    assert.deepEqual(works(cloud), ['move-out@cn1', 'drop-copy@cn2', 'destroy@cn1']);
    const { id } = lastMigration(cloud);
    cloud.report('web', done);
    cloud.report('web', done);
    cloud.report('web', done);
    assert.equal(cloud.stateOf('web'), 'deleted - none');
    assert.deepEqual([cloud.held('web'), heldBy(cloud, id), cloud.compute.migrations.size], [{}, [], 0]);
  });

  test('one that cannot be destroyed where it is to arrive stays there, with the flavor whose amounts it holds', () => {
    for (const isReset of [false, true]) {
      const cloud = running();
      move(cloud, { flavor: larger(cloud) });
      for (let step = 0; step < 2; step++) cloud.report('web', done);
      cloud.delete('web');
      const { id } = cloud.server('web');
      const newOrderId = cloud.newOrderId();
      if (isReset)
        cloud.decide({ kind: 'reset-server-state', id, vmState: 'active', by: cloud.by(), newOrderId, now });
      for (const { work } of cloud.compute.orders.ofServer(id))
        cloud.report('web', work.kind === 'destroy' ? broken : done);
      const { flavor, place } = cloud.server('web');
      assert.deepEqual([place?.host, flavor.vcpus, cloud.held('web')['cn2 VCPU']], ['cn2', 2, 2]);
    }
  });

  test('what is on its way cannot be deleted so that it could be restored', () => {
    const cloud = running();
    move(cloud);
    const { id } = cloud.server('web');
    const refusal = {
      kind: 'server-in-state',
      id,
      action: 'delete',
      attribute: 'task_state',
      state: 'resize_prep',
    };
    assertRefused(() => cloud.delete('web', { isForGood: false }), refusal as never);
  });

  test('whoever says what a server is that has moved says that it stays', () => {
    const cloud = running();
    move(cloud, { flavor: larger(cloud) });
    cloud.settle();
    const { id } = cloud.server('web');
    const newOrderId = cloud.newOrderId();
    cloud.decide({ kind: 'reset-server-state', id, vmState: 'error', by: cloud.by(), newOrderId, now });
    assert.deepEqual(works(cloud), ['confirm-move@cn1']);
    cloud.settle();
    assert.deepEqual([cloud.stateOf('web'), lastMigration(cloud).status], ['error - running', 'confirmed']);
  });

  test('a server moves once at a time, from a host that does what it is told', () => {
    const cloud = running();
    move(cloud);
    const { id } = cloud.server('web');
    const newOrderId = cloud.newOrderId();
    cloud.decide({ kind: 'reset-server-state', id, vmState: 'active', by: cloud.by(), newOrderId, now });
    assertRefused(() => move(cloud), { kind: 'server-state-invalid', id, action: 'migrate' });
    const silent = running();
    silent.decide({ kind: 'change-service', now, id: 'cn1' as ServiceId, isForcedDown: true });
    assertRefused(() => move(silent), { kind: 'host-of-server-is-down', host: 'cn1' });
  });

  test('a server goes back when its hosts are there again, and is confirmed only where they are', () => {
    const cloud = running();
    move(cloud);
    cloud.settle();
    for (const host of ['cn1', 'cn2'])
      cloud.decide({ kind: 'change-service', now, id: host as ServiceId, isForcedDown: true });
    assertRefused(() => confirm(cloud), { kind: 'host-of-server-is-down', host: 'cn1' });
    revert(cloud);
    assert.equal(cloud.stateOf('web'), 'resized resize_reverting running');
    cloud.settle();
    assert.equal(cloud.server('web').place?.host, 'cn1');
  });

  test('a host of a server that moves is not removed', () => {
    const cloud = running();
    move(cloud);
    cloud.settle();
    assertRefused(() => cloud.decide({ kind: 'remove-service', id: 'cn1' as ServiceId }), {
      kind: 'host-has-migrations',
      host: 'cn1',
    });
  });

  test('ports are bound to where it is before its machine is there', () => {
    const cloud = new ServerCloud(`cn1 ${room}\ncn2 VCPU:8 MEMORY_MB:4096 DISK_GB:100`);
    cloud.create(['web'], { addresses: [], asked: { ports: [somePort()] } });
    cloud.settle();
    move(cloud);
    cloud.report('web', done);
    cloud.report('web', done);
    assert.deepEqual(works(cloud), ['move-ports@']);
    const [order] = cloud.ordersOf('web');
    assert.ok(order);
    cloud.reportPorts('web', portsDone(cloud, order));
    assert.deepEqual(works(cloud), ['finish-move@cn2']);
  });
});

test('one that is asked for by name is the one that it goes to', () => {
  const cloud = running();
  move(cloud, { host: 'cn3' });
  assert.deepEqual(works(cloud), ['prepare-move@cn3']);
  cloud.report('web', broken);
  assert.deepEqual([works(cloud), lastMigration(cloud).status], [[], 'error']);
  assertRefused(() => move(cloud, { host: 'nowhere' }), { kind: 'host-not-found', host: 'nowhere' });
  assertRefused(() => move(cloud, { host: 'cn1' }), { kind: 'server-is-there-already', host: 'cn1' });
});

test('a flavor for which the owner has too little is refused', () => {
  const cloud = running();
  assert.throws(() => move(cloud, { flavor: larger(cloud), configured: { ...noLimits, cores: 1 } }), {
    message: 'too-many-servers',
  });
});
