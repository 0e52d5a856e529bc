import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now } from '@berth/engine/testing/instants.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { ServerCloud } from '../testing/server-cloud.ts';
import { serverId } from '../testing/some-server-request.ts';
import type { AskedWork } from './act-on-server.ts';

function running(): ServerCloud {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100');
  cloud.create(['web']);
  cloud.settle();
  return cloud;
}

const id = serverId('web');
const stop: AskedWork = { kind: 'stop' };

test('what is asked for is done by the host, and what the server is follows from it', () => {
  const cloud = running();
  const steps: readonly (readonly [AskedWork, string, string])[] = [
    [{ kind: 'stop' }, 'active powering-off running', 'stopped - shutdown'],
    [{ kind: 'start' }, 'stopped powering-on shutdown', 'active - running'],
    [{ kind: 'reboot', isHard: false }, 'active rebooting running', 'active - running'],
    [{ kind: 'reboot', isHard: true }, 'active rebooting_hard running', 'active - running'],
    [{ kind: 'pause' }, 'active pausing running', 'paused - paused'],
    [{ kind: 'unpause' }, 'paused unpausing paused', 'active - running'],
    [{ kind: 'suspend' }, 'active suspending running', 'suspended - shutdown'],
    [{ kind: 'resume' }, 'suspended resuming shutdown', 'active - running'],
    [{ kind: 'rescue', imageId: null }, 'active rescuing running', 'rescued - running'],
    [{ kind: 'unrescue' }, 'rescued unrescuing running', 'active - running'],
    [{ kind: 'set-password' }, 'active updating_password running', 'active - running'],
    [{ kind: 'snapshot', imageId: 'i' }, 'active image_snapshot_pending running', 'active - running'],
  ];
  for (const [work, while_, after] of steps) {
    cloud.act('web', work);
    assert.equal(cloud.stateOf('web'), while_, work.kind);
    cloud.settle();
    assert.equal(cloud.stateOf('web'), after, work.kind);
  }
  assert.deepEqual(cloud.actionsOf('web').slice(1, 3), [
    'stop compute_stop_instance@cn1:Success',
    'start compute_start_instance@cn1:Success',
  ]);
});

test('a hard reboot takes the place of one that its host has not begun with: however many are asked for, they do not pile up', () => {
  const cloud = running();
  const works = () => cloud.ordersOf('web').map(({ work }) => work.kind);
  cloud.act('web', { kind: 'pause' });
  cloud.act('web', { kind: 'reboot', isHard: true });
  cloud.act('web', { kind: 'reboot', isHard: true });
  assert.deepEqual(works(), ['pause', 'reboot']);
  cloud.report('web', { kind: 'done' });
  cloud.report('web', { kind: 'begun' });
  for (let count = 0; count < 5; count++) cloud.act('web', { kind: 'reboot', isHard: true });
  assert.deepEqual(works(), ['reboot', 'reboot']);
  cloud.settle();
  assert.equal(cloud.stateOf('web'), 'active - running');
  assert.equal(cloud.actionsOf('web').length, 9);
});

test('a lock comes before the state, the state before the task, and the task before whether it ever ran', () => {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100');
  cloud.create(['web']);
  const refusal = (attribute: 'vm_state' | 'task_state', state: 'building' | 'powering-off') =>
    ({ kind: 'server-in-state', id, action: 'stop', attribute, state }) as const;
  assertRefused(() => cloud.act('web', stop), refusal('vm_state', 'building'));
  cloud.settle();
  cloud.act('web', stop);
  assertRefused(() => cloud.act('web', stop), refusal('task_state', 'powering-off'));
  cloud.decide({ kind: 'lock-server', id, reason: null, by: cloud.by(), now });
  assertRefused(() => cloud.act('web', stop), { kind: 'server-is-locked', id });
  assertRefused(
    () => cloud.act('web', stop, cloud.by({ isAdmin: true })),
    refusal('task_state', 'powering-off'),
  );
});

test('one that never ran says so, where its state alone would allow it', () => {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:1 DISK_GB:100');
  cloud.create(['web']);
  const reboot = () => cloud.act('web', { kind: 'reboot', isHard: true });
  assertRefused(reboot, { kind: 'server-state-invalid', id, action: 'reboot' });
  // Unless its host is asked for first, which it does not have.
  assertRefused(() => cloud.act('web', stop), { kind: 'server-not-ready', id });
});

