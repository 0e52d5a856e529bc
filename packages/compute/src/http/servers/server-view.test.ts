import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FlavorId, ServerGroupId, ServiceId } from '@berth/compute-engine/ids.ts';
import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { serverIdOf, someServer } from '@berth/compute-engine/testing/some-server.ts';
import { reading } from '../../testing/reading.ts';

const id = serverIdOf(1);
const owner = 'u:p';

function given(change: Partial<Server> = {}, service: Partial<ComputeService> | null = null) {
  const { ask } = reading(
    { kind: 'server-set', thing: someServer(change) },
    ...(service === null ? [] : [{ kind: 'service-set', thing: someService(service) } as const]),
  );
  return {
    show: async (version: string, token = 'admin') =>
      (await ask(`GET /servers/${id}`, { version, token })).body.server,
    detail: async (version: string, token = 'admin') =>
      (await ask('GET /servers/detail?all_tenants=1', { version, token })).body.servers[0],
  };
}

function someService(change: Partial<ComputeService>): ComputeService {
  const id = '33333333-3333-4333-8333-333333333333' as ServiceId;
  return {
    id,
    number: 1,
    host: 'h1',
    createdAt: 0,
    seenAt: 0,
    isUp: true,
    isForcedDown: false,
    failedBuilds: 0,
    disabled: null,
    ...change,
  };
}

test('a server at 2.1 as its owner sees it', async () => {
  const { show } = given();
  assert.deepEqual(await show('2.1', owner), {
    id,
    name: 'web',
    status: 'ACTIVE',
    tenant_id: 'p',
    user_id: 'u',
    metadata: {},
    hostId: '24558e57ab3fdcea48698ef7c4865c8d196985a742eafa4ea531d82f',
    image: {
      id: '11111111-1111-4111-8111-111111111111',
      links: [{ rel: 'bookmark', href: 'http://h/images/11111111-1111-4111-8111-111111111111' }],
    },
    flavor: { id: 'small', links: [{ rel: 'bookmark', href: 'http://h/flavors/small' }] },
    created: '1970-01-01T00:00:01Z',
    updated: '1970-01-01T00:00:01Z',
    addresses: {},
    accessIPv4: '',
    accessIPv6: '',
    links: [
      { rel: 'self', href: `http://h/v2.1/servers/${id}` },
      { rel: 'bookmark', href: `http://h/servers/${id}` },
    ],
    'OS-DCF:diskConfig': 'MANUAL',
    progress: 0,
    'OS-EXT-AZ:availability_zone': 'nova',
    config_drive: '',
    key_name: null,
    'OS-SRV-USG:launched_at': '1970-01-01T00:00:01.000000',
    'OS-SRV-USG:terminated_at': null,
    'OS-EXT-STS:task_state': null,
    'OS-EXT-STS:vm_state': 'active',
    'OS-EXT-STS:power_state': 1,
    'os-extended-volumes:volumes_attached': [],
  });
});

/** The members that a version adds, and to whom. */
for (const [version, before, token, added] of [
  [
    '2.3',
    '2.2',
    'admin',
    [
      'reservation_id',
      'launch_index',
      'hostname',
      'kernel_id',
      'ramdisk_id',
      'root_device_name',
      'user_data',
    ].map((name) => `OS-EXT-SRV-ATTR:${name}`),
  ],
  ['2.3', '2.2', owner, []],
  ['2.9', '2.8', owner, ['locked']],
  ['2.16', '2.15', 'admin', ['host_status']],
  ['2.16', '2.15', owner, []],
  ['2.19', '2.18', owner, ['description']],
  ['2.26', '2.25', owner, ['tags']],
  ['2.63', '2.62', owner, ['trusted_image_certificates']],
  ['2.71', '2.70', owner, ['server_groups']],
  ['2.73', '2.72', owner, ['locked_reason']],
  ['2.90', '2.89', owner, ['OS-EXT-SRV-ATTR:hostname']],
  ['2.96', '2.95', owner, ['pinned_availability_zone']],
] as const) {
  test(`${version} shows ${token} ${added.length === 0 ? 'nothing more' : added.join(', ')}`, async () => {
    const { show } = given();
    const old = new Set(Object.keys(await show(before, token)));
    const more = Object.keys(await show(version, token)).filter((name) => !old.has(name));
    assert.deepEqual(more.sort(), [...added].sort());
  });
}

test('administrators see where it is', async () => {
  const { show } = given({ number: 0x1f });
  const shown = await show('2.1');
  assert.equal(shown['OS-EXT-SRV-ATTR:host'], 'h1');
  assert.equal(shown['OS-EXT-SRV-ATTR:instance_name'], 'instance-0000001f');
  assert.equal(shown['OS-EXT-SRV-ATTR:hypervisor_hostname'], 'h1.example');
});

test('from 2.47 on it has its flavor in it', async () => {
  const extraSpecs = { b: '2', a: '1' };
  const { show } = given({ flavor: { ...someServer().flavor, id: 'f' as FlavorId, extraSpecs } });
  assert.deepEqual(Object.keys((await show('2.46', owner)).flavor), ['id', 'links']);
  assert.deepEqual((await show('2.47', owner)).flavor, {
    vcpus: 1,
    ram: 2048,
    disk: 20,
    ephemeral: 0,
    swap: 0,
    original_name: 'm1.small',
    extra_specs: extraSpecs,
  });
});

test('hostId is the SHA-224 of project and host', async () => {
  const { show } = given({
    projectId: 'aa',
    place: { ...(someServer().place as NonNullable<Server['place']>), host: 'host3' },
  });
  // As the original has it.
  assert.equal((await show('2.1')).hostId, '7016888a7dfffc73add2ae05734a2ce5c63c6b0aac0176192190c066');
  const nowhere = given({ place: null });
  assert.equal((await nowhere.show('2.1')).hostId, '');
});

