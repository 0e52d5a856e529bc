import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now } from '@berth/engine/testing/instants.ts';
import { ServerCloud } from '../testing/server-cloud.ts';
import { serverId, smallNetwork } from '../testing/some-server-request.ts';
import { decisionsMax, type PastDecision } from './decision-log.ts';

const host = 'VCPU:8 MEMORY_MB:8192 DISK_GB:100';
const failed = { kind: 'failed', message: 'no', details: '' } as const;

function decisionsOf(cloud: ServerCloud, name: string): readonly PastDecision[] {
  return cloud.compute.decisionLogs.get(serverId(name))?.decisions ?? [];
}

/** Why, and where to. */
function told(cloud: ServerCloud, name: string): readonly string[] {
  return decisionsOf(cloud, name).map(
    ({ reason, best, ended }) => `${reason} ${best[0]?.host ?? `- ${ended?.step}`}`,
  );
}

test('each server that is made keeps where it goes, and why', () => {
  const cloud = new ServerCloud(`cn1 ${host}\ncn2 ${host}`);
  cloud.create(['a', 'b']);
  assert.deepEqual([told(cloud, 'a'), told(cloud, 'b')], [['create cn1'], ['create cn2']]);
  const [decision] = decisionsOf(cloud, 'b');
  assert.equal(decision?.at, now);
  assert.equal(decision.found, 2);
  assert.deepEqual(decision.best[0], {
    host: 'cn2',
    node: 'cn2',
    weight: 3,
    parts: { ram: 1, cpu: 1, disk: 1 },
  });
});

test('where there is no room, what Placement was asked for is kept for all of them', () => {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:256 DISK_GB:100');
  cloud.create(['a', 'b']);
  for (const name of ['a', 'b']) {
    assert.deepEqual(told(cloud, name), ['create - candidates']);
    assert.deepEqual(decisionsOf(cloud, name)[0]?.asked?.groups[0]?.resources, {
      VCPU: 1,
      MEMORY_MB: 512,
      DISK_GB: 1,
    });
  }
});

test('that there is no address left is told as well', () => {
  const cloud = new ServerCloud(`cn1 ${host}`);
  cloud.create(['a', 'b'], { network: { ...smallNetwork, last: smallNetwork.first } });
  assert.deepEqual(told(cloud, 'a'), ['create - addresses']);
});

test('another host for a server that could not be built is a decision of its own', () => {
  const cloud = new ServerCloud(`cn1 ${host}\ncn2 ${host}`);
  cloud.create(['web']);
  cloud.report('web', failed);
  assert.deepEqual(told(cloud, 'web'), ['create cn1', 'retry cn2']);
  cloud.report('web', failed);
  assert.deepEqual(told(cloud, 'web'), ['create cn1', 'retry cn2', 'retry - ignored']);
  const { fault } = cloud.server('web');
  assert.match(fault?.message ?? '', /^Exceeded maximum number of retries\./);
  assert.match(fault?.details ?? '', /\nignored left 0 hosts\. cn1: it was tried before; cn2: it was tried/);
});

test('after the last attempt nothing is decided', () => {
  const cloud = new ServerCloud(`cn1 ${host}\ncn2 ${host}`);
  cloud.create(['web']);
  cloud.report('web', failed, { buildAttemptsMax: 1 });
  assert.equal(cloud.stateOf('web'), 'error - none');
  assert.deepEqual(told(cloud, 'web'), ['create cn1']);
});

test('the last ones are kept', () => {
  const names = Array.from({ length: decisionsMax + 4 }, (_, index) => `cn${index + 10} ${host}`);
  const cloud = new ServerCloud(names.join('\n'));
  cloud.create(['web']);
  const first = cloud.server('web').place?.host;
  for (let attempt = 0; attempt <= decisionsMax; attempt++)
    cloud.report('web', failed, { buildAttemptsMax: 50 });
  const decisions = told(cloud, 'web');
  assert.equal(decisions.length, decisionsMax);
  assert.equal(decisions.at(-1), `retry ${cloud.server('web').place?.host}`);
  assert.ok(!decisions.includes(`create ${first}`));
});

test('a server that is deleted keeps its decisions', () => {
  const cloud = new ServerCloud(`cn1 ${host}`);
  cloud.create(['web']);
  cloud.settle();
  cloud.delete('web');
  cloud.settle();
  assert.deepEqual(told(cloud, 'web'), ['create cn1']);
});

test('an explanation is kept once, with the decision that it is about', () => {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:256 DISK_GB:100');
  cloud.create(['a', 'b']);
  const explain = (explanation: string, at = now) =>
    cloud.decide({
      kind: 'keep-explanation',
      ids: ['a', 'b', 'b', 'gone'].map(serverId),
      at,
      explanation,
    });
  assert.deepEqual(explain('too early', now - 1), []);
  assert.equal(explain('x'.repeat(5000)).length, 2);
  assert.deepEqual(explain('too late'), []);
  assert.equal(decisionsOf(cloud, 'b')[0]?.explanation, `${'x'.repeat(999)}…`);
});

test('a log of nobody is a contradiction', () => {
  const cloud = new ServerCloud(`cn1 ${host}`);
  cloud.create(['web']);
  cloud.compute.servers.remove(serverId('web'));
  cloud.compute.orders.remove(cloud.ordersOf('web')[0]?.id as never);
  assert.throws(
    () => cloud.decide({ kind: 'host-seen', host: 'cn1', now }),
    /Decisions are kept about server web, which is not there\./,
  );
});
