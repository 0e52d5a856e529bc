import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now } from '@berth/engine/testing/instants.ts';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { serverId } from '@berth/compute-engine/testing/some-server-request.ts';
import { dueToForget } from './forget-servers.ts';

test('what was deleted is forgotten when its time is up, and not before; what lives never', () => {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100');
  cloud.create(['gone', 'there']);
  cloud.settle();
  cloud.delete('gone');
  cloud.settle();
  const { compute, placement } = cloud;
  const dueAt = (time: number) =>
    dueToForget({ cloud: () => ({ compute, placement }), retentionMs: 1_000, now: () => time });
  assert.deepEqual(dueAt(now + 999), []);
  assert.deepEqual(dueAt(now + 1_000), [{ kind: 'forget-server', id: serverId('gone') }]);
});
