import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now } from '@berth/engine/testing/instants.ts';
import { ServerCloud } from '../testing/server-cloud.ts';
import { serverId } from '../testing/some-server-request.ts';
import { keptActionsMax } from './room-for-action.ts';

test('of a server that is locked and unlocked all day the last actions are kept', () => {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100');
  cloud.create(['vm1']);
  cloud.settle();
  const id = serverId('vm1');
  for (let time = 0; time < keptActionsMax; time++) {
    cloud.decide({ kind: 'lock-server', id, reason: null, by: cloud.by(), now });
    cloud.decide({ kind: 'unlock-server', id, by: cloud.by(), now });
  }
  const names = () => Array.from(cloud.compute.actions.ofServer(id), ({ name }) => name);
  assert.equal(names().length, keptActionsMax);
  assert.deepEqual(names().slice(0, 2), ['unlock', 'lock']);
  cloud.act('vm1', { kind: 'stop' });
  cloud.settle();
  cloud.decide({
    kind: 'reset-server-state',
    id,
    vmState: 'error',
    by: cloud.by(),
    newOrderId: cloud.newOrderId(),
    now,
  });
  assert.equal(names().length, keptActionsMax);
  assert.deepEqual(names().slice(0, 2), ['resetState', 'stop']);
});
