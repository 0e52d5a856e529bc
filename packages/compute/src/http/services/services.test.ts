import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServiceId } from '@berth/compute-engine/ids.ts';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { type Asked, computeInProcess } from '../../testing/compute-in-process.ts';

const host1 = '00000000-0000-4000-8000-000000000001';
const nobody = '00000000-0000-4000-8000-000000000009';

/** Hosts `cn1` and `cn2`, of which the first is called by `host1` from 2.53 on. */
function servicesInProcess() {
  const { ask, cloud } = computeInProcess();
  const hosts = new ServerCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100\ncn2 VCPU:8');
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  const { services } = hosts.compute;
  services.put({ ...services.remove('cn1' as ServiceId), id: host1 as ServiceId });
  const put = (id: string, version: string, body: object, asked: Asked = {}) =>
    ask(`PUT /os-services/${id}`, { version, body, ...asked });
  const cn1 = async (version = '2.96') =>
    (await ask('GET /os-services?host=cn1', { version })).body.services[0];
  return { ask, put, cn1, hosts };
}

const compute = { host: 'cn1', binary: 'nova-compute' };

test('services are shown with a number up to 2.52, and with a uuid from then on', async () => {
  const { cn1 } = servicesInProcess();
  const shown = {
    binary: 'nova-compute',
    host: 'cn1',
    id: 1,
    zone: 'nova',
    status: 'enabled',
    state: 'up',
    updated_at: '2026-01-02T03:04:05.678000',
    disabled_reason: null,
  };
  assert.deepEqual(await cn1('2.10'), shown);
  assert.deepEqual(await cn1('2.11'), { ...shown, forced_down: false });
  assert.deepEqual(await cn1('2.52'), { ...shown, forced_down: false });
  assert.deepEqual(await cn1('2.53'), { ...shown, id: host1, forced_down: false });
});

test('lists are in the order of numbers, of a host or a kind of service where one is asked for', async () => {
  const { ask } = servicesInProcess();
  const hosts = async (query: string) =>
    (await ask(`GET /os-services?${query}`)).body.services.map(({ host }: { host: string }) => host);
  assert.deepEqual(await hosts(''), ['cn1', 'cn2']);
  assert.deepEqual(await hosts('binary=nova-compute'), ['cn1', 'cn2']);
  assert.deepEqual(await hosts('binary=nova-conductor'), []);
  assert.deepEqual(await hosts('host=cn1&host=cn2'), ['cn2']);
  assert.deepEqual(await hosts('host=cn3'), []);
  assert.deepEqual(await hosts('host=&binary='), ['cn1', 'cn2']);
});

test('what else is in the query is refused from 2.75 on', async () => {
  const { ask } = servicesInProcess();
  assert.equal((await ask('GET /os-services?no=such', { version: '2.74' })).status, 200);
  const { status, message } = await ask('GET /os-services?no=such', { version: '2.75' });
  assert.deepEqual([status, message], [400, "Additional properties are not allowed ('no' was unexpected)"]);
});

test('up to 2.52 the path says what is to be done', async () => {
  const { put, cn1 } = servicesInProcess();
  const done = async (action: string, version: string, more: object = {}) =>
    (await put(action, version, { ...compute, ...more })).body.service;
  const reason = { disabled_reason: 'broken' };
  assert.deepEqual(await done('disable-log-reason', '2.1', reason), {
    ...compute,
    status: 'disabled',
    ...reason,
  });
  assert.deepEqual([(await cn1()).status, (await cn1()).disabled_reason], ['disabled', 'broken']);
  assert.deepEqual(await done('disable', '2.1', reason), { ...compute, status: 'disabled' });
  assert.deepEqual([(await cn1()).status, (await cn1()).disabled_reason], ['disabled', null]);
  assert.deepEqual(await done('enable', '2.52'), { ...compute, status: 'enabled' });
  assert.equal((await cn1()).status, 'enabled');
  assert.deepEqual(await done('force-down', '2.11', { forced_down: 'yes' }), {
    ...compute,
    forced_down: true,
  });
  assert.deepEqual([(await cn1()).state, (await cn1()).forced_down], ['down', true]);
});

