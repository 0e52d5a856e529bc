import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '@berth/engine/apply.ts';
import { applyComputeChange } from '@berth/compute-engine/apply.ts';
import { isComputeChange } from '@berth/compute-engine/changes.ts';
import { type ComputeCommand, decideComputeCommand } from '@berth/compute-engine/decide.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import { defaultSchedulerSettings } from '@berth/compute-engine/scheduler/settings.ts';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { somePort } from '@berth/compute-engine/testing/some-port.ts';
import type { ImageFacts } from '../../images/images.ts';
import type { AskedPorts, Networks } from '../../networks/networks.ts';
import { computeInProcess } from '../../testing/compute-in-process.ts';
import { someImage } from '../../testing/some-image.ts';
import { usualServerSettings } from './usual-server-settings.ts';

const image = someImage;
const imageRef = image.id;
const unknown = '00000000-0000-4000-8000-000000000000';
const member = 'alice:aa';

async function givenCloud({
  images = [image],
  keepsDeleted = false,
  networks = null,
  world = 'cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100',
}: {
  readonly images?: readonly ImageFacts[];
  readonly keepsDeleted?: boolean;
  readonly networks?: Networks | null;
  readonly world?: string;
} = {}) {
  const servers = { ...usualServerSettings, keepsDeleted };
  const compute = computeInProcess({
    settings: { servers },
    networks,
    images: { find: async (id) => images.find((each) => each.id === id) ?? null },
  });
  const { ask, cloud } = compute;
  const hosts = new ServerCloud(world);
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  const flavor = { id: '1', name: 'small', ram: 512, vcpus: 1, disk: 1 };
  await ask('POST /flavors', { body: { flavor } });
  const decide = (command: ComputeCommand) => {
    for (const change of decideComputeCommand(cloud, command)) {
      if (isComputeChange(change)) applyComputeChange(cloud.compute, change);
      else apply(cloud.placement, change);
    }
  };
  const settle = () => {
    for (let [order] = cloud.compute.orders.values(); order; [order] = cloud.compute.orders.values()) {
      const { id, host } = order;
      const settings = { buildAttemptsMax: 3, scheduling: defaultSchedulerSettings };
      const newOrderId = 'unused' as OrderId;
      decide({ kind: 'report-order', id, host, outcome: { kind: 'done' }, newOrderId, settings, now: 1 });
    }
  };
  const create = (server: object = {}, more: object = {}) =>
    ask('POST /servers', {
      token: member,
      body: { server: { name: 'web', flavorRef: '1', imageRef, networks: 'auto', ...server }, ...more },
    });
  const act = (id: string, action: object, token = member) =>
    ask(`POST /servers/${id}/action`, { token, body: action });
  const running = async (): Promise<string> => {
    const { body } = await create();
    settle();
    return body.server.id;
  };
  return { ask, cloud, create, act, settle, running, line: compute.line };
}

test('a server is made, with a password that is told once, and runs when its host has built it', async () => {
  const { ask, create, settle, cloud } = await givenCloud();
  const { status, body } = await create({ adminPass: 'secret' });
  assert.equal(status, 202);
  const { id } = body.server;
  assert.deepEqual(Object.keys(body.server), [
    'id',
    'links',
    'OS-DCF:diskConfig',
    'security_groups',
    'adminPass',
  ]);
  assert.ok(!JSON.stringify([...cloud.compute.servers.values()]).includes('secret'));
  const status_ = async () => (await ask(`GET /servers/${id}`, { token: member })).body.server.status;
  assert.equal(await status_(), 'BUILD');
  settle();
  assert.equal(await status_(), 'ACTIVE');
});

test('a password that nobody has chosen is made of characters that are told apart', async () => {
  const { create } = await givenCloud();
  const { body } = await create();
  assert.match(body.server.adminPass, /^[2-9A-HJ-NP-Za-km-z]{12}$/);
});

