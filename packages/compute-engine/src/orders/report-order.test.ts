import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now } from '@berth/engine/testing/instants.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import type { AskedWork } from '../servers/act-on-server.ts';
import { ServerCloud } from '../testing/server-cloud.ts';

const host = 'VCPU:8 MEMORY_MB:8192 DISK_GB:100';
const failed = { kind: 'failed', message: 'it broke', details: 'in full' } as const;

test('a server that cannot be built on its host goes to others, with all that it holds, and then is in error', () => {
  const cloud = new ServerCloud(`cn1 ${host}\ncn2 ${host}\ncn3 ${host}\ncn4 ${host}`);
  cloud.create(['web']);
  const tried: (string | undefined)[] = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    const at = cloud.server('web').place?.host;
    tried.push(at);
    assert.ok(Object.keys(cloud.held('web')).every((key) => key.startsWith(`${at} `)));
    cloud.report('web', { kind: 'begun' });
    cloud.report('web', failed);
  }
  assert.equal(new Set(tried).size, 3);
  assert.equal(cloud.stateOf('web'), 'error - none');
  const { place, fault, addresses } = cloud.server('web');
  assert.deepEqual([place, addresses, cloud.held('web'), cloud.ordersOf('web')], [null, [], {}, []]);
  assert.equal(
    fault?.message,
    'Exceeded maximum number of retries. Exhausted all hosts available for retrying build failures for instance web.',
  );
  const step = (at: string | undefined) => `compute__do_build_and_run_instance@${at}:Success`;
  assert.deepEqual(cloud.actionsOf('web'), [['create', ...tried.map(step)].join(' ')]);
});

test('where there is one attempt only, the server says what its host has said', () => {
  const cloud = new ServerCloud(`cn1 ${host}\ncn2 ${host}`);
  cloud.create(['web']);
  cloud.report('web', failed, { buildAttemptsMax: 1 });
  assert.equal(cloud.server('web').fault?.message, 'it broke');
});

test('a host whose last builds failed is known for it, until one goes well', () => {
  const cloud = new ServerCloud(`cn1 ${host}`);
  cloud.create(['a']);
  cloud.report('a', failed);
  assert.deepEqual([...cloud.compute.services.failedBuilds], [['cn1', 1]]);
  cloud.create(['b']);
  cloud.settle();
  assert.deepEqual([...cloud.compute.services.failedBuilds], []);
});

test('what fails leaves a server as it was or in error, as the original does for each', () => {
  const cases: readonly (readonly [AskedWork, string])[] = [
    [{ kind: 'stop' }, 'active - running'],
    [{ kind: 'reboot', isHard: false }, 'active - running'],
    [{ kind: 'pause' }, 'active - running'],
    [{ kind: 'suspend' }, 'error - running'],
    [{ kind: 'rescue', imageId: null }, 'error - running'],
    [{ kind: 'set-password' }, 'active - running'],
    [{ kind: 'snapshot', imageId: 'i' }, 'active - running'],
  ];
  for (const [work, after] of cases) {
    const cloud = new ServerCloud(`cn1 ${host}`);
    cloud.create(['web']);
    cloud.settle();
    cloud.act('web', work);
    cloud.report('web', { kind: 'begun' });
    cloud.report('web', failed);
    assert.equal(cloud.stateOf('web'), after, work.kind);
    assert.equal(cloud.server('web').fault?.message, 'it broke');
    assert.match(cloud.actionsOf('web').at(-1) ?? '', /^\w+\(Error\) compute_\w+@cn1:Error$/);
  }
});

test('a server that cannot be taken away is in error, and still holds what it uses', () => {
  const cloud = new ServerCloud(`cn1 ${host}`);
  cloud.create(['web']);
  cloud.settle();
  cloud.delete('web');
  cloud.report('web', failed);
  assert.equal(cloud.stateOf('web'), 'error - running');
  assert.notDeepEqual(cloud.held('web'), {});
  cloud.delete('web');
  cloud.settle();
  assert.deepEqual(cloud.held('web'), {});
});

test('what is told twice, by another host, or of what is not next, changes nothing', () => {
  const cloud = new ServerCloud(`cn1 ${host}`);
  cloud.create(['web']);
  const [build] = cloud.ordersOf('web');
  assert.ok(build);
  cloud.report('web', { kind: 'begun' });
  cloud.delete('web');
  const destroy = cloud.ordersOf('web')[1];
  assert.ok(destroy);
  const settings = { buildAttemptsMax: 3, scheduling: defaultSchedulerSettings };
  const newOrderId = cloud.newOrderId();
  const report = { kind: 'report-order', outcome: { kind: 'begun' }, newOrderId, settings, now } as const;
  assert.deepEqual(cloud.decide({ ...report, id: build.id, host: 'cn1' }), []);
  assert.deepEqual(cloud.decide({ ...report, id: build.id, host: 'cn2' }), []);
  assert.deepEqual(cloud.decide({ ...report, id: destroy.id, host: 'cn1' }), []);
  cloud.settle();
  assert.deepEqual(cloud.decide({ ...report, id: build.id, host: 'cn1', outcome: { kind: 'done' } }), []);
});
