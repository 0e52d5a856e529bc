import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { DeleteServer } from '@berth/compute-engine/servers/delete-server.ts';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { now as made } from '@berth/engine/testing/instants.ts';
import { dueDeletions, type ReclaimedServers, reclaimServers } from './reclaim-servers.ts';

const intervalMs = 1_000;

/** Some servers that can be restored: they were deleted at `made`. */
function givenDeleted(...names: readonly string[]): ServerCloud {
  const cloud = new ServerCloud('cn1 VCPU:200 MEMORY_MB:200000 DISK_GB:2000');
  for (const name of names) cloud.create([name], { addresses: [] });
  cloud.settle();
  for (const name of names) cloud.delete(name, { isForGood: false });
  cloud.settle();
  return cloud;
}

function reclaiming(cloud: ServerCloud, now: number) {
  return {
    cloud: () => cloud,
    intervalMs,
    apiHost: 'controller',
    now: () => now,
    newId: () => cloud.newOrderId(),
    newRequestId: () => cloud.by().requestId,
  };
}

test('a server is due once it could be restored for the whole time', () => {
  const cloud = givenDeleted('web');
  assert.deepEqual(dueDeletions(reclaiming(cloud, made + intervalMs - 1)), []);
  const [due, ...others] = dueDeletions(reclaiming(cloud, made + intervalMs));
  assert.deepEqual([due?.id, due?.isForGood, others], ['web', true, []]);
});

test('it is deleted in the name of its owner, whatever lock it has, and gives back what it held', () => {
  const cloud = givenDeleted('web');
  cloud.decide({ kind: 'lock-server', id: cloud.server('web').id, reason: null, by: cloud.by(), now: made });
  for (const command of dueDeletions(reclaiming(cloud, made + intervalMs))) cloud.decide(command);
  cloud.settle();
  assert.notEqual(cloud.server('web').deletedAt, null);
  assert.deepEqual(cloud.held('web'), {});
  assert.match(cloud.actionsOf('web').at(-1) ?? '', /^delete compute_terminate_instance@cn1:Success/);
});

test('one that is being restored, was restored or is on its way is not due', () => {
  const cloud = givenDeleted('web', 'db', 'mail');
  cloud.act('web', { kind: 'restore' });
  cloud.act('db', { kind: 'restore' });
  cloud.report('db', { kind: 'done' });
  cloud.delete('mail');
  assert.deepEqual(dueDeletions(reclaiming(cloud, made + intervalMs)), []);
});

test('a bounded number is deleted at a time, and the rest the next time', () => {
  const cloud = givenDeleted(...Array.from({ length: 130 }, (_, index) => `vm${index}`));
  const first = dueDeletions(reclaiming(cloud, made + intervalMs));
  assert.equal(first.length, 100);
  for (const command of first) cloud.decide(command);
  cloud.settle();
  assert.equal(dueDeletions(reclaiming(cloud, made + intervalMs)).length, 30);
});

test('only who leads deletes, what fails is told and tried again, and it ends with the ledger', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const cloud = givenDeleted('web');
  const ended = new AbortController();
  const [state, asked, troubles] = [{ isLeading: false, fails: true }, [] as DeleteServer[], [] as unknown[]];
  const given: ReclaimedServers = {
    ...reclaiming(cloud, made + intervalMs),
    commit: async (command) => {
      asked.push(command);
      if (state.fails) throw new Error('the disk is away');
      cloud.decide(command);
    },
    leadership: { isLeading: () => state.isLeading, ended: ended.signal },
    onTrouble: (reason) => troubles.push(reason),
  };
  reclaimServers(given);
  const look = async () => {
    mock.timers.tick(intervalMs);
    await new Promise(setImmediate);
  };
  await look();
  assert.equal(asked.length, 0);
  state.isLeading = true;
  await look();
  assert.deepEqual([asked.length, troubles.length], [1, 1]);
  state.fails = false;
  await look();
  assert.equal(asked.length, 2);
  assert.equal(cloud.stateOf('web'), 'soft-delete deleting shutdown');
  ended.abort();
  cloud.settle();
  await look();
  assert.equal(asked.length, 2);
});
