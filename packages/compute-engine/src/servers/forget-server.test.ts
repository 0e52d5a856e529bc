import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now } from '@berth/engine/testing/instants.ts';
import { ServerCloud } from '../testing/server-cloud.ts';
import { serverId } from '../testing/some-server-request.ts';
import { actionsMax } from './forget-server.ts';

const world = 'cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100';
const id = serverId('web');

function running(): ServerCloud {
  const cloud = new ServerCloud(world);
  cloud.create(['web']);
  cloud.settle();
  return cloud;
}

test('a server that was deleted is forgotten with all that was done with it', () => {
  const cloud = running();
  cloud.delete('web');
  cloud.settle();
  cloud.decide({ kind: 'forget-server', id });
  const { servers, actions, decisionLogs } = cloud.compute;
  assert.deepEqual([servers.get(id), [...actions.ofServer(id)]], [undefined, []]);
  assert.equal(decisionLogs.has(id), false);
  cloud.decide({ kind: 'forget-server', id });
});

test('one that lives stays as it is', () => {
  const cloud = running();
  cloud.decide({ kind: 'forget-server', id });
  assert.equal(cloud.stateOf('web'), 'active - running');
  cloud.delete('web');
  cloud.decide({ kind: 'forget-server', id });
  assert.equal(cloud.stateOf('web'), 'active deleting running');
});

test('one with many actions goes piece by piece, and never without them', () => {
  const cloud = running();
  for (let index = 0; index < actionsMax; index++) {
    const asked = { id, reason: null, by: cloud.by({ isAdmin: true }), now };
    cloud.decide({ kind: index % 2 === 0 ? 'lock-server' : 'unlock-server', ...asked });
  }
  cloud.delete('web', { by: cloud.by({ isAdmin: true }) });
  cloud.settle();
  const { servers, actions } = cloud.compute;
  cloud.decide({ kind: 'forget-server', id });
  assert.ok(servers.get(id));
  assert.equal([...actions.ofServer(id)].length, 2);
  cloud.decide({ kind: 'forget-server', id });
  assert.deepEqual([servers.get(id), [...actions.ofServer(id)]], [undefined, []]);
});
