import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handle } from '../service.ts';
import { withWholeBody } from '../testing/with-whole-body.ts';
import { serveHttp } from './http-server.ts';
import type { Limits } from './limits.ts';

// Who is known, and waits for its answers, is left to Node's parser; whatever it does then, it is served as before.

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: h\r\n\r\n`;

test('what is understood is answered, though something behind it is not', async (t) => {
  for (const isKnown of [false, true]) {
    const { open } = await serve(t);
    const client = await open(isKnown);
    client.send(`${get('/1')}${get('/2')}${get('/3')}gar bage\r\n\r\n`);
    await client.closed;
    assert.deepEqual(client.answers(), ['200 /1', '200 /2', '200 /3', '400']);
  }
});

test('nothing is done behind a last answer, however it comes in', async (t) => {
  const { open, handled } = await serve(t);
  for (const isKnown of [false, true]) {
    const client = await open(isKnown);
    const refused = 'GET / HTTP/1.1\r\nhost: a b\r\n\r\n';
    // As much as is read at a time: then the rest is read before anybody has hung up.
    const padding = '\r\n'.repeat((65_536 - refused.length) / 2) + (refused.length % 2 === 0 ? '' : '\n');
    client.send(`${padding}${refused}${get('/behind')}`);
    await client.closed;
    assert.deepEqual(client.answers(), ['400']);
  }
  assert.ok(!handled.includes('/behind'));
});

test('some requests at once are served, and thousands are not even kept', async (t) => {
  const { open, handled } = await serve(t);
  const some = await open(true);
  some.send(Array.from({ length: 50 }, (_, index) => get(`/${index}`)).join(''));
  await some.until(() => some.answers().length === 50);
  handled.length = 0;
  const many = await open(true);
  many.send(get('/m').repeat(2_000));
  await many.closed;
  assert.ok(handled.length < 200, String(handled.length));
});

test('a body in chunks of a byte each is what it is', async (t) => {
  const { open } = await serve(t);
  const client = await open(true);
  const letters = Array.from({ length: 1_000 }, (_, index) => String.fromCharCode(97 + (index % 26)));
  const chunks = letters.map((letter) => `1\r\n${letter}\r\n`).join('');
  client.send(`POST /echo HTTP/1.1\r\nhost: h\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
  await client.until(() => client.answers().length === 1);
  assert.deepEqual(client.answers(), [`200 /echo ${letters.join('')}`]);
});

test('a refusal is over when all of the body has come', async (t) => {
  const { open } = await serve(t, { lingerMs: 60_000 });
  for (const isKnown of [false, true]) {
    const client = await open(isKnown);
    client.send('GET / HTTP/1.1\r\nhost: a b\r\ncontent-length: 3\r\n\r\nabc');
    await client.closed;
    assert.deepEqual(client.answers(), ['400']);
  }
});

test('a server that closes does not wait for what a known client has begun', async (t) => {
  const { open, server } = await serve(t, { lingerMs: 100, graceMs: 60_000 });
  const [answered, silent] = [await open(true), await open(true)];
  answered.send('POST /unread HTTP/1.1\r\nhost: h\r\ncontent-length: 10\r\n\r\nabc');
  silent.send('GET /half HTTP/1.1\r\nho');
  await answered.until(() => answered.answers().length === 1);
  await server.close();
  await answered.closed;
  await silent.closed;
});

async function serve(t: TestContext, limits: Partial<Limits> = {}) {
  const handled: string[] = [];
  const echo = withWholeBody(({ target, body }) => ({
    status: 200,
    headers: {},
    body: `${target} ${Buffer.from(body).toString()}`.trim(),
  }));
  const handle: Handle = (request) => {
    handled.push(request.target);
    request.onIdentified?.();
    return request.target === '/unread' ? { status: 404, headers: {}, body: '' } : echo(request);
  };
  const server = await serveHttp(handle, {
    host: '127.0.0.1',
    port: 0,
    renderFailure: ({ status }) => ({ status, headers: {}, body: '' }),
    log: { info: () => {}, error: () => {} },
    limits,
  });
  t.after(() => server.close());
  /** A client, which has been answered already, or not. */
  const open = async (isKnown: boolean) => {
    const client = clientOf(t, server.port);
    if (!isKnown) return client;
    client.send(get('/first'));
    await client.until(() => client.answers().length === 1);
    client.forget();
    return client;
  };
  return { open, handled, server };
}

function clientOf(t: TestContext, port: number) {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  t.after(() => socket.destroy());
  return {
    closed,
    send: (text: string) => void socket.write(text),
    forget: () => void (received = ''),
    /** The status and body of each. */
    answers: () =>
      received
        .split(/(?=HTTP\/1\.1 )/)
        .filter((each) => each.includes('\r\n\r\n'))
        .map((each) => `${each.slice(9, 12)} ${each.split('\r\n\r\n')[1]}`.trim()),
    until: async (isSo: () => boolean) => {
      for (let waited = 0; !isSo(); waited += 10) {
        assert.ok(waited < 20_000, received.slice(-500));
        await sleep(10);
      }
    },
  };
}
