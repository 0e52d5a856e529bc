import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now } from '@berth/engine/testing/instants.ts';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { serverId } from '@berth/compute-engine/testing/some-server-request.ts';
import { dueToForget, forgetDue } from './forget-servers.ts';

test('what was deleted is forgotten when its time is up, and not before; what lives never', () => {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100');
  cloud.create(['gone', 'there']);
  cloud.settle();
  cloud.delete('gone');
  cloud.settle();
  const { compute, placement } = cloud;
  const dueAt = (time: number) =>
    dueToForget({
      cloud: () => ({ compute, placement }),
      retentionMs: 1_000,
      keptMax: 0,
      now: () => time,
    });
  assert.deepEqual(dueAt(now + 999), []);
  assert.deepEqual(dueAt(now + 1_000), [{ kind: 'forget-server', id: serverId('gone') }]);
});

test('of more than are kept the oldest are forgotten, though their time is not up; and in one go, however many they are', async () => {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100');
  const names = Array.from({ length: 250 }, (_, index) => `gone${index}`);
  for (const name of names) {
    cloud.create([name]);
    cloud.settle();
    cloud.delete(name);
    cloud.settle();
  }
  cloud.create(['there']);
  await forgetDue({
    cloud: () => cloud,
    commit: async (command) => cloud.decide(command),
    leadership: { isLeading: () => true, ended: new AbortController().signal },
    retentionMs: 0,
    keptMax: 3,
    now: () => now,
  });
  assert.equal(cloud.compute.servers.listsOf(null).deleted.byUpdate.size, 3);
  assert.equal(cloud.compute.servers.size, 4);
});
