import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../testing/start-service.ts';
import { cloud } from './cloud.ts';

const raw = { disk_format: 'raw', container_format: 'bare' };

async function started(t: TestContext, ...args: readonly string[]) {
  const directory = await mkdtemp(join(tmpdir(), 'serve-images-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const ledger = join(directory, 'berth.db');
  const { url } = await startService(t, cloud, ['--auth-strategy', 'named', '--ledger', ledger, ...args]);
  const ask = async (request: string, body?: unknown, token = 'alice:aa') => {
    const [method = '', path = ''] = request.split(' ');
    const content = body instanceof Uint8Array;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-auth-token': token,
        accept: 'application/json',
        connection: 'close',
        ...(body === undefined
          ? {}
          : { 'content-type': content ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: content ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    // What an answer has in it, each test knows for itself.
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  return { url, ask, files: () => readdirSync(`${ledger}.images`).filter((name) => name !== '.ledger') };
}

for (const [what, ...args] of [['in one thread'], ['in several threads', '--workers', '2']] as const) {
  test(`contents that are longer than bodies may be go in and out ${what}`, async (t) => {
    const { ask, files } = await started(t, ...args);
    const content = Buffer.alloc(10_000_000, 'berth');
    for (let round = 0; round < 3; round++) {
      const { body: image } = await ask('POST /image/v2/images', raw);
      assert.equal((await ask(`PUT /image/v2/images/${image.id}/file`, content)).status, 204);
      const { body } = await ask(`GET /image/v2/images/${image.id}`);
      assert.deepEqual(
        [body.status, body.size, body.checksum],
        ['active', content.length, createHash('md5').update(content).digest('hex')],
      );
      assert.equal((await ask(`GET /image/v2/images/${image.id}/file`)).body.length, content.length);
    }
    assert.equal(files().length, 3);
    // Whoever reads bodies as a whole still has a bound.
    const { status } = await ask('PUT /resource_providers', content);
    assert.ok(status === 405 || status === 413 || status === 415, String(status));
  });

  test(`an upload whose client goes away leaves nothing ${what}`, async (t) => {
    const { ask, files, url } = await started(t, ...args);
    const { body: image } = await ask('POST /image/v2/images', raw);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      `PUT /image/v2/images/${image.id}/file HTTP/1.1\r\nhost: h\r\nx-auth-token: alice:aa\r\ncontent-type: application/octet-stream\r\ncontent-length: 1000000\r\n\r\n`,
    );
    socket.write(Buffer.alloc(100_000));
    const status = async () => (await ask(`GET /image/v2/images/${image.id}`)).body.status as string;
    for (let tries = 0; tries < 100 && (await status()) !== 'saving'; tries++) await sleep(20);
    assert.equal(await status(), 'saving');
    socket.destroy();
    for (let tries = 0; tries < 100 && (await status()) !== 'queued'; tries++) await sleep(20);
    assert.equal(await status(), 'queued');
    assert.deepEqual(files(), []);
  });
}

test('where images are elsewhere there are none here', async (t) => {
  const { ask } = await started(t, '--image-url', 'http://127.0.0.1:1');
  assert.equal((await ask('GET /image/v2/images')).status, 404);
});

test('compute makes servers of images that are active, and that whoever asks may see', async (t) => {
  const { ask } = await started(t);
  const { body: image } = await ask('POST /image/v2/images', { ...raw, visibility: 'private' });
  const flavor = { name: 'small', vcpus: 1, ram: 64, disk: 1 };
  const { body: made } = await ask('POST /compute/v2.1/flavors', { flavor }, 'admin');
  const create = async (token: string) => {
    const server = { name: 's', imageRef: image.id, flavorRef: made.flavor.id };
    const { status, body } = await ask('POST /compute/v2.1/servers', { server }, token);
    return [status, body.badRequest?.message];
  };
  assert.deepEqual(await create('alice:aa'), [400, `Image ${image.id} is not active.`]);
  await ask(`PUT /image/v2/images/${image.id}/file`, Buffer.from('abc'));
  assert.deepEqual(await create('bob:bb'), [400, 'Can not find requested image']);
  assert.deepEqual(await create('alice:aa'), [202, undefined]);
});

test('up to 2.35 compute passes on what it is asked about images, and up to 2.38 about their metadata', async (t) => {
  const { ask: send } = await started(t);
  const { body: image } = await send('POST /image/v2/images', { ...raw, name: 'one', os_distro: 'cirros' });
  const ask = (request: string, body?: unknown, token?: string) =>
    send(request.replace(' ', ' /compute/v2.1/images'), body, token);
  await send(`PUT /image/v2/images/${image.id}/file`, Buffer.from('content'));

  const { body: list } = await ask('GET /detail?limit=1');
  const [shown] = list.images;
  assert.partialDeepStrictEqual(shown, {
    id: image.id,
    name: 'one',
    status: 'ACTIVE',
    progress: 100,
    minRam: 0,
    'OS-EXT-IMG-SIZE:size': 7,
    metadata: { os_distro: 'cirros' },
  });
  assert.equal(list.images_links[0].rel, 'next');
  assert.deepEqual((await ask(`GET /${image.id}`)).body, { image: shown });
  assert.deepEqual(Object.keys((await ask('GET ')).body.images[0]), ['id', 'name', 'links']);
  assert.deepEqual((await ask(`GET ?marker=${image.id}`)).body, { images: [] });
  assert.equal((await ask('GET ?limit=x')).status, 400);

  const metadata = async () => (await ask(`GET /${image.id}/metadata`)).body.metadata;
  await ask(`POST /${image.id}/metadata`, { metadata: { 'a.b': '', c: 'd' } });
  assert.deepEqual(await metadata(), { os_distro: 'cirros', 'a.b': '', c: 'd' });
  assert.deepEqual((await ask(`PUT /${image.id}/metadata/c`, { meta: { c: 'e' } })).body, {
    meta: { c: 'e' },
  });
  assert.equal((await ask(`PUT /${image.id}/metadata/x`, { meta: { c: 'e' } })).status, 400);
  assert.equal((await ask(`DELETE /${image.id}/metadata/os_distro`)).status, 204);
  assert.equal((await ask(`DELETE /${image.id}/metadata/os_distro`)).status, 404);
  assert.deepEqual(await metadata(), { 'a.b': '', c: 'e' });
  assert.deepEqual((await ask(`PUT /${image.id}/metadata`, { metadata: {} })).body, { metadata: {} });

  const missing = { itemNotFound: { code: 404, message: 'Image not found.' } };
  assert.deepEqual((await ask(`GET /${image.id}`, undefined, 'bob:bb')).body, missing);
  assert.equal((await ask(`DELETE /${image.id}`, undefined, 'bob:bb')).status, 404);
  assert.equal((await ask(`DELETE /${image.id}`)).status, 204);
  assert.deepEqual((await ask(`DELETE /${image.id}`)).body, missing);
});
