import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import type { Outcome } from '@berth/compute-engine/orders/outcome.ts';
import { defaultSchedulerSettings } from '@berth/compute-engine/scheduler/settings.ts';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { computeInProcess } from '../../testing/compute-in-process.ts';
import { someImage } from '../../testing/some-image.ts';

const host = 'VCPU:8 MEMORY_MB:8192 DISK_GB:100';
const begun = { kind: 'begun' } as const;
const done = { kind: 'done' } as const;
const broken = { kind: 'failed', message: 'it broke', details: '' } as const;

/** A server that runs on cn1, and another host. */
async function given({
  world = `cn1 ${host}\ncn2 VCPU:8 MEMORY_MB:4096 DISK_GB:100`,
  patienceMs = 60_000,
} = {}) {
  const { ask, cloud, commit } = computeInProcess({
    images: { find: async (id) => (id === someImage.id ? someImage : null) },
    patienceMs,
  });
  const hosts = new ServerCloud(world);
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  await ask('POST /flavors', { body: { flavor: { id: '1', name: 'small', ram: 512, vcpus: 1, disk: 1 } } });
  const server = { name: 'web', flavorRef: '1', imageRef: someImage.id, networks: 'none' };
  const { body } = await ask('POST /servers', { body: { server } });
  hosts.settle();
  const id = body.server.id as string;
  let orders = 0;
  /** Says of the first order what became of it, and tells those who wait. */
  const report = async (outcome: Outcome) => {
    const [order] = hosts.compute.orders.values();
    assert.ok(order);
    const settings = { buildAttemptsMax: 3, scheduling: defaultSchedulerSettings };
    const newOrderId = `reported ${++orders}` as OrderId;
    const { id: orderId, host: at } = order;
    await commit(
      { kind: 'report-order', id: orderId, host: at, outcome, newOrderId, settings, now: 1 },
      () => {},
    );
    return order.work.kind;
  };
  const upTo = async (kind: string) => {
    for (;;) {
      const [order] = hosts.compute.orders.values();
      if (order?.work.kind === kind) return;
      await report(begun);
      await report(done);
    }
  };
  const live = (body_: object, version = 'latest') =>
    ask(`POST /servers/${id}/action`, { version, body: { 'os-migrateLive': body_ } });
  const look = async () => {
    const { server: shown } = (await ask(`GET /servers/${id}`)).body;
    return `${shown.status} ${shown['OS-EXT-SRV-ATTR:host']}`;
  };
  return { id, ask, hosts, report, upTo, live, look };
}

const anywhere = { host: null, block_migration: 'auto' };

test('a server is moved while it runs, and that is shown while it goes on', async () => {
  const { id, ask, hosts, report, upTo, live, look } = await given();
  assert.equal((await live(anywhere)).status, 202);
  assert.equal(await look(), 'MIGRATING cn1');
  const path = `/servers/${id}/migrations`;
  assert.deepEqual((await ask(`GET ${path}`)).body, { migrations: [] });
  await upTo('live-move');
  await report(begun);
  const memory = { total: 512, processed: 128, remaining: 384 };
  await report({ kind: 'progress', memory, disk: { total: 9, processed: 8, remaining: 1 } });
  const shown = {
    created_at: '2026-01-02T03:04:05.678000',
    dest_compute: 'cn2',
    dest_host: null,
    dest_node: 'cn2',
    disk_processed_bytes: 8,
    disk_remaining_bytes: 1,
    disk_total_bytes: 9,
    id: 1,
    memory_processed_bytes: 128,
    memory_remaining_bytes: 384,
    memory_total_bytes: 512,
    server_uuid: id,
    source_compute: 'cn1',
    source_node: 'cn1',
    status: 'running',
    updated_at: '1970-01-01T00:00:00.001000',
  };
  assert.deepEqual((await ask(`GET ${path}`, { version: '2.58' })).body, { migrations: [shown] });
  const { body } = await ask(`GET ${path}/1`);
  const [migration] = hosts.compute.migrations.values();
  assert.deepEqual(body, {
    migration: { ...shown, uuid: migration?.id, user_id: 'admin', project_id: 'admin' },
  });
  assert.ok(!('user_id' in (await ask(`GET ${path}/1`, { version: '2.79' })).body.migration));
  const [listed] = (await ask('GET /os-migrations')).body.migrations;
  assert.deepEqual([listed.status, listed.dest_host, listed.links.length], ['running', null, 2]);
  hosts.settle();
  assert.equal(await look(), 'ACTIVE cn2');
  assert.equal((await ask(`GET ${path}/1`)).message, `Live migration 1 for server ${id} is not in progress.`);
});

test('up to 2.33 who asks waits until it is known that the server can go, and is told what is against it', async () => {
  const { id, report, live, look } = await given();
  const asked = live({ host: null, block_migration: false }, '2.33');
  while ((await look()) !== 'MIGRATING cn1');
  assert.equal(await report(done), 'check-live-move');
  assert.equal((await asked).status, 202);
  const same = { host: 'cn1', block_migration: false, disk_over_commit: false };
  const other = await given();
  assert.equal(
    (await other.live(same, '2.24')).message,
    `Unable to migrate instance (${other.id}) to current host (cn1).`,
  );
  assert.equal(
    (await other.live({ ...anywhere, host: 'cn1' }, '2.30')).message,
    'No valid host was found. There are not enough hosts available.',
  );
  const refused = other.live({ ...anywhere, host: 'cn2', force: true }, '2.30');
  while ((await other.look()) !== 'MIGRATING cn1');
  await other.report(broken);
  const { status, message } = await refused;
  assert.deepEqual([status, message], [400, 'Migration pre-check error: it broke']);
  assert.equal(await other.look(), 'ACTIVE cn1');
  assert.notEqual(id, other.id);
});