test('a password is there for the host that builds, rebuilds or rescues, and in no order', async () => {
  const { create, act, settle, cloud, line } = await givenCloud();
  const told: (readonly [password: unknown, work: unknown])[] = [];
  const note = () => {
    const [order] = cloud.compute.orders.values();
    assert.ok(order);
    const { kind, ...work } = order.work;
    told.push([line.secrets.of(order), [kind, 'hasAskedPassword' in work]]);
    assert.ok(!JSON.stringify(order).includes('secret'));
    settle();
  };
  const { body } = await create({ adminPass: 'secret1' });
  const { id } = body.server;
  note();
  await act(id, { rebuild: { imageRef, adminPass: 'secret2' } });
  note();
  await act(id, { rescue: { adminPass: 'secret3' } });
  note();
  const made = await create();
  note();
  assert.deepEqual(told, [
    ['secret1', ['build', true]],
    ['secret2', ['rebuild', true]],
    ['secret3', ['rescue', true]],
    [made.body.server.adminPass, ['build', false]],
  ]);
});

test('a group that is not there is told before what is wrong with devices', async () => {
  const { create } = await givenCloud();
  const devices = { block_device_mapping_v2: [{ source_type: 'blank', destination_type: 'local' }] };
  const { message } = await create(devices, { 'os:scheduler_hints': { group: unknown } });
  assert.equal(message, `Instance group ${unknown} could not be found.`);
});

test('who is in no project and no administrator may not look for a server to start it', async () => {
  const { act, running } = await givenCloud();
  const { status, message } = await act(await running(), { 'os-start': null }, 'sam::reader');
  assert.deepEqual([status, message], [403, 'Forbidden']);
});

test('a server that cannot be rescued now is told so before its image is looked for', async () => {
  const { act, running, settle } = await givenCloud();
  const id = await running();
  await act(id, { rescue: null });
  settle();
  const { status, message } = await act(id, { rescue: { rescue_image_ref: unknown } });
  assert.deepEqual(
    [status, message],
    [409, `Cannot 'rescue' instance ${id} while it is in vm_state rescued`],
  );
});

test('what is wrong with a request is told in the order of the original', async () => {
  const { create } = await givenCloud();
  const all: readonly (readonly [object, string])[] = [
    [{ min_count: 2, max_count: 1 }, 'min_count must be <= max_count'],
    [{ availability_zone: 'a:b:c:d' }, 'Invalid input received: Unable to parse availability_zone'],
    [{ host: 'cn1' }, "Policy doesn't allow compute:servers:create:requested_destination to be performed."],
    [
      { block_device_mapping: [{}], block_device_mapping_v2: [{}] },
      'Using different block_device_mapping syntaxes is not allowed in the same request.',
    ],
    [{ networks: [{}] }, "Bad network format: missing 'uuid'"],
    [{ flavorRef: 'nope' }, 'Flavor nope could not be found.'],
    [{ hostname: 'one', max_count: 2 }, 'Unable to allocate a single hostname to multiple instances'],
    [{ availability_zone: 'nope' }, 'The requested availability zone is not available'],
    [{ imageRef: unknown }, 'Can not find requested image'],
    [{ networks: [{ uuid: unknown }] }, `Network ${unknown} could not be found.`],
    [{ key_name: 'nope' }, 'Invalid key_name provided.'],
  ];
  for (const [first, [fields, message]] of all.entries()) {
    // All that come later are wrong as well; where two are about one thing, the earlier one counts.
    const later = all.slice(first).reverse();
    const request = Object.assign({}, ...later.map(([each]) => each), fields);
    assert.equal((await create(request)).message, message);
  }
});

test('an image is looked at together with the flavor, and forbidden is not the same as wrong', async () => {
  const small = { ...image, id: unknown, minMemoryMb: 1024 };
  const { ask, create } = await givenCloud({ images: [image, small] });
  const tooSmall = await create({ imageRef: unknown });
  assert.deepEqual(
    [tooSmall.status, tooSmall.message],
    [400, "Flavor's memory is too small for requested image."],
  );
  await ask('POST /flavors', { body: { flavor: { id: 'zero', name: 'zero', ram: 1, vcpus: 1, disk: 0 } } });
  const withoutDisk = await create({ flavorRef: 'zero' });
  assert.deepEqual(
    [withoutDisk.status, withoutDisk.message],
    [403, 'Only volume-backed servers are allowed for flavors with zero disk.'],
  );
});

