import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now } from '@berth/engine/testing/instants.ts';
import type { ServiceId } from '../ids.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { ServerCloud } from '../testing/server-cloud.ts';
import { noLimits, serverId } from '../testing/some-server-request.ts';

const world = 'cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100';
const id = serverId('web');

function running(): ServerCloud {
  const cloud = new ServerCloud(world);
  cloud.create(['web']);
  cloud.settle();
  return cloud;
}

test('it is gone when its host has taken it away, and what it held is given back then', () => {
  const cloud = running();
  cloud.delete('web');
  assert.equal(cloud.stateOf('web'), 'active deleting running');
  assert.notDeepEqual(cloud.held('web'), {});
  cloud.settle();
  const { deletedAt, terminatedAt, place } = cloud.server('web');
  assert.equal(cloud.stateOf('web'), 'deleted - none');
  assert.deepEqual([deletedAt, terminatedAt, place?.host], [now, now, 'cn1']);
  assert.deepEqual(cloud.held('web'), {});
  assert.equal(cloud.actionsOf('web').at(-1), 'delete compute_terminate_instance@cn1:Success');
  assertRefused(() => cloud.delete('web'), { kind: 'server-not-found', id });
});

test('a second time changes nothing, and neither does a lock that is heeded', () => {
  const cloud = running();
  cloud.decide({ kind: 'lock-server', id, reason: null, by: cloud.by(), now });
  assertRefused(() => cloud.delete('web'), { kind: 'server-is-locked', id });
  cloud.delete('web', { by: cloud.by({ isAdmin: true }) });
  cloud.delete('web', { by: cloud.by({ isAdmin: true }) });
  assert.equal(cloud.ordersOf('web').length, 1);
});

test('one that is still to be built is not built any more; one that is being built is taken away afterwards', () => {
  const cloud = new ServerCloud(world);
  cloud.create(['web', 'db']);
  cloud.report('db', { kind: 'begun' });
  for (const name of ['web', 'db']) cloud.delete(name);
  assert.deepEqual(
    ['web', 'db'].map((name) => cloud.ordersOf(name).map(({ work }) => work.kind)),
    [['destroy'], ['build', 'destroy']],
  );
  cloud.report('db', { kind: 'failed', message: 'no', details: '' });
  assert.equal(cloud.stateOf('db'), 'error deleting none');
  cloud.settle();
  assert.deepEqual([cloud.held('web'), cloud.held('db')], [{}, {}]);
});

test('where nobody would take it away it is gone at once, and nothing is noted', () => {
  const cloud = running();
  cloud.act('web', { kind: 'stop' });
  cloud.decide({ kind: 'change-service', now, id: 'cn1' as ServiceId, isForcedDown: true });
  cloud.delete('web');
  assert.equal(cloud.stateOf('web'), 'deleted - running');
  assert.deepEqual([cloud.held('web'), cloud.ordersOf('web')], [{}, []]);
  assert.deepEqual(cloud.actionsOf('web').slice(1), ['stop']);
});

test('one without a host is gone at once', () => {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:1 DISK_GB:100');
  cloud.create(['web']);
  cloud.delete('web', { isForGood: false });
  assert.equal(cloud.stateOf('web'), 'deleted - none');
  assert.equal(cloud.server('web').fault, null);
});

test('one is restored where the limits have room for it, from the moment that this is asked for', () => {
  const cloud = new ServerCloud(world);
  for (const name of ['web', 'db']) {
    cloud.create([name]);
    cloud.settle();
    cloud.delete(name, { isForGood: false });
    cloud.settle();
  }
  const one = { ...noLimits, servers: 1 };
  cloud.act('web', { kind: 'restore' }, undefined, one);
  assertRefused(() => cloud.act('db', { kind: 'restore' }, undefined, one), {
    kind: 'too-many-servers',
    exceeded: [{ thing: 'servers', requested: '1', used: 1, limit: 1 }],
  });
  cloud.settle();
  assert.deepEqual(
    [cloud.stateOf('web'), cloud.stateOf('db')],
    ['active - running', 'soft-delete - shutdown'],
  );
});

test('one that never ran cannot be restored: it goes for good', () => {
  const cloud = new ServerCloud(world);
  cloud.create(['web', 'db']);
  cloud.report('db', { kind: 'begun' });
  for (const name of ['web', 'db']) cloud.delete(name, { isForGood: false });
  assert.deepEqual(
    ['web', 'db'].map((name) => cloud.ordersOf(name).map(({ work }) => work.kind)),
    [['destroy'], ['build', 'destroy']],
  );
  // As if it were asked for once more.
  cloud.delete('web', { isForGood: false });
  cloud.report('db', { kind: 'failed', message: 'no', details: '' });
  cloud.settle();
  assert.deepEqual([cloud.stateOf('web'), cloud.stateOf('db')], ['deleted - none', 'deleted - none']);
  assert.deepEqual([cloud.held('web'), cloud.held('db')], [{}, {}]);
});

test('one that was restored in the meantime is not deleted since its time was up', () => {
  const cloud = running();
  cloud.delete('web', { isForGood: false });
  cloud.settle();
  const reclaim = (reclaimedSince: number) => {
    const by = cloud.by({ isAdmin: true });
    const [newOrderId, newDropId] = [cloud.newOrderId(), cloud.newOrderId()];
    const ids = { id, newOrderId, newDropId };
    cloud.decide({ kind: 'delete-server', ...ids, isForGood: true, by, now, reclaimedSince });
    return cloud.stateOf('web');
  };
  assert.equal(reclaim(now - 1), 'soft-delete - shutdown');
  cloud.act('web', { kind: 'restore' });
  assert.equal(reclaim(now), 'soft-delete restoring shutdown');
  cloud.settle();
  assert.equal(reclaim(now), 'active - running');
  cloud.delete('web', { isForGood: false });
  cloud.settle();
  assert.equal(reclaim(now), 'soft-delete deleting shutdown');
});

test('one that can be restored keeps what it holds, and counts for no limit', () => {
  const cloud = running();
  cloud.delete('web', { isForGood: false });
  cloud.settle();
  assert.equal(cloud.stateOf('web'), 'soft-delete - shutdown');
  assert.notDeepEqual(cloud.held('web'), {});
  assert.equal(cloud.compute.servers.usages.of('project', null).servers, 0);
  cloud.act('web', { kind: 'restore' });
  cloud.settle();
  assert.equal(cloud.stateOf('web'), 'active - running');
  assert.equal(cloud.compute.servers.usages.of('project', 'alice').servers, 1);
  cloud.delete('web', { isForGood: false });
  cloud.settle();
  cloud.delete('web');
  cloud.settle();
  assert.equal(cloud.stateOf('web'), 'deleted - none');
});
