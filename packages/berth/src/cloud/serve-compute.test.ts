import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasPostgres, postgresPlace } from '@berth/ledger/testing/postgres-place.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { until } from '@berth/ledger/testing/until.ts';
import { asked } from '../testing/asked.ts';
import { startService } from '../testing/start-service.ts';
import { cloud } from './cloud.ts';

const admin = { 'x-auth-token': 'admin' };
const bob = { 'x-auth-token': 'bob:a1fa' };
const small = { name: 'm1.small', id: 'small', ram: 2048, vcpus: 1, disk: 20 };

/** What is made by one is there for all who read, in both services' own words. */
async function livesThrough(url: string, readers: readonly string[]): Promise<void> {
  const made = await asked(url, 'POST /compute/v2.1/flavors', admin, { flavor: small });
  assert.equal(made.status, 200, made.body);
  const { flavor } = made.json as { flavor: { id: string; links: { rel: string; href: string }[] } };
  assert.deepEqual(flavor.links, [
    { rel: 'self', href: `${url}/compute/v2.1/flavors/small` },
    { rel: 'bookmark', href: `${url}/compute/flavors/small` },
  ]);
  for (const reader of readers) {
    const shown = await asked(reader, 'GET /compute/v2.1/flavors/small', {
      ...bob,
      'openstack-api-version': 'compute 2.55',
    });
    assert.equal(shown.status, 200, shown.body);
    assert.equal(shown.headers['openstack-api-version'], 'compute 2.55');
    assert.equal((shown.json as { flavor: { description: null } }).flavor.description, null);
    const providers = await asked(reader, 'GET /resource_providers', admin);
    assert.equal(providers.status, 200, providers.body);
  }
  const again = await asked(url, 'POST /compute/v2.1/flavors', admin, { flavor: small });
  assert.deepEqual(
    [again.status, again.json],
    [409, { conflictingRequest: { code: 409, message: 'Flavor with name m1.small already exists.' } }],
  );
  const refused = await asked(url, 'POST /compute/v2.1/flavors', bob, { flavor: small });
  assert.equal(refused.status, 403);

  for (const reader of readers) {
    const feed = await asked(reader, 'GET /berth/v1/changes?since=0&limit=1000&noun=flavors,numbers', admin);
    assert.equal(feed.status, 200, feed.body);
    const { changes } = feed.json as { changes: Record<string, unknown>[] };
    assert.deepEqual(
      changes.map(({ number: _number, at: _at, ...told }) => told),
      [
        { kind: 'numbers_given', series: 'flavors', last: 1 },
        { kind: 'flavor_set', id: 'small' },
      ],
    );
  }
}

/** A client that knows nothing yet, not even a token. */
async function tellsItsVersions(url: string): Promise<void> {
  const root = await asked(url, 'GET /compute/', {});
  assert.equal(root.status, 200, root.body);
  const { versions } = root.json as { versions: { id: string; links: { href: string }[] }[] };
  assert.deepEqual(
    versions.map(({ id, links }) => [id, links[0]?.href]),
    [['v2.1', `${url}/compute/v2.1/`]],
  );
  for (const path of ['/compute/v2.1/', '/compute/v2.1']) {
    const own = await asked(url, `GET ${path}`, {});
    assert.equal(own.status, 200, own.body);
    const { version } = own.json as {
      version: { id: string; min_version: string; links: { href: string }[] };
    };
    assert.deepEqual([version.id, version.min_version], ['v2.1', '2.1']);
    assert.equal(version.links[0]?.href, `${url}/compute/v2.1/`);
  }
  const stranger = await asked(url, 'GET /compute/v2.1/flavors', {});
  assert.equal(stranger.status, 401);
  // Placement is at the root, and its document is of its own.
  const placement = await asked(url, 'GET /', {});
  assert.match(placement.body, /"max_version": ?"1\.39"/);
}

for (const workers of [1, 2]) {
  test(`compute beside Placement on one port, with ${workers} workers, and again after a restart`, async (t) => {
    const args = ['--ledger', join(temporaryDirectory(t), 'berth.db'), '--workers', `${workers}`];
    const first = await startService(t, cloud, args);
    // Each is a connection of its own, so that some come to each thread.
    await livesThrough(first.url, Array<string>(4 * workers).fill(first.url));
    for (let count = 0; count < 2 * workers; count++) await tellsItsVersions(first.url);
    await first.stop();

    const again = await startService(t, cloud, args);
    const list = await asked(again.url, 'GET /compute/v2.1/flavors', bob);
    assert.deepEqual(
      (list.json as { flavors: { id: string }[] }).flavors.map(({ id }) => id),
      ['small'],
    );
    assert.equal((await asked(again.url, 'DELETE /compute/v2.1/flavors/small', admin)).status, 202);
    for (let count = 0; count < 4 * workers; count++) {
      assert.equal((await asked(again.url, 'GET /compute/v2.1/flavors/small', bob)).status, 404);
    }
    await again.stop();
  });
}

test('compute of two processes on one database: whoever is asked, it is one state', async (t) => {
  if (!(await hasPostgres(t))) return;
  const { url, schema } = await postgresPlace();
  const args = ['--ledger', url, '--ledger-schema', schema];
  const leader = await startService(t, cloud, args);
  const follower = await startService(t, cloud, args);
  // All that writes goes to the follower, which passes it on.
  await livesThrough(follower.url, [follower.url, leader.url]);
  await tellsItsVersions(follower.url);
  await leader.stop();
  await until(async () => (await follower.opened.remarks()).some((text) => text.startsWith('leader')));
  const large = { ...small, id: 'large', name: 'm1.large' };
  const made = await asked(follower.url, 'POST /compute/v2.1/flavors', admin, { flavor: large });
  assert.equal(made.status, 200, made.body);
});

test('links are below the path at which a proxy has it', async (t) => {
  const { url } = await startService(t, cloud, ['--ledger', ':memory:', '--path-prefix', '/cloud']);
  const root = await asked(url, 'GET /cloud/compute/', {});
  assert.equal(root.status, 200, root.body);
  const { versions } = root.json as { versions: { links: { href: string }[] }[] };
  assert.equal(versions[0]?.links[0]?.href, `${url}/cloud/compute/v2.1/`);
});

test('quotas that nobody has set, and the largest page, are settings', async (t) => {
  const settings = ['--ledger', ':memory:', '--quota-instances', '3', '--quota-ram=-1', '--max-page', '1'];
  const { url } = await startService(t, cloud, settings);
  const quotas = await asked(url, 'GET /compute/v2.1/os-quota-sets/a1fa/defaults', admin);
  const { quota_set: quota } = quotas.json as { quota_set: Record<string, unknown> };
  assert.deepEqual([quota['instances'], quota['ram'], quota['cores']], [3, -1, 20]);
  for (const name of ['one', 'two']) {
    const flavor = { ...small, name, id: name };
    assert.equal((await asked(url, 'POST /compute/v2.1/flavors', admin, { flavor })).status, 200);
  }
  const page = await asked(url, 'GET /compute/v2.1/flavors?limit=10', admin);
  assert.equal((page.json as { flavors: unknown[] }).flavors.length, 1);
});