test('there are no volumes: whatever is not the disk of the image is refused', async () => {
  const { create } = await givenCloud();
  const local = { source_type: 'image', destination_type: 'local', uuid: imageRef, boot_index: 0 };
  const volume = { source_type: 'volume', destination_type: 'volume', uuid: unknown, boot_index: 0 };
  assert.equal((await create({ block_device_mapping_v2: [local] })).status, 202);
  assert.equal(
    (await create({ block_device_mapping_v2: [volume] })).message,
    `Block Device Mapping is Invalid: failed to get volume ${unknown}.`,
  );
});

test('too many servers for the limits of a project are refused, with all that there is too little of', async () => {
  const { ask, create } = await givenCloud();
  await ask('POST /flavors', {
    body: { flavor: { id: 'big', name: 'big', ram: 60_000, vcpus: 21, disk: 1 } },
  });
  const { status, message } = await create({ flavorRef: 'big' });
  assert.deepEqual(
    [status, message],
    [
      403,
      'Quota exceeded for cores, ram: Requested 21, 60000, but already used 0, 0 of 20, 51200 cores, ram',
    ],
  );
});

test('the body of a request is that of its version', async () => {
  const { ask } = await givenCloud();
  const server = { name: 'web', flavorRef: '1', imageRef };
  const at = async (version: string, fields: object) =>
    (await ask('POST /servers', { version, token: member, body: { server: { ...server, ...fields } } }))
      .status;
  assert.deepEqual([await at('2.36', {}), await at('2.37', {})], [202, 400]);
  assert.deepEqual(
    [await at('2.18', { description: 'x' }), await at('2.19', { description: 'x' })],
    [400, 202],
  );
  const auto = { networks: 'auto' };
  assert.deepEqual(
    [await at('2.51', { ...auto, tags: [] }), await at('2.52', { ...auto, tags: [] })],
    [400, 202],
  );
  const files = { ...auto, personality: [] };
  assert.deepEqual([await at('2.56', files), await at('2.57', files)], [202, 400]);
  const hostname = { ...auto, hostname: 'a.b' };
  assert.deepEqual([await at('2.93', hostname), await at('2.94', hostname)], [400, 202]);
});

test('what a rebuild is sent to start with is a text in base64, or nothing', async () => {
  const { act, running } = await givenCloud();
  const id = await running();
  const { message } = await act(id, { rebuild: { imageRef, user_data: 'YQ' } });
  assert.match(message ?? '', /user_data.*'YQ' is not valid under any of the given schemas/);
  assert.equal((await act(id, { rebuild: { imageRef, user_data: null } })).status, 202);
});

test('reservations are told where they are asked for, even with a word that means no', async () => {
  const { create } = await givenCloud();
  for (const return_reservation_id of [true, 'false']) {
    assert.match((await create({ return_reservation_id })).body.reservation_id, /^r-[a-z0-9]{8}$/);
  }
  assert.ok((await create({ return_reservation_id: false })).body.server);
});

test('an action is accepted, and refused in a state that does not allow it', async () => {
  const { act, running, settle } = await givenCloud();
  const id = await running();
  assert.equal((await act(id, { 'os-stop': null })).status, 202);
  const busy = await act(id, { 'os-stop': null });
  assert.deepEqual(
    [busy.status, busy.message],
    [409, `Cannot 'stop' instance ${id} while it is in task_state powering-off`],
  );
  settle();
  const stopped = await act(id, { pause: null });
  assert.equal(stopped.message, `Cannot 'pause' instance ${id} while it is in vm_state stopped`);
  assert.equal((await act(unknown, { pause: null })).message, `Instance ${unknown} could not be found.`);
  assert.equal(
    (await act(unknown, { 'os-stop': null })).message,
    `Instance ${unknown} has no mapping to a cell.`,
  );
});

test('a lock of an administrator is not taken away by others', async () => {
  const { act, running } = await givenCloud();
  const id = await running();
  await act(id, { lock: { locked_reason: 'because' } }, 'admin');
  assert.equal((await act(id, { 'os-stop': null })).message, `Instance ${id} is locked`);
  const refused = await act(id, { unlock: null });
  assert.equal(
    refused.message,
    "Policy doesn't allow os_compute_api:os-lock-server:unlock:unlock_override to be performed.",
  );
  assert.equal((await act(id, { unlock: null }, 'admin')).status, 202);
});

