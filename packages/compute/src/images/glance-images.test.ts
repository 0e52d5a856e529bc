import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { longestReply, questionsMax } from '../services/ask-service.ts';
import { type Answer, answering, saying } from '../testing/answering.ts';
import { glanceImages } from './glance-images.ts';
import { ImageForbidden, ImagesUnavailable, ImageUnwanted, type NewImage } from './images.ts';

const id = '11111111-1111-4111-8111-111111111111';
const image = {
  id,
  name: 'cirros',
  status: 'active',
  min_ram: 64,
  min_disk: 1,
  size: 5,
  disk_format: 'qcow2',
};
const snapshot: NewImage = { name: 'copy', properties: { a: 'b' }, minDiskGb: 1, sharedWith: null };

async function given(t: TestContext, answer: Answer, timeoutMs = 30_000) {
  const { url, seen } = await answering(t, answer);
  const images = glanceImages({ url: `${url}/image/`, timeoutMs });
  const { store } = images;
  assert.ok(store);
  return { images, store, seen };
}

test('an image is read with the token of who asks, and what is not its own is a property', async (t) => {
  const { images, seen } = await given(t, saying(200, { ...image, hw_rng_model: 'virtio', owner: 'p' }));
  const found = await images.find(id, 'ann-token');
  assert.deepEqual(found?.properties, { hw_rng_model: 'virtio' });
  assert.deepEqual([found?.minMemoryMb, found?.minDiskGb, found?.diskFormat], [64, 1, 'qcow2']);
  assert.equal(seen[0]?.url, `/image/v2/images/${id}`);
  assert.equal(seen[0]?.headers['x-auth-token'], 'ann-token');
  await images.find('../secret', 't');
  assert.equal(seen[1]?.url, '/image/v2/images/..%2Fsecret');
});

test('one that is not there is none, and one that may not be seen is refused', async (t) => {
  assert.equal(await (await given(t, saying(404))).images.find(id, 't'), null);
  for (const status of [401, 403]) {
    const { images } = await given(t, saying(status));
    await assert.rejects(images.find(id, 't'), (thrown) => {
      return thrown instanceof ImageForbidden && thrown.message === `Not authorized for image ${id}.`;
    });
  }
});

test('whatever else is answered means that nothing is known', async (t) => {
  const endless: Answer = (_request, response) => {
    response.writeHead(200);
    const part = 'x'.repeat(1 << 20);
    const more = () => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  const faults: readonly (readonly [name: string, answer: Answer, words: RegExp])[] = [
    ['a failure', saying(500, '<html><body><h1>oh</h1> no</body></html>'), /answers with 500: oh no$/],
    ['a proxy', saying(502), /answers with 502/],
    [
      'a redirection',
      (_, response) => void response.writeHead(302, { location: 'http://evil/' }).end(),
      /not answer/,
    ],
    ['no JSON', saying(200, '{"id": '), /cannot be read/],
    ['another JSON', saying(200, '[1]'), /cannot be read: it is no object/],
    ['no id', saying(200, { ...image, id: 7 }), /its id is no text/],
    ['an odd amount', saying(200, { ...image, min_ram: -1 }), /its min_ram is no amount/],
    ['too many properties', saying(200, { ...image, ...numbered(600) }), /more than 512 properties/],
    ['no end', endless, new RegExp(`longer than ${longestReply} bytes`)],
    ['a closed connection', (request) => void request.socket.destroy(), /does not answer/],
    [
      'half an answer',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{');
        setImmediate(() => request.socket.destroy());
      },
      /broke off/,
    ],
  ];
  for (const [name, answer, words] of faults) {
    const { images } = await given(t, answer);
    await assert.rejects(images.find(id, 't'), (thrown) => {
      assert.ok(thrown instanceof ImagesUnavailable, `${name}: ${String(thrown)}`);
      assert.match(thrown.message, words, name);
      return true;
    });
  }
});

test('a service that is slow, or sends slowly, is not waited for', async (t) => {
  const trickle: Answer = (_request, response) => {
    response.writeHead(200).write('{');
    const timer = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(timer));
  };
  for (const [answer, timeoutMs, words] of [
    [() => undefined, 50, /does not answer within 50 ms/],
    // Long enough for its answer to begin, however busy the machine is.
    [trickle, 2_000, /broke off within 2000 ms/],
  ] as const) {
    const { images } = await given(t, answer, timeoutMs);
    await assert.rejects(images.find(id, 't'), (thrown) => {
      return thrown instanceof ImagesUnavailable && words.test(thrown.message);
    });
  }
  const nobody = glanceImages({ url: 'http://127.0.0.1:1', timeoutMs: 30_000 });
  await assert.rejects(nobody.find(id, 't'), ImagesUnavailable);
});