test('and it is told what of that cannot be done', async () => {
  const { put } = servicesInProcess();
  const refused = async (action: string, version: string, body: object) => {
    const { status, message } = await put(action, version, body);
    return `${status} ${message}`;
  };
  assert.equal(await refused('force-down', '2.10', compute), '404 Unknown action');
  assert.equal(await refused('force-down', '2.11', compute), '400 Missing forced_down field');
  assert.equal(await refused('disable-log-reason', '2.1', compute), '400 Missing disabled reason field');
  assert.equal(await refused('nonsense', '2.1', { host: 'no', binary: 'no' }), '404 Unknown action');
  const other = { host: 'no', binary: 'nova-scheduler' };
  const onlyComputes = 'Only nova-compute services can be updated.';
  assert.equal(
    await refused('enable', '2.1', other),
    `400 Updating a nova-scheduler service is not supported. ${onlyComputes}`,
  );
  assert.equal(
    await refused('enable', '2.1', { ...compute, host: 'no' }),
    "404 Host 'no' is not mapped to any cell",
  );
  assert.equal(await refused('enable', '2.1', { host: 'cn1' }), "400 'binary' is a required property");
});

test('from 2.53 on the body says what is to become of the service of the path', async () => {
  const { put } = servicesInProcess();
  const put1 = (body: object) => put(host1, '2.53', body);
  const { body } = await put1({ status: 'disabled', disabled_reason: 'broken', forced_down: true });
  const { status, state, disabled_reason: reason, id } = body.service;
  assert.deepEqual([id, status, state, reason], [host1, 'disabled', 'down', 'broken']);
  assert.equal((await put1({ status: 'disabled' })).body.service.disabled_reason, null);
  assert.equal((await put1({ forced_down: 'off' })).body.service.state, 'up');
  assert.equal((await put1({ status: 'enabled' })).body.service.status, 'enabled');
  const refused = async (id: string, sent: object) => {
    const answer = await put(id, '2.53', sent);
    return `${answer.status} ${answer.message}`;
  };
  assert.equal(
    await refused(host1, { disabled_reason: 'broken' }),
    "400 No updates were requested. Fields 'status' or 'forced_down' should be specified.",
  );
  assert.equal(
    await refused(host1, { status: 'enabled', disabled_reason: 'broken' }),
    "400 Specifying 'disabled_reason' with status 'enabled' is invalid.",
  );
  assert.equal(await refused('1', {}), '400 Invalid uuid 1');
  assert.equal(await refused(nobody, {}), `404 Service ${nobody} could not be found.`);
});

test('disabling a service is seen in Placement at once', async () => {
  const { put, hosts } = servicesInProcess();
  const traits = () => [...hosts.placement.roots].flatMap(({ traits: of }) => [...of]);
  await put(host1, '2.53', { status: 'disabled' });
  assert.deepEqual(traits(), ['COMPUTE_STATUS_DISABLED']);
  await put('enable', '2.52', compute);
  assert.deepEqual(traits(), []);
});

test('a service is deleted by its number up to 2.52, and by its uuid from then on', async () => {
  const { ask, hosts } = servicesInProcess();
  const del = async (id: string, version: string) => {
    const { status, message } = await ask(`DELETE /os-services/${id}`, { version });
    return message === undefined ? `${status}` : `${status} ${message}`;
  };
  assert.equal(await del(host1, '2.52'), '400 Invalid input received: id must be an integer');
  assert.equal(await del('9', '2.52'), '404 Service 9 not found.');
  assert.equal(await del('1', '2.53'), '400 Invalid uuid 1');
  assert.equal(await del(nobody, '2.53'), `404 Service ${nobody} not found.`);
  assert.equal(await del('2', '2.52'), '204');
  hosts.create(['vm1']);
  assert.equal(
    await del(host1, '2.53'),
    '409 Unable to delete compute service that is hosting instances. Migrate or delete the instances first.',
  );
  hosts.settle();
  hosts.delete('vm1');
  hosts.settle();
  assert.equal(await del(host1, '2.53'), '204');
  assert.deepEqual([...hosts.placement.roots], []);
});

test('only administrators see and change services', async () => {
  const { ask, put } = servicesInProcess();
  const token = 'bob:p1';
  for (const { status } of [
    await ask('GET /os-services', { token }),
    await put(host1, '2.53', {}, { token }),
    await put('nonsense', '2.1', { host: 'no', binary: 'no' }, { token }),
    await ask('DELETE /os-services/x', { token }),
  ]) {
    assert.equal(status, 403);
  }
});