test('PUT and a rebuild answer with the server, up to 2.74 with less of it', async () => {
  const { ask, running, act } = await givenCloud();
  const id = await running();
  const put = async (version: string) => {
    const body = { server: { name: 'db' } };
    return Object.keys((await ask(`PUT /servers/${id}`, { version, token: member, body })).body.server);
  };
  assert.ok(!(await put('2.74')).includes('OS-EXT-STS:vm_state'));
  assert.ok((await put('2.75')).includes('OS-EXT-STS:vm_state'));
  const { body } = await act(id, { rebuild: { imageRef, adminPass: 'x', user_data: 'YQ==' } }, 'admin');
  assert.deepEqual(
    [body.server.status, body.server.adminPass, body.server.user_data],
    ['REBUILD', 'x', 'YQ=='],
  );
  assert.ok('OS-EXT-SRV-ATTR:hostname' in body.server);
  assert.ok(!('OS-EXT-SRV-ATTR:user_data' in body.server), 'it is there under its other name');
});

test('metadata and tags of a server', async () => {
  const { ask, running } = await givenCloud();
  const id = await running();
  const write = async (request: string, body?: object) => {
    const { status, body: said, message } = await ask(request, { token: member, ...(body ? { body } : {}) });
    return message ?? said ?? status;
  };
  const path = `/servers/${id}`;
  assert.deepEqual(await write(`POST ${path}/metadata`, { metadata: { a: '1' } }), { metadata: { a: '1' } });
  assert.deepEqual(await write(`PUT ${path}/metadata/b`, { meta: { b: '2' } }), { meta: { b: '2' } });
  assert.equal(await write(`PUT ${path}/metadata/b`, { meta: { c: '2' } }), 'Request body and URI mismatch');
  assert.deepEqual(await write(`PUT ${path}/metadata`, { metadata: { c: '3' } }), { metadata: { c: '3' } });
  assert.equal(await write(`DELETE ${path}/metadata/a`), 'Metadata item was not found');
  assert.equal(await write(`DELETE ${path}/metadata/c`), 204);
  assert.deepEqual(await write(`PUT ${path}/tags`, { tags: ['b', 'a', 'b'] }), { tags: ['a', 'b'] });
  assert.equal(await write(`PUT ${path}/tags/c`), 201);
  assert.equal(await write(`PUT ${path}/tags/c`), 204);
  assert.equal(await write(`DELETE ${path}/tags/d`), `Instance ${id} has no tag 'd'`);
  assert.equal(await write(`DELETE ${path}/tags`), 204);
});

test('a deleted server is gone when its host has taken it away; or it can be restored', async () => {
  const { ask, running, settle } = await givenCloud();
  const id = await running();
  const shown = async () => (await ask(`GET /servers/${id}`, { token: member })).status;
  assert.equal((await ask(`DELETE /servers/${id}`, { token: member })).status, 204);
  assert.equal(await shown(), 200);
  settle();
  assert.equal(await shown(), 404);

  const kept = await givenCloud({ keepsDeleted: true });
  const other = await kept.running();
  await kept.ask(`DELETE /servers/${other}`, { token: member });
  kept.settle();
  const status = async () => (await kept.ask(`GET /servers/${other}`)).body.server.status;
  assert.equal(await status(), 'SOFT_DELETED');
  assert.equal((await kept.act(other, { restore: null })).status, 202);
  kept.settle();
  assert.equal(await status(), 'ACTIVE');
  assert.equal((await kept.act(other, { forceDelete: null })).status, 202);
});

test('an image of a server can be made only where there is a service that takes it', async () => {
  const { act, running } = await givenCloud();
  const id = await running();
  const refused = await act(id, { createImage: { name: 'i' } });
  assert.deepEqual(
    [refused.status, refused.message],
    [400, 'There is no image service that an image could be made in.'],
  );
});