test('some heed a lock in other words, and one does not heed it', () => {
  const cloud = running();
  cloud.decide({ kind: 'lock-server', id, reason: 'mine', by: cloud.by(), now });
  const invalid = (action: string) => ({ kind: 'server-state-invalid', id, action }) as const;
  assertRefused(() => cloud.act('web', { kind: 'set-password' }), invalid('changePassword'));
  assertRefused(() => cloud.act('web', { kind: 'restore' }), invalid('restore'));
  cloud.act('web', { kind: 'snapshot', imageId: 'i' });
});

test('a hard reboot breaks off what the machine is busy with, and the order of both is kept', () => {
  const cloud = running();
  cloud.act('web', { kind: 'pause' });
  cloud.act('web', { kind: 'reboot', isHard: true });
  assert.deepEqual(
    cloud.ordersOf('web').map(({ work }) => work.kind),
    ['pause', 'reboot'],
  );
  cloud.report('web', { kind: 'begun' });
  cloud.report('web', { kind: 'done' });
  assert.equal(cloud.stateOf('web'), 'paused rebooting_hard paused');
  cloud.settle();
  assert.equal(cloud.stateOf('web'), 'active - running');
});

test('what an administrator says a server is stays so, whatever its host reports of what it was told before', () => {
  const cloud = running();
  cloud.act('web', stop);
  const by = cloud.by({ isAdmin: true });
  cloud.decide({ kind: 'reset-server-state', newOrderId: cloud.newOrderId(), id, vmState: 'error', by, now });
  assert.equal(cloud.stateOf('web'), 'error - running');
  cloud.settle();
  assert.equal(cloud.stateOf('web'), 'error - shutdown', 'but for its machine, which is off');
  assert.deepEqual(cloud.actionsOf('web').slice(1), ['stop compute_stop_instance@cn1:Success', 'resetState']);
});

test('a lock of somebody else stays when its owner locks again, and nothing is noted', () => {
  const cloud = running();
  const admin = { isAdmin: true, projectId: 'admins' };
  cloud.decide({ kind: 'lock-server', id, reason: 'because', by: cloud.by(admin), now });
  assert.deepEqual(cloud.server('web').lock, { by: 'admin', reason: 'because' });
  assert.deepEqual(cloud.decide({ kind: 'lock-server', id, reason: null, by: cloud.by(), now }), []);
  cloud.decide({ kind: 'unlock-server', id, by: cloud.by(admin), now });
  assert.equal(cloud.server('web').lock, null);
  assert.deepEqual(cloud.actionsOf('web').slice(1), [
    'lock api_lock@controller:Success',
    'unlock api_unlock@controller:Success',
  ]);
});

test('what is made anew of an image is what it was: running, or stopped again', () => {
  const cloud = running();
  const rebuild = () =>
    cloud.decide({
      kind: 'rebuild-server',
      id,
      fields: { image: { id: 'other', properties: {} }, diskConfig: 'AUTO', name: 'new' },
      preservesEphemeral: false,
      by: cloud.by(),
      newOrderId: cloud.newOrderId(),
      now,
    });
  rebuild();
  assert.equal(cloud.stateOf('web'), 'active rebuilding running');
  cloud.settle();
  assert.deepEqual([cloud.stateOf('web'), cloud.server('web').name], ['active - running', 'new']);
  cloud.act('web', stop);
  cloud.settle();
  rebuild();
  const [order] = cloud.compute.orders.ofServer(id);
  assert.deepEqual(order?.work, { kind: 'rebuild', preservesEphemeral: false, endsOff: true });
  cloud.settle();
  assert.equal(cloud.stateOf('web'), 'stopped - shutdown');
  const steps = 'rebuild_server@controller:Success compute_rebuild_instance@cn1:Success';
  assert.deepEqual(
    cloud.actionsOf('web').filter((action) => action.startsWith('rebuild ')),
    [`rebuild ${steps}`, `rebuild ${steps} compute_stop_instance@cn1:Success`],
  );
});