test('who waits for a host that says nothing is told so after a while', async () => {
  const { live } = await given({ patienceMs: 10 });
  assert.equal((await live(anywhere, '2.25')).status, 503);
});

test('what is asked for has the form of its version', async () => {
  const { live } = await given({ world: `cn1 ${host}` });
  const said = async (body: object, version: string) => {
    const { status, message } = await live(body, version);
    return `${status} ${message}`;
  };
  const none = 'No valid host was found. There are not enough hosts available.';
  assert.match(
    await said({ host: null, block_migration: true }, '2.24'),
    /'disk_over_commit' is a required property/,
  );
  assert.match(await said(anywhere, '2.24'), /'disk_over_commit' is a required|'auto' is not one of/);
  assert.equal(
    await said({ host: null, block_migration: 'no', disk_over_commit: 'on' }, '2.24'),
    `400 ${none}`,
  );
  assert.equal(await said(anywhere, '2.25'), `400 ${none}`);
  assert.match(
    await said({ ...anywhere, disk_over_commit: true }, '2.25'),
    /'disk_over_commit' was unexpected/,
  );
  assert.match(await said({ ...anywhere, force: true }, '2.29'), /'force' was unexpected/);
  assert.equal(
    await said({ ...anywhere, force: true }, '2.30'),
    "400 Can't force to a non-provided destination",
  );
  assert.match(await said({ ...anywhere, force: false }, '2.68'), /'force' was unexpected/);
  assert.equal(
    await said({ ...anywhere, host: 'nohost' }, '2.96'),
    '400 Compute host nohost could not be found.',
  );
  assert.equal(await said(anywhere, '2.34'), '202 undefined');
});

test('a live migration is aborted from 2.24 on while it runs, and from 2.65 on before', async () => {
  const { id, ask, report, upTo, live, look, hosts } = await given();
  const abort = (version: string, number = 1) =>
    ask(`DELETE /servers/${id}/migrations/${number}`, { version });
  assert.equal(
    (await abort('2.24')).message,
    `Instance ${id} is in an invalid state for 'abort live migration'`,
  );
  await live(anywhere);
  await upTo('prepare-live-move');
  assert.equal((await abort('2.23')).status, 404);
  assert.equal(
    (await abort('2.64')).message,
    `Migration 1 state of instance ${id} is queued. Cannot abort live migration while the migration is in this state.`,
  );
  assert.deepEqual([(await abort('2.65')).status, await look()], [202, 'ACTIVE cn1']);
  await live(anywhere);
  await upTo('live-move');
  await report(begun);
  const unknown = await abort('2.96', 9);
  assert.deepEqual([unknown.status, unknown.message], [404, `Migration 9 not found for instance ${id}`]);
  assert.equal((await abort('2.24', 2)).status, 202);
  await report(broken);
  hosts.settle();
  assert.equal(await look(), 'ACTIVE cn1');
  const { migrations } = (await ask('GET /os-migrations')).body;
  assert.deepEqual(
    migrations.map(({ status }: { status: string }) => status),
    ['cancelled', 'cancelled'],
  );
});

test('a live migration is forced to its end from 2.22 on, while it runs', async () => {
  const { id, ask, report, upTo, live, hosts } = await given();
  const force = async (version = '2.22', number = 1, sent: unknown = null) => {
    const path = `POST /servers/${id}/migrations/${number}/action`;
    const { status, message } = await ask(path, { version, body: { force_complete: sent } });
    return `${status} ${message}`;
  };
  assert.equal(await force(), `409 Instance ${id} is in an invalid state for 'force_complete'`);
  await live(anywhere);
  await upTo('live-move');
  assert.match(await force(), /^400 Migration 1 state of instance .* is preparing\. Cannot force complete/);
  await report(begun);
  assert.match(await force('2.21'), /^404/);
  assert.match(await force('2.22', 1, {}), /^400 .*is not of type 'null'/);
  assert.equal(await force('2.22', 9), `400 Migration 9 not found for instance ${id}`);
  assert.equal(await force(), '202 undefined');
  assert.deepEqual(
    hosts.ordersOf(id).map(({ work }) => work.kind),
    ['live-move', 'complete-live-move'],
  );
});

test('it is for administrators, and for managers without saying to where', async () => {
  const { id, ask } = await given();
  const said = async (token: string, asked: object) => {
    const { status, message } = await ask(`POST /servers/${id}/action`, {
      token,
      body: { 'os-migrateLive': asked },
    });
    return `${status} ${message}`;
  };
  const rule = 'os_compute_api:os-migrate-server:migrate_live';
  assert.equal(await said('u:admin', anywhere), `403 Policy doesn't allow ${rule} to be performed.`);
  const named = { ...anywhere, host: 'cn2' };
  assert.equal(
    await said('u:admin:manager', named),
    `403 Policy doesn't allow ${rule}:host to be performed.`,
  );
  assert.equal(await said('u:admin:manager', anywhere), '202 undefined');
});