test('with a network service, servers have the ports that it finds for them, as many as there may be', async () => {
  const asked: AskedPorts[] = [];
  const found = { most: 2 };
  const { create, cloud } = await givenCloud({
    networks: {
      lookUp: async (each) => {
        asked.push(each);
        return { ports: each.networks === 'none' ? [] : [somePort()], most: found.most };
      },
      securityGroups: async (names) => names.map((name) => ({ id: `id of ${name}`, name })),
    },
  });
  const uuid = '33333333-3333-4333-8333-333333333333';
  const networks = [{ uuid: uuid.toUpperCase(), fixed_ip: 'FD00:0::1', tag: 'front' }];
  const made = await create({ networks, security_groups: [{ name: 'web' }] });
  assert.equal(made.status, 202);
  const port = { portId: null, networkId: uuid, address: 'fd00::1', tag: 'front' };
  assert.deepEqual([asked[0]?.networks, asked[0]?.most], [[port], 1]);
  assert.deepEqual(asked[0]?.securityGroups, [{ id: 'id of web', name: 'web' }]);
  assert.deepEqual(
    [asked[0]?.by.token, asked[0]?.by.projectId, asked[0]?.by.mayAttachExternal],
    [member, member.split(':')[1], false],
  );
  const server = cloud.compute.servers.get(made.body.server.id);
  assert.deepEqual([server?.ports, server?.addresses], [[somePort()], []]);
  assert.equal(cloud.compute.orders.ofServer(made.body.server.id)[0]?.work.kind, 'attach-ports');

  const before = cloud.compute.servers.size;
  assert.equal((await create({ networks: 'auto', min_count: 1, max_count: 5 })).status, 202);
  assert.equal(cloud.compute.servers.size, before + 2);
  const tooMany = await create({ networks: 'auto', min_count: 3, max_count: 5 });
  assert.deepEqual([tooMany.status, tooMany.message], [403, 'Maximum number of ports exceeded']);
});

test('a port cannot be given twice', async () => {
  const { create } = await givenCloud();
  const port = '44444444-4444-4444-8444-444444444444';
  const { status, message } = await create({ networks: [{ port }, { port }] });
  assert.deepEqual(
    [status, message],
    [400, `Port ID '${port}' was specified twice: you cannot attach a port multiple times.`],
  );
});

test('what is sent with a server, and kept with each, has a bound', async () => {
  const { create, act, running, cloud } = await givenCloud();
  const long = 'x'.repeat(100_000);
  for (const [server, more, status] of [
    [{}, { 'os:scheduler_hints': { mine: long } }, 400],
    [{}, { 'os:scheduler_hints': { different_host: Array.from({ length: 1_000 }, () => unknown) } }, 400],
    [{ adminPass: long }, {}, 400],
    [{ trusted_image_certificates: [long] }, {}, 400],
    [{ networks: Array.from({ length: 101 }, () => ({ uuid: usualServerSettings.network.id })) }, {}, 403],
  ] as const) {
    assert.equal((await create(server, more)).status, status, JSON.stringify([server, more]).slice(0, 100));
  }
  assert.equal(cloud.compute.servers.size, 0);
  const id = await running();
  assert.equal((await act(id, { changePassword: { adminPass: long } })).status, 400);
  assert.equal((await act(id, { rescue: { adminPass: long } })).status, 400);
});

test('a hundred addresses for each of several servers are given without looking at those given before', async () => {
  const { create, cloud } = await givenCloud();
  const networks = Array.from({ length: 100 }, () => ({ uuid: usualServerSettings.network.id }));
  assert.equal((await create({ networks, max_count: 8 })).status, 202);
  const given = [...cloud.compute.servers.values()].flatMap(({ addresses }) => addresses);
  assert.equal(new Set(given.map(({ address }) => address)).size, 800);
  const { status, message } = await create({ networks, min_count: 11 });
  assert.deepEqual(
    [status, message],
    [403, 'Maximum number of ports exceeded'],
    'nor are there too many at once',
  );
});

test('of an image as much is kept with a server as the original keeps', async () => {
  const properties = { description: `${'x'.repeat(254)}😀${'x'.repeat(60_000)}`, hw_rng_model: 'virtio' };
  const { running, cloud } = await givenCloud({ images: [{ ...image, properties }] });
  await running();
  const [server] = cloud.compute.servers.values();
  assert.deepEqual(server?.image?.properties, { description: 'x'.repeat(254), hw_rng_model: 'virtio' });
});

