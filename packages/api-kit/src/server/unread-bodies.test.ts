import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBody } from '../request.ts';
import type { Handle } from '../service.ts';
import { withWholeBody } from '../testing/with-whole-body.ts';
import { type HttpServer, type HttpServerOptions, serveHttp } from './http-server.ts';
import { defaultLimits } from './limits.ts';
import { type Rooms, roomsWithin } from './rooms.ts';

async function serve(
  t: TestContext,
  handle: Handle,
  limits: HttpServerOptions['limits'] = {},
  rooms?: Rooms,
): Promise<HttpServer> {
  const server = await serveHttp(handle, {
    host: '127.0.0.1',
    port: 0,
    renderFailure: ({ status, detail }) => ({ status, headers: {}, body: `${status}: ${detail}` }),
    log: { info: () => {}, error: () => {} },
    limits: { lingerMs: 300, graceMs: 100, ...limits },
    ...(rooms === undefined ? {} : { rooms }),
  });
  t.after(() => server.close());
  return server;
}

/** Says no to whoever has no token, as a service does, without a look at the body. */
const withToken: Handle = (request) =>
  request.headers['x-auth-token'] === undefined
    ? { status: 401, headers: {}, body: '[no]' }
    : withWholeBody(({ body }) => ({ status: 200, headers: {}, body: `[${body.length}]` }))(request);

class Client {
  readonly socket: Socket;
  received = '';
  readonly closed: Promise<void>;

  constructor(t: TestContext, { port }: HttpServer) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (chunk: Buffer) => (this.received += chunk.toString()));
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
    t.after(() => this.socket.destroy());
  }

  send(...texts: string[]): void {
    for (const text of texts) this.socket.write(text);
  }

  /** Fails when it never comes. */
  async until(pattern: RegExp): Promise<void> {
    for (let waited = 0; !pattern.test(this.received); waited += 10) {
      assert.ok(waited < 20_000, `${pattern} is not in: ${this.received.slice(-500)}`);
      await sleep(10);
    }
  }
}

function post(headers: string, body = ''): string {
  return `POST / HTTP/1.1\r\nhost: h\r\n${headers}\r\n\r\n${body}`;
}
const known = 'x-auth-token: t\r\n';

for (const [name, body] of [
  ['of known length', post('content-length: 5', 'hello')],
  ['in chunks', post('transfer-encoding: chunked', '5\r\nhello\r\n0\r\n\r\n')],
  ['that is longer than what is read at a time', post('content-length: 200000', 'x'.repeat(200_000))],
] as const) {
  test(`after a no, a client that has sent a body ${name} can go on`, async (t) => {
    const client = new Client(t, await serve(t, withToken));
    client.send(
      body,
      post(`${known}content-length: 3`, 'abc'),
      body,
      post(`${known}content-length: 4`, 'abcd'),
    );
    await client.until(/\[no\][^]*\[3\][^]*\[no\][^]*\[4\]$/);
  });
}

test('a no is given before the body is there, and the body may come afterwards', async (t) => {
  const client = new Client(t, await serve(t, withToken));
  client.send(post('content-length: 5'));
  await client.until(/\[no\]$/);
  client.send('hel');
  await sleep(20);
  client.send(`lo${post(`${known}content-length: 1`, 'x')}`);
  await client.until(/\[no\][^]*\[1\]$/);
});

test('what looks like requests in a body that nobody wants is none', async (t) => {
  let count = 0;
  const server = await serve(t, (request) => {
    count++;
    return withToken(request);
  });
  const client = new Client(t, server);
  const hidden = 'GET /hidden HTTP/1.1\r\nhost: h\r\n\r\n'.repeat(20);
  client.send(post(`content-length: ${hidden.length}`, hidden), post(`${known}content-length: 1`, 'x'));
  await client.until(/\[no\][^]*\[1\]$/);
  assert.equal(count, 2);
});

test('a client with a long body that nobody wants can read so, and is left', async (t) => {
  const client = new Client(t, await serve(t, withToken));
  client.send(post('content-length: 8000000', 'x'.repeat(500_000)));
  await client.closed;
  assert.match(client.received, /^HTTP\/1\.1 401 [^]*connection: close[^]*\[no\]$/i);
});

test('a chunked body that nobody wants and that has no end is left in the end', async (t) => {
  const client = new Client(t, await serve(t, withToken));
  client.send(post('transfer-encoding: chunked'));
  const sending = setInterval(() => client.send(`10000\r\n${'x'.repeat(0x10000)}\r\n`), 5);
  await client.closed;
  clearInterval(sending);
  assert.match(client.received, /\[no\]$/);
});

test('a closing server does not wait for strangers who do not read what they were told', async (t) => {
  const long = { status: 401, headers: {}, body: 'x'.repeat(20_000_000) };
  const server = await serve(t, () => long, { lingerMs: 50, graceMs: 60_000 });
  const client = new Client(t, server);
  client.send('GET / HTTP/1.1\r\nhost: h\r\n\r\n');
  await client.until(/x/);
  client.socket.pause();
  await server.close();
  client.socket.resume();
  await client.closed;
  assert.ok(client.received.length < 20_000_000);
});

test('a client that asks before sending is not told to go on when nobody wants its body', async (t) => {
  const client = new Client(t, await serve(t, withToken));
  client.send(post('content-length: 5\r\nexpect: 100-continue'));
  await client.closed;
  assert.match(client.received, /^HTTP\/1\.1 401 [^]*\[no\]$/);
});

