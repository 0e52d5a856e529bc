import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { hasPostgres, postgresPlace } from '@berth/ledger/testing/postgres-place.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { until } from '@berth/ledger/testing/until.ts';
import { asked } from './asked.ts';
import { servedWithServers } from './served-with-servers.ts';
import { startService } from './start-service.ts';

/** A process with both services. */
const started = (t: TestContext, ...args: readonly string[]) => startService(t, servedWithServers, args);

const asBob = { 'x-auth-token': 'bob:a1fa', 'openstack-api-version': 'compute 2.19, placement 1.39' };
const asAdmin = { ...asBob, 'x-auth-token': 'admin' };
const host = '00000000-0000-4000-8000-000000000001';

async function makeHost(url: string, vcpus: number): Promise<void> {
  const made = await asked(url, 'POST /placement/resource_providers', asAdmin, { name: 'cn1', uuid: host });
  assert.equal(made.status, 200, made.body);
  assert.equal(made.headers['location'], `${url}/placement/resource_providers/${host}`);
  const inventory = { resource_class: 'VCPU', total: vcpus };
  const stocked = await asked(
    url,
    `POST /placement/resource_providers/${host}/inventories`,
    asAdmin,
    inventory,
  );
  assert.equal(stocked.status, 201, stocked.body);
}

async function makeServer(url: string, name: string): Promise<string> {
  const made = await asked(url, 'POST /compute/v2.1/servers', asBob, { server: { name } });
  assert.equal(made.status, 202, made.body);
  const { server } = made.json as { server: { id: string } };
  assert.equal(made.headers['location'], `${url}/compute/v2.1/servers/${server.id}`);
  return server.id;
}

/** As long as a server and its claim are there together, and go together, for whoever reads. */
async function livesThrough(url: string, readers: readonly string[]): Promise<void> {
  await makeHost(url, 2);
  const id = await makeServer(url, 'web');
  await makeServer(url, 'second');
  for (const reader of readers) {
    const shown = await asked(reader, `GET /compute/v2.1/a1fa/servers/${id}`, asBob);
    assert.equal(shown.status, 200, shown.body);
    assert.equal(shown.headers['openstack-api-version'], 'compute 2.19');
    assert.equal((shown.json as { server: { name: string } }).server.name, 'web');
    const held = await asked(reader, `GET /placement/allocations/${id}`, asAdmin);
    assert.equal(held.headers['openstack-api-version'], 'placement 1.39');
    assert.deepEqual(
      (held.json as { allocations: Record<string, { resources: object }> }).allocations[host]?.resources,
      {
        VCPU: 1,
      },
    );
  }

  // The host is full: what Placement refuses leaves no server behind, and is told in the other service's words.
  const refused = await asked(url, 'POST /compute/v2.1/servers', asBob, { server: { name: 'third' } });
  assert.equal(refused.status, 409);
  assert.deepEqual(refused.json, {
    conflictingRequest: { code: 409, message: 'No valid host was found: capacity-exceeded' },
  });
  const list = await asked(url, 'GET /compute/v2.1/servers', asBob);
  const { servers } = list.json as { servers: { name: string }[] };
  assert.deepEqual(servers.map(({ name }) => name).sort(), ['second', 'web']);

  const renamed = await asked(url, `PUT /compute/v2.1/servers/${id}`, asBob, { server: { name: 'api' } });
  assert.equal(renamed.status, 200, renamed.body);
  assert.equal((await asked(url, `DELETE /compute/v2.1/servers/${id}`, asBob)).status, 204);
  for (const reader of readers) {
    assert.equal((await asked(reader, `GET /compute/v2.1/servers/${id}`, asBob)).status, 404);
    const held = await asked(reader, `GET /placement/allocations/${id}`, asAdmin);
    assert.deepEqual((held.json as { allocations: object }).allocations, {});
  }

  // One history of both: a claim and its server have become true together.
  for (const reader of readers) {
    const feed = await asked(
      reader,
      'GET /berth/v1/changes?since=0&limit=1000&noun=servers,allocations',
      asAdmin,
    );
    assert.equal(feed.status, 200, feed.body);
    const { changes } = feed.json as { changes: { kind: string; at: string; number: number }[] };
    assert.deepEqual(
      changes.map(({ kind }) => kind),
      [
        'allocations_set',
        'server_added',
        'allocations_set',
        'server_added',
        'server_renamed',
        'allocations_removed',
        'server_removed',
      ],
    );
  }
}

async function saysNoInItsOwnForm(url: string): Promise<void> {
  const forms = await Promise.all(
    ['GET /compute/v2.1/servers/none', 'GET /placement/none', 'GET /berth/none'].map(async (request) => {
      const { status, json } = await asked(url, request, asAdmin);
      return [status, Object.keys(json as object)];
    }),
  );
  assert.deepEqual(forms, [
    [404, ['itemNotFound']],
    [404, ['errors']],
    [404, ['errors']],
  ]);
  const tooNew = { ...asAdmin, 'openstack-api-version': 'compute 2.999, placement 1.999' };
  assert.equal((await asked(url, 'GET /compute/v2.1/servers', tooNew)).status, 406);
  assert.equal((await asked(url, 'GET /placement/traits', tooNew)).status, 406);
  for (const request of ['POST /compute/v2.1/servers', 'POST /placement/resource_providers']) {
    assert.equal((await asked(url, request, {}, {})).status, 401, request);
  }
}

for (const workers of [1, 2]) {
  test(`two services on one port and one ledger, with ${workers} workers, and again after a restart`, async (t) => {
    const ledger = join(temporaryDirectory(t), 'berth.db');
    const args = ['--ledger', ledger, '--workers', `${workers}`];
    const first = await started(t, ...args);
    // Each is a connection of its own, so that some come to each thread.
    await livesThrough(first.url, Array<string>(4 * workers).fill(first.url));
    for (let count = 0; count < 2 * workers; count++) await saysNoInItsOwnForm(first.url);
    await first.stop();
    const again = await started(t, ...args);
    const list = await asked(again.url, 'GET /compute/v2.1/servers', asBob);
    assert.deepEqual(
      (list.json as { servers: { name: string }[] }).servers.map(({ name }) => name),
      ['second'],
    );
  });
}

test('two services of two processes on one database: whoever is asked, both parts are one state', async (t) => {
  if (!(await hasPostgres(t))) return;
  const { url, schema } = await postgresPlace();
  const args = ['--ledger', url, '--ledger-schema', schema];
  const leader = await started(t, ...args);
  const follower = await started(t, ...args);
  // All that writes goes to the follower, which passes it on.
  await livesThrough(follower.url, [follower.url, leader.url]);
  await saysNoInItsOwnForm(follower.url);
  await leader.stop();
  await until(async () => (await follower.opened.remarks()).some((text) => text.startsWith('leader')));
  await makeServer(follower.url, 'after');
});

test('two services are called directly, without a socket', async (t) => {
  const { opened } = await started(t, '--ledger', ':memory:');
  const answer = await opened.handle({
    method: 'GET',
    target: '/compute/v2.1/servers',
    headers: { 'x-auth-token': 'bob:a1fa' },
    body: new Uint8Array(),
    origin: 'http://direct',
    remoteAddress: '',
  });
  assert.deepEqual([answer.status, answer.body], [200, '{"servers":[]}']);
});
