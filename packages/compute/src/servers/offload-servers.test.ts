import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { SweepShelved } from '@berth/compute-engine/servers/shelve-server.ts';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { now as shelvedAt } from '@berth/engine/testing/instants.ts';
import { dueToOffload, offloadServers } from './offload-servers.ts';

const afterMs = 10_000;

function givenShelved(...names: readonly string[]): ServerCloud {
  const cloud = new ServerCloud('cn1 VCPU:200 MEMORY_MB:200000 DISK_GB:2000');
  for (const name of names) cloud.create([name], { addresses: [] });
  cloud.settle();
  for (const name of names) cloud.shelve(name, { isOffloaded: false });
  cloud.settle();
  return cloud;
}

function due(cloud: ServerCloud, now: number): readonly SweepShelved[] {
  return dueToOffload({ cloud: () => cloud, afterMs, now: () => now, newId: () => cloud.newOrderId() });
}

test('a shelved server leaves its host when its time there is over', () => {
  const cloud = givenShelved('web');
  assert.deepEqual(due(cloud, shelvedAt + afterMs - 1), []);
  for (const command of due(cloud, shelvedAt + afterMs)) cloud.decide(command);
  cloud.settle();
  assert.equal(cloud.stateOf('web'), 'shelved_offloaded - shutdown');
  assert.deepEqual(due(cloud, shelvedAt + 2 * afterMs), []);
});

test('one that comes back, is deleted or is on its way is not due', () => {
  const cloud = givenShelved('web', 'db', 'mail');
  cloud.unshelve('web');
  cloud.delete('db');
  for (const command of due(cloud, shelvedAt + afterMs)) cloud.decide(command);
  assert.deepEqual(due(cloud, shelvedAt + afterMs), []);
  cloud.settle();
  assert.deepEqual(
    [cloud.stateOf('web'), cloud.stateOf('mail')],
    ['active - running', 'shelved_offloaded - shutdown'],
  );
});

test('one that came back before its turn is left alone', () => {
  const cloud = givenShelved('web');
  const commands = due(cloud, shelvedAt + afterMs);
  cloud.unshelve('web');
  for (const command of commands) assert.deepEqual(cloud.decide(command), []);
});

test('a bounded number leaves at a time, as long as this process leads', async () => {
  const cloud = givenShelved(...Array.from({ length: 130 }, (_, index) => `vm${index}`));
  assert.equal(due(cloud, shelvedAt + afterMs).length, 100);
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    let isLeading = false;
    const ended = new AbortController();
    const swept: string[] = [];
    offloadServers({
      cloud: () => cloud,
      commit: async (command) => void swept.push(command.id),
      leadership: { isLeading: () => isLeading, ended: ended.signal },
      afterMs,
      now: () => shelvedAt + afterMs,
      newId: () => cloud.newOrderId(),
      onTrouble: (reason) => assert.fail(String(reason)),
    });
    mock.timers.tick(afterMs);
    assert.deepEqual(swept, []);
    isLeading = true;
    mock.timers.tick(afterMs);
    for (let turn = 0; turn < 200; turn++) await Promise.resolve();
    assert.equal(swept.length, 100);
    ended.abort();
  } finally {
    mock.timers.reset();
  }
});