test('a body that breaks off while somebody reads it is an error of the client, for the service too', async (t) => {
  const seen: unknown[] = [];
  const server = await serve(t, async (request) => {
    try {
      await readBody(request);
    } catch (error) {
      seen.push(error);
      throw error;
    }
    return { status: 200, headers: {}, body: null };
  });
  const gone = new Client(t, server);
  gone.send(post('content-length: 5', 'abc'));
  await sleep(50);
  gone.socket.resetAndDestroy();
  const broken = new Client(t, server);
  broken.send(post('transfer-encoding: chunked', 'zz\r\n'));
  await broken.closed;
  assert.match(broken.received, /^HTTP\/1\.1 400 [^]*not valid HTTP/);
  while (seen.length < 2) await sleep(10);
  for (const error of seen) assert.equal((error as { status?: number }).status, 400);
});

test('when all room for bodies is taken, others are told to come again, on other ports too, and nobody for ever', async (t) => {
  const limits = { ...defaultLimits, allBodiesBytes: 300_000, bodyWaitMs: 100 };
  const rooms = roomsWithin(limits);
  const [server, other] = [
    await serve(t, withToken, limits, rooms),
    await serve(t, withToken, limits, rooms),
  ];
  const holder = new Client(t, other);
  const body = 'x'.repeat(290_000);
  holder.send(post(`${known}content-length: 400000`, body));
  await sleep(100);
  const second = new Client(t, server);
  second.send(post(`${known}content-length: 100000`, 'x'.repeat(99_999)));
  await second.until(/^HTTP\/1\.1 503 /);
  holder.send('x'.repeat(110_000));
  await holder.until(/\[400000\]$/);
  const third = new Client(t, server);
  third.send(post(`${known}content-length: 200000`, 'x'.repeat(200_000)));
  await third.until(/\[200000\]$/);
});

test('more headers than anybody needs are refused', async (t) => {
  const server = await serve(t, withToken, { headers: 50 });
  const headers = (count: number) => Array.from({ length: count }, (_, n) => `a${n}: b`).join('\r\n');
  const fits = new Client(t, server);
  fits.send(`GET / HTTP/1.1\r\nhost: h\r\n${headers(49)}\r\n\r\n`);
  await fits.until(/\[no\]$/);
  for (const count of [50, 2_000]) {
    const tooMany = new Client(t, server);
    tooMany.send(`GET / HTTP/1.1\r\nhost: h\r\n${headers(count)}\r\n\r\n`);
    await tooMany.closed;
    assert.match(tooMany.received, /^HTTP\/1\.1 431 /);
  }
});

test('more headers than anybody needs are refused before the last of them has come', async (t) => {
  const client = new Client(t, await serve(t, withToken, { headers: 50 }));
  client.send('GET / HTTP/1.1\r\nhost: h\r\n');
  for (let sent = 0; sent < 100; sent++) client.send(`a${sent}: ${'b'.repeat(30)}\r\n`);
  await client.closed;
  assert.match(client.received, /^HTTP\/1\.1 431 [^]*may have 50 headers/);
});

test('empty lines before a request are no headers, and lines in a body neither', async (t) => {
  const client = new Client(t, await serve(t, withToken, { headers: 50 }));
  const body = '\r\n'.repeat(5_000);
  const long = `x: ${'y'.repeat(3_000)}\r\n`;
  client.send('\r\n'.repeat(5_000), post(`${known}${long}content-length: ${body.length}`, body));
  client.send('\r\n'.repeat(5_000), post(`${known}content-length: 1`, 'x'));
  await client.until(/\[10000\][^]*\[1\]$/);
});

test('a long head may come byte by byte', async (t) => {
  const client = new Client(t, await serve(t, withToken));
  const head = post(`${known}x: ${'y'.repeat(2_000)}\r\ncontent-length: 1`, 'x');
  client.socket.setNoDelay(true);
  for (const byte of head) {
    client.send(byte);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await client.until(/\[1\]$/);
});

test('as many headers as are allowed are not too many, however long the line before them and however they come', async (t) => {
  const client = new Client(t, await serve(t, withToken, { headers: 50 }));
  client.send(`GET /${'x'.repeat(3_000)} HTTP/1.1\r\nhost: h\r\n`);
  for (let sent = 0; sent < 49; sent++) client.send(`a${sent}: b\r\n`);
  await sleep(50);
  client.send('\r\n');
  await client.until(/\[no\]$/);
});

for (const [kind, body] of Object.entries({
  'comes when there is something': async function* () {
    yield Buffer.from('[some]');
    await sleep(50);
    yield Buffer.from('[more]');
  },
  'is made while it is sent': (function* () {
    yield Buffer.from('[some]');
    yield Buffer.from('[more]');
  })(),
})) {
  test(`an answer that ${kind} is sent whole before the end of a body that nobody reads`, async (t) => {
    const server = await serve(t, () => ({ status: 200, headers: {}, body }));
    const client = new Client(t, server);
    client.send(post('content-length: 1000000', 'x'.repeat(1_000)));
    await client.until(/\[more\]/);
    assert.match(client.received, /^HTTP\/1.1 200 OK\r\n[^]*connection: close[^]*\[some\][^]*\[more\]/i);
    await client.closed;
  });
}

test('an answer that cannot be written is a fault, before the end of a body as well', async (t) => {
  const server = await serve(t, () => ({ status: 200, headers: { location: 'a\nb' }, body: 'x' }));
  const client = new Client(t, server);
  client.send(post('content-length: 1000000', 'x'.repeat(1_000)));
  await client.until(/could not be written/);
  assert.match(client.received, /^HTTP\/1.1 500 /);
  await client.closed;
});