test('key pairs, groups and words about a server have an end where quotas have none', async () => {
  const { ask, running } = await givenCloud();
  const unlimited = { metadata_items: -1, server_group_members: -1, key_pairs: -1, server_groups: -1 };
  await ask('PUT /os-quota-sets/aa', { body: { quota_set: unlimited } });
  const id = await running();
  const words = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`key ${from + index}`, 'x']));
  const add = (metadata: object) =>
    ask(`POST /servers/${id}/metadata`, { token: member, body: { metadata } });
  assert.equal((await add(words(0, 1_000))).status, 200);
  assert.equal((await add(words(999, 1_000))).status, 200);
  const { status, message } = await add(words(1_000, 1_001));
  assert.deepEqual([status, message], [403, 'Maximum number of metadata items exceeds 1000']);
});

const twoHosts = 'cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100\ncn2 VCPU:8 MEMORY_MB:4096 DISK_GB:100';

test('a server is resized, which its owner confirms or takes back', async () => {
  const { ask, act, settle, running } = await givenCloud({ world: twoHosts });
  await ask('POST /flavors', { body: { flavor: { id: '2', name: 'large', ram: 1024, vcpus: 2, disk: 2 } } });
  const id = await running();
  const look = async () => {
    const { server } = (await ask(`GET /servers/${id}`)).body;
    return [server.status, server['OS-EXT-SRV-ATTR:host'], server.flavor.original_name].join(' ');
  };
  assert.equal((await act(id, { resize: { flavorRef: '2' } })).status, 202);
  assert.equal(await look(), 'RESIZE cn1 small');
  settle();
  assert.equal(await look(), 'VERIFY_RESIZE cn2 large');
  assert.equal((await act(id, { revertResize: null })).status, 202);
  assert.equal(await look(), 'REVERT_RESIZE cn2 large');
  settle();
  assert.equal(await look(), 'ACTIVE cn1 small');
  await act(id, { migrate: null }, 'admin');
  settle();
  assert.equal((await act(id, { confirmResize: null })).status, 204);
  settle();
  assert.equal(await look(), 'ACTIVE cn2 small');
  const { migrations } = (await ask('GET /os-migrations')).body;
  const told = migrations.map(
    (each: Record<string, unknown>) => `${String(each['migration_type'])} ${String(each['status'])}`,
  );
  assert.deepEqual(told, ['migration confirmed', 'resize reverted']);
});

test('what is wrong with a resize is told in the order of the original: state, flavor, limits, image', async () => {
  const { ask, act, running } = await givenCloud({ world: twoHosts });
  const flavors = [
    { id: 'diskless', name: 'diskless', ram: 1, vcpus: 1, disk: 0 },
    { id: 'many', name: 'many', ram: 1, vcpus: 99, disk: 1 },
    { id: 'thin', name: 'thin', ram: 512, vcpus: 1, disk: 1 },
  ];
  for (const flavor of flavors) await ask('POST /flavors', { body: { flavor } });
  const id = await running();
  const said = async (flavorRef: unknown) => {
    const { status, message } = await act(id, { resize: { flavorRef } });
    return `${status} ${message}`;
  };
  assert.equal(await said('nope'), '400 Flavor nope could not be found.');
  assert.match(
    await said('diskless'),
    /^400 Server disk was unable to be resized because: Resize to zero disk/,
  );
  assert.equal(await said('1'), '400 When resizing, instances must change flavor!');
  assert.match(
    await said('many'),
    /^403 Quota exceeded for cores: Requested 98, but already used 1 of 20 cores$/,
  );
  assert.match((await act(id, { migrate: null })).message ?? '', /^Policy doesn't allow .*:migrate to be/);
  assert.equal(
    (await act(id, { migrate: { host: 'cn1' } }, 'admin')).message,
    'Cannot migrate to the host where the server exists.',
  );
  assert.equal(
    (await act(id, { migrate: { host: 'nohost' } }, 'admin')).message,
    'Compute host nohost could not be found.',
  );
  assert.match(
    (await act(id, { confirmResize: null })).message ?? '',
    /^Cannot 'confirmResize' instance .* vm_state active$/,
  );
  assert.equal(await said('thin'), '202 undefined');
  assert.match(await said('nope'), /^409 Cannot 'resize' instance .* while it is in task_state resize_prep$/);
});
