import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServiceId } from '@berth/compute-engine/ids.ts';
import { serverId } from '@berth/compute-engine/testing/some-server-request.ts';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { now } from '@berth/engine/testing/instants.ts';
import { computeInProcess } from '../../testing/compute-in-process.ts';

/** A server on cn1, which is down, and two hosts that are not. */
function lost() {
  const { ask, cloud, line } = computeInProcess();
  const room = 'VCPU:8 DISK_GB:100';
  const hosts = new ServerCloud(`
    cn1 ${room} MEMORY_MB:8192
    cn2 ${room} MEMORY_MB:4096
    cn3 ${room} MEMORY_MB:2048`);
  hosts.create(['web']);
  hosts.settle();
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  const force = (isForcedDown: boolean) =>
    hosts.decide({ kind: 'change-service', id: 'cn1' as ServiceId, isForcedDown, now });
  force(true);
  const evacuate = (body: unknown, version: string, token = 'admin') =>
    ask(`POST /servers/${serverId('web')}/action`, { token, version, body: { evacuate: body } });
  const said = async (body: unknown, version: string) => {
    const { status, message, body: told } = await evacuate(body, version);
    return `${status} ${message ?? JSON.stringify(told ?? '')}`;
  };
  const work = () => hosts.ordersOf('web')[0]?.work;
  return { ask, hosts, line, force, evacuate, said, work };
}

test('up to 2.13 it is said whether disks are shared, and the password is told', async () => {
  const { said, evacuate, work } = lost();
  assert.match(await said({}, '2.13'), /^400 .*'onSharedStorage' is a required property$/);
  const both = { onSharedStorage: 'True', adminPass: 'x' };
  assert.equal(await said(both, '2.13'), "400 admin password can't be changed on existing disk");
  const { status, body } = await evacuate({ onSharedStorage: 'False', adminPass: 'secret' }, '2.1');
  assert.deepEqual([status, body], [200, { adminPass: 'secret' }]);
  assert.partialDeepStrictEqual(work(), { hasSharedDisks: false, hasAskedPassword: true });
  const shared = lost();
  assert.deepEqual((await shared.evacuate({ onSharedStorage: true }, '2.1')).body, { adminPass: null });
  const made = lost();
  assert.match((await made.evacuate({ onSharedStorage: 'no' }, '2.1')).body.adminPass, /^\w{12}$/);
});

test('from 2.14 on hosts find out about disks themselves, and nothing is told', async () => {
  const { said, evacuate, work } = lost();
  assert.match(await said({ onSharedStorage: true }, '2.14'), /^400 .*'onSharedStorage' was unexpected/);
  const { status, body } = await evacuate({}, '2.14');
  assert.deepEqual([status, body], [200, null]);
  assert.ok(!('hasSharedDisks' in (work() ?? {})));
});

test('a host that is named is forced up to 2.28, where that is said up to 2.67, and not from then on', async () => {
  const goesTo = async (body: object, version: string) => {
    const { hosts, evacuate } = lost();
    hosts.decide({ kind: 'change-service', id: 'cn3' as ServiceId, disabled: { reason: null }, now });
    await evacuate(body, version);
    return hosts.ordersOf('web')[0]?.host;
  };
  const host = 'cn3';
  assert.equal(await goesTo({ host, onSharedStorage: false }, '2.13'), 'cn3');
  assert.equal(await goesTo({ host }, '2.28'), 'cn3');
  assert.equal(await goesTo({ host }, '2.29'), undefined);
  assert.equal(await goesTo({ host, force: 'true' }, '2.67'), 'cn3');
  assert.equal(await goesTo({ host }, '2.68'), undefined);
  const { said } = lost();
  assert.equal(await said({ force: true }, '2.29'), "400 Can't force to a non-provided destination");
  assert.match(await said({ force: true, host }, '2.28'), /'force' was unexpected/);
  assert.match(await said({ force: true, host }, '2.68'), /'force' was unexpected/);
});

test('from 2.95 on it is off when it has come', async () => {
  for (const [version, state] of [
    ['2.94', 'active - running'],
    ['2.95', 'stopped - shutdown'],
  ] as const) {
    const { hosts, evacuate } = lost();
    await evacuate({}, version);
    hosts.settle();
    assert.equal(hosts.stateOf('web'), state);
  }
});

test('what is wrong is told in the order of the original: who asks, the host, the state, and whether it is down', async () => {
  const { said, evacuate, force, hosts } = lost();
  assert.match(
    (await evacuate({}, '2.96', 'alice:aa')).message ?? '',
    /os-evacuate to be performed\.$|could not be found/,
  );
  assert.equal(await said({ host: 'nope' }, '2.96'), '404 Compute host nope not found.');
  assert.equal(await said({ host: 'cn1' }, '2.96'), "400 The target host can't be the same one.");
  force(false);
  assert.equal(await said({ host: 'cn2' }, '2.96'), '400 Compute service of cn1 is still in use.');
  hosts.act('web', { kind: 'pause' });
  hosts.settle();
  assert.equal(
    await said({}, '2.96'),
    `409 Cannot 'evacuate' instance ${serverId('web')} while it is in vm_state paused`,
  );
});

test('a host that servers were evacuated from can be deleted', async () => {
  const { ask, evacuate, hosts } = lost();
  await evacuate({}, '2.96');
  hosts.report('web', { kind: 'begun' });
  const remove = () => ask('DELETE /os-services/1', { version: '2.52' });
  assert.equal((await remove()).status, 409);
  hosts.report('web', { kind: 'done' });
  assert.equal((await remove()).status, 204);
  assert.deepEqual(
    Object.keys(hosts.held('web')).filter((each) => each.startsWith('cn1')),
    [],
  );
});

test('the migration tells the host that was asked for, and flavors of none', async () => {
  const { ask, evacuate, hosts } = lost();
  hosts.decide({ kind: 'change-service', id: 'cn3' as ServiceId, isForcedDown: true, now });
  await evacuate({ host: 'cn3' }, '2.96');
  const { migrations } = (await ask('GET /os-migrations')).body;
  assert.partialDeepStrictEqual(migrations, [
    {
      migration_type: 'evacuation',
      status: 'error',
      source_compute: 'cn1',
      dest_compute: 'cn3',
      dest_node: null,
      old_instance_type_id: null,
    },
  ]);
});