test('an image that the service does not take is refused, and one that it cannot take now may be asked for again', async (t) => {
  for (const status of [400, 401, 403, 413]) {
    const { store } = await given(t, saying(status, '<html><body>no <b>such</b> thing</body></html>'));
    await assert.rejects(store.begin(snapshot, 't'), (thrown) => {
      return (
        thrown instanceof ImageUnwanted && thrown.status === status && thrown.message === 'no such thing'
      );
    });
  }
  for (const answer of [saying(503), saying(429), saying(201, 'nonsense')]) {
    const { store } = await given(t, answer);
    await assert.rejects(store.begin(snapshot, 't'), ImagesUnavailable);
  }
});

test('one that is taken back is gone, or it is told', async (t) => {
  await (await given(t, saying(204))).store.discard(id, 't');
  await (await given(t, saying(404))).store.discard(id, 't');
  await assert.rejects((await given(t, saying(500))).store.discard(id, 't'), ImagesUnavailable);
});

function numbered(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, 'x']));
}

test('a page of errors without an end is read in no time, and so is what is said of an image at length', async (t) => {
  const page: Answer = (_request, response) => void response.writeHead(500).end('<body'.repeat(40_000));
  const start = performance.now();
  await assert.rejects((await given(t, page)).images.find(id, 't'), ImagesUnavailable);
  assert.ok(performance.now() - start < 5_000);
  for (const more of [{ ['x'.repeat(256)]: 'y' }, { id: 'x'.repeat(256) }]) {
    const { images } = await given(t, saying(200, { ...image, ...more }));
    await assert.rejects(images.find(id, 't'), ImagesUnavailable);
  }
});

test('a service that does not answer is asked by so many at one time', async (t) => {
  const waiting: (() => void)[] = [];
  const { images } = await given(t, (_request, response) => {
    waiting.push(() => response.writeHead(404).end());
  });
  const asked = Array.from({ length: questionsMax }, () => images.find(id, 't'));
  await assert.rejects(images.find(id, 't'), /^ImagesUnavailable: The image service is asked too much\.$/);
  while (waiting.length < questionsMax) await new Promise((resolve) => setTimeout(resolve, 10));
  for (const answer of waiting) answer();
  assert.deepEqual(new Set(await Promise.all(asked)), new Set([null]));
  assert.equal(await (await given(t, saying(404))).images.find(id, 't'), null);
});

test('of backups those count that belong to whom the newest belongs: others only say that they are some', async (t) => {
  const other = '22222222-2222-4222-8222-222222222222';
  const { store, seen } = await given(t, (request, response) => {
    const isList = request.url?.includes('?') === true;
    const own = { ...image, owner: 'p' };
    response.writeHead(200);
    response.end(JSON.stringify(isList ? { images: [{ ...image, id: other, owner: 'q' }, own] } : own));
  });
  const backup = { imageId: id, serverId: 'web', backupType: 'daily' };
  assert.deepEqual(await store.backupsLike(backup, 't'), [id]);
  assert.equal(new URL(`http://h${seen[1]?.url}`).searchParams.get('owner'), 'p');
});

test('an id that would lead elsewhere is that of no image', async (t) => {
  const { images, seen } = await given(t, saying(404));
  for (const step of ['.', '..']) assert.equal(await images.find(step, 't'), null);
  assert.deepEqual(new Set(seen.map(({ url }) => url)), new Set(['/image/v2/images/-']));
});