test('addresses are hidden while it is built', async () => {
  const addresses = [
    { network: 'private', version: 4, address: '10.0.0.1', mac: '00:01' },
    { network: 'other', version: 6, address: '2001::1', mac: '00:02' },
    { network: 'private', version: 6, address: '2001::2', mac: '00:01' },
  ] as const;
  const shown = await given({ addresses }).show('2.1', owner);
  assert.deepEqual(Object.keys(shown.addresses), ['private', 'other']);
  assert.deepEqual(shown.addresses.private[0], {
    version: 4,
    addr: '10.0.0.1',
    'OS-EXT-IPS:type': 'fixed',
    'OS-EXT-IPS-MAC:mac_addr': '00:01',
  });
  assert.deepEqual((await given({ addresses, vmState: 'building' }).show('2.1', owner)).addresses, {});
});

for (const [vmState, taskState, status, hasProgress] of [
  ['active', null, 'ACTIVE', true],
  ['active', 'rebooting', 'REBOOT', false],
  ['active', 'rebooting_hard', 'HARD_REBOOT', false],
  ['active', 'updating_password', 'PASSWORD', false],
  ['active', 'rebuilding', 'REBUILD', true],
  ['active', 'powering-off', 'ACTIVE', true],
  ['building', 'spawning', 'BUILD', true],
  ['stopped', null, 'SHUTOFF', false],
  ['stopped', 'rebuilding', 'REBUILD', true],
  ['resized', null, 'VERIFY_RESIZE', true],
  ['paused', null, 'PAUSED', false],
  ['suspended', null, 'SUSPENDED', false],
  ['rescued', null, 'RESCUE', false],
  ['error', null, 'ERROR', false],
  ['error', 'rebuilding', 'REBUILD', true],
  ['soft-delete', null, 'SOFT_DELETED', false],
  ['shelved', null, 'SHELVED', false],
  ['shelved_offloaded', null, 'SHELVED_OFFLOADED', false],
] as const) {
  test(`what is ${vmState}${taskState === null ? '' : ` and ${taskState}`} has status ${status}`, async () => {
    const shown = await given({ vmState, taskState, progress: 7 }).show('2.1', owner);
    assert.equal(shown.status, status);
    assert.equal(shown.progress, hasProgress ? 7 : undefined);
  });
}

test('what went wrong is told of servers in error, and its details to administrators', async () => {
  const fault = { code: 500, message: 'No valid host was found. ', details: 'a traceback', at: 0 };
  const { show } = given({ vmState: 'error', fault });
  const told = { code: 500, created: '1970-01-01T00:00:00Z', message: fault.message };
  assert.deepEqual((await show('2.1', owner)).fault, told);
  assert.deepEqual((await show('2.1')).fault, { ...told, details: 'a traceback' });
  assert.equal((await given({ fault }).show('2.1')).fault, undefined);
  const ours = given({ vmState: 'error', fault: { ...fault, code: 404 } });
  assert.equal((await ours.show('2.1', owner)).fault.details, 'a traceback');
});

for (const [what, service, status] of [
  ['is up', {}, 'UP'],
  ['has fallen silent', { isUp: false }, 'UNKNOWN'],
  ['is to have no more servers', { disabled: { reason: null }, isUp: false }, 'MAINTENANCE'],
  ['counts as down', { isForcedDown: true }, 'DOWN'],
] as const) {
  test(`a host that ${what} has status ${status}`, async () => {
    const { show, detail } = given({}, service);
    assert.equal((await show('2.16')).host_status, status);
    assert.equal((await detail('2.16')).host_status, status);
  });
}

test('no host has no status, and neither has that of a deleted server', async () => {
  assert.equal((await given({ place: null }, {}).show('2.16')).host_status, '');
});

test('a server is shown in its group as long as there is one', async () => {
  const groupId = '44444444-4444-4444-8444-444444444444' as ServerGroupId;
  const thing = {
    id: groupId,
    number: 1,
    name: 'g',
    projectId: 'p',
    userId: 'u',
    policy: 'affinity',
    perHostMax: null,
    members: [],
  } as const;
  const server = { kind: 'server-set', thing: someServer({ groupId }) } as const;
  const groups = async (...[service]: [ReturnType<typeof reading>]) =>
    (await service.ask(`GET /servers/${id}`, { version: '2.71' })).body.server.server_groups;
  assert.deepEqual(await groups(reading({ kind: 'server-group-set', thing }, server)), [groupId]);
  assert.deepEqual(await groups(reading(server)), []);
  const { ask } = reading({ kind: 'server-group-set', thing }, server);
  const { body } = await ask('GET /servers/detail?all_tenants=1', { version: '2.71' });
  assert.equal(body.servers[0].server_groups, undefined);
});

test('a lock is told with its reason', async () => {
  const shown = await given({ lock: { by: 'admin', reason: 'why' } }).show('2.73', owner);
  assert.deepEqual([shown.locked, shown.locked_reason], [true, 'why']);
});

test('links have the project in them where the path has', async () => {
  const { ask } = reading({ kind: 'server-set', thing: someServer({ projectId: 'aa', userId: 'u' }) });
  const { body } = await ask(`GET /aa/servers/${id}`, { token: 'u:aa' });
  assert.deepEqual(
    body.server.links.map(({ href }: { href: string }) => href),
    [`http://h/v2.1/aa/servers/${id}`, `http://h/aa/servers/${id}`],
  );
});
