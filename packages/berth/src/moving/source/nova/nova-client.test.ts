import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedToken } from '@berth/client/token-source.ts';
import { SourceFailure } from '../source-reader.ts';
import { inWholeList, ListMoved, NovaClient } from './nova-client.ts';

const below = { version: { id: 'v2.1', version: '2.93', min_version: '2.1' } };

/** A client of a server that tells its versions and then gives these answers; what was asked, path and version. */
async function clientOf(
  answers: readonly Response[],
  url = 'http://nova.test/v2.1',
  versions: unknown = below,
) {
  const asked: string[] = [];
  const waiting = [Response.json(versions), ...answers];
  const client = await NovaClient.connect({
    url,
    tokens: fixedToken('t'),
    attempts: 1,
    listMaxBytes: 1000,
    thingMaxBytes: 500,
    fetch: async (address, init) => {
      asked.push(`${address} ${new Headers(init.headers).get('openstack-api-version')}`);
      return waiting.shift() ?? Response.error();
    },
  });
  return { client, asked };
}

const newestAt = async (version: string) =>
  (await clientOf([], 'http://nova.test/v2.1', { version: { version } })).client.version;

test('it asks at the newest version that both know, which must not be too old', async () => {
  assert.equal(await newestAt('2.93'), '2.93');
  assert.equal(await newestAt('2.104'), '2.96');
  await assert.rejects(newestAt('2.60'), { message: /knows microversions up to 2\.60, and it takes 2\.64/ });
  await assert.rejects(newestAt('1.39'), { message: /does not tell its versions: is this a Nova\?$/ });
  await assert.rejects(clientOf([], 'http://nova.test', ['x']), { message: /does not tell its versions/ });
});

test('the address may be that of all versions, of one, or of a project there', async () => {
  const all = {
    versions: [
      { id: 'v2.0', version: '' },
      { id: 'v2.1', version: '2.93' },
    ],
  };
  for (const [url, versions, first, second] of [
    ['http://nova.test/', all, 'http://nova.test/', 'http://nova.test/v2.1/flavors'],
    ['http://nova.test/v2.1', below, 'http://nova.test/v2.1/', 'http://nova.test/v2.1/flavors'],
    ['http://nova.test/v2.1/ab', below, 'http://nova.test/v2.1/', 'http://nova.test/v2.1/ab/flavors'],
  ] as const) {
    const { client, asked } = await clientOf([Response.json({ flavors: [] })], url, versions);
    await client.get('/flavors');
    assert.deepEqual(asked, [`${first} compute 2.1`, `${second} compute 2.93`]);
  }
});

test('a list is read page by page, as long as there is said to be more', async () => {
  const { client, asked } = await clientOf([
    Response.json({ servers: [{ id: 'a' }, { id: 'b' }], servers_links: [{}] }),
    Response.json({ servers: [{ id: 'c' }] }),
  ]);
  const pages = await Array.fromAsync(
    client.pages('/servers?x=1', 'servers', ({ id }) => String(id), '2.46'),
  );
  assert.deepEqual(pages, [[{ id: 'a' }, { id: 'b' }], [{ id: 'c' }]]);
  assert.deepEqual(asked.slice(1), [
    'http://nova.test/v2.1/servers?x=1&limit=1000 compute 2.46',
    'http://nova.test/v2.1/servers?x=1&limit=1000&marker=b compute 2.46',
  ]);
});

test('a marker that is gone between two pages means that the list has moved; one that is never there ends it', async () => {
  const { client } = await clientOf([
    Response.json({ servers: [{ id: 'a' }], servers_links: [{}] }),
    new Response('marker [a] not found', { status: 400 }),
  ]);
  const pages = client.pages('/servers', 'servers', ({ id }) => String(id));
  await assert.rejects(Array.fromAsync(pages), ListMoved);

  let times = 0;
  await inWholeList(async () => {
    if (++times < 3) throw new ListMoved('again');
  });
  assert.equal(times, 3);
  const never = inWholeList(async () => {
    throw new ListMoved('again');
  });
  await assert.rejects(never, (error) => error instanceof SourceFailure && /5 times/.test(error.message));
});

test('an answer that has no end is given up, sooner where others are read beside it', async () => {
  const long = () => Response.json({ servers: ['x'.repeat(700)] });
  const { client } = await clientOf([long(), long()]);
  await client.get('/servers/detail');
  await assert.rejects(client.get('/os-keypairs?user_id=u'), { message: /longer than 500 bytes/ });
});
