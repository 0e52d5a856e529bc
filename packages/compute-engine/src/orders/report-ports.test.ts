import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now } from '@berth/engine/testing/instants.ts';
import type { OrderId, ServiceId } from '../ids.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import { portsDone, ServerCloud } from '../testing/server-cloud.ts';
import { somePort } from '../testing/some-port.ts';
import { theService } from './order.ts';

const world = `
  cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100
  cn2 VCPU:8 MEMORY_MB:4096 DISK_GB:100`;

/** A server that has asked for a port that is made, and one that was there. */
function given(): ServerCloud {
  const cloud = new ServerCloud(world);
  const ports = [somePort(), somePort({ id: 'given', isGiven: true })];
  cloud.create(['web'], { addresses: [], asked: { ports } });
  return cloud;
}

const works = (cloud: ServerCloud) => cloud.ordersOf('web').map(({ work, host }) => `${work.kind}@${host}`);
const attached = (cloud: ServerCloud) => {
  const [order] = cloud.ordersOf('web');
  assert.ok(order);
  cloud.reportPorts('web', portsDone(cloud, order));
};
const no = { kind: 'failed', message: 'no', details: 'why' } as const;

test('a server is built once it has its ports, and has their addresses', () => {
  const cloud = given();
  assert.deepEqual(works(cloud), [`attach-ports@${theService}`]);
  assert.equal(cloud.stateOf('web'), 'building scheduling none');
  attached(cloud);
  assert.deepEqual(works(cloud), ['build@cn1']);
  const { ports, addresses } = cloud.server('web');
  assert.deepEqual(
    ports.map(({ id }) => id),
    ['port 0 of web', 'given'],
  );
  assert.deepEqual(
    addresses.map(({ address }) => address),
    ['10.1.0.1', '10.1.0.2'],
  );
  cloud.settle();
  assert.equal(cloud.stateOf('web'), 'active - running');
});

test('without ports nothing is different', () => {
  const cloud = new ServerCloud(world);
  cloud.create(['web']);
  assert.deepEqual(works(cloud), ['build@cn1']);
});

test('where they cannot be had nothing comes of it, and what there is of them is given back', () => {
  const cloud = given();
  cloud.reportPorts('web', { ...no, isOfHost: false });
  assert.equal(cloud.stateOf('web'), 'error - none');
  assert.deepEqual(cloud.held('web'), {});
  assert.deepEqual([cloud.server('web').place, cloud.server('web').fault?.message], [null, 'no']);
  assert.deepEqual(works(cloud), [`detach-ports@${theService}`]);
  cloud.reportPorts('web', { kind: 'detached' });
  assert.deepEqual([cloud.server('web').ports, works(cloud)], [[], []]);
  assert.equal(cloud.server('web').deletedAt, null);
});

test('where another host may help it goes there, and gets its ports there', () => {
  const cloud = given();
  cloud.reportPorts('web', { ...no, isOfHost: true });
  assert.equal(cloud.server('web').place?.host, 'cn2');
  assert.deepEqual(works(cloud), [`attach-ports@${theService}`]);
  cloud.reportPorts('web', { ...no, isOfHost: true });
  assert.equal(cloud.stateOf('web'), 'error - none');
  assert.deepEqual(works(cloud), [`detach-ports@${theService}`]);
});

test('a host that fails leaves the ports for the next one; after the last they are given back', () => {
  const cloud = given();
  attached(cloud);
  cloud.report('web', no);
  assert.deepEqual(works(cloud), [`attach-ports@${theService}`]);
  attached(cloud);
  assert.deepEqual(works(cloud), ['build@cn2']);
  cloud.report('web', no);
  assert.deepEqual(works(cloud), [`detach-ports@${theService}`]);
});

test('a server is gone when its machine and its ports are', () => {
  const cloud = given();
  cloud.settle();
  cloud.delete('web');
  assert.deepEqual(works(cloud), ['destroy@cn1']);
  cloud.report('web', { kind: 'done' });
  assert.deepEqual(works(cloud), [`detach-ports@${theService}`]);
  assert.equal(cloud.stateOf('web'), 'active deleting none');
  cloud.delete('web');
  assert.deepEqual(works(cloud), [`detach-ports@${theService}`]);
  cloud.reportPorts('web', { kind: 'detached' });
  assert.notEqual(cloud.server('web').deletedAt, null);
  assert.deepEqual([cloud.server('web').ports, cloud.held('web')], [[], {}]);
});

test('one whose host is down, or that has none, is gone when its ports are', () => {
  const down = given();
  attached(down);
  down.decide({ kind: 'change-service', now, id: 'cn1' as ServiceId, isForcedDown: true });
  down.delete('web');
  assert.deepEqual(works(down), [`detach-ports@${theService}`]);
  down.reportPorts('web', { kind: 'detached' });
  assert.notEqual(down.server('web').deletedAt, null);

  const nowhere = given();
  nowhere.reportPorts('web', { ...no, isOfHost: false });
  nowhere.delete('web');
  assert.equal(nowhere.server('web').deletedAt, null);
  assert.deepEqual(works(nowhere), [`detach-ports@${theService}`]);
  nowhere.reportPorts('web', { kind: 'detached' });
  assert.notEqual(nowhere.server('web').deletedAt, null);
});

test('one that is deleted before it has its ports gets none, and gives back what was begun', () => {
  const cloud = given();
  const [order] = cloud.ordersOf('web');
  assert.ok(order);
  cloud.delete('web');
  assert.deepEqual(works(cloud), ['destroy@cn1']);
  // What was under way comes too late.
  const settings = { buildAttemptsMax: 3, scheduling: defaultSchedulerSettings };
  const report = { id: order.id, newOrderId: 'late' as OrderId, settings, now };
  assert.deepEqual(cloud.decide({ kind: 'report-ports', ...report, outcome: portsDone(cloud, order) }), []);
  cloud.report('web', { kind: 'done' });
  assert.deepEqual(works(cloud), [`detach-ports@${theService}`]);
});

test('no host can say anything of an order about ports, and a report of another kind changes nothing', () => {
  const cloud = given();
  const before = cloud.server('web');
  cloud.report('web', { kind: 'done' });
  cloud.report('web', no);
  cloud.reportPorts('web', { kind: 'detached' });
  assert.equal(cloud.server('web'), before);
  assert.deepEqual(works(cloud), [`attach-ports@${theService}`]);
});
