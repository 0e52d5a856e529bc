import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import type { ApiResponse, AwaitedBody, LazyBody } from '../response.ts';
import type { Failure } from './failure.ts';
import type { Handle } from '../service.ts';
import { type HttpServer, type HttpServerOptions, serveHttp } from './http-server.ts';
import { type WholeRequest, withWholeBody } from '../testing/with-whole-body.ts';
import { defaultLimits } from './limits.ts';
import { whenSent } from './when-sent.ts';

const servers: HttpServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** What a server waits for at most when it closes: what ends at once ends long before. */
const { graceMs } = defaultLimits;

describe('a request that can be understood', () => {
  test('reaches the service as a value', async () => {
    const { server, requests } = await serve(() => text('hello'));
    const response = await fetch(`${server.url}/a%20b?c=%2Fd`, {
      method: 'PUT',
      headers: { 'X-Thing': 'one' },
      body: 'the body',
    });
    assert.equal(await response.text(), 'hello');
    const [request] = requests;
    assert.ok(request);
    assert.equal(request.method, 'PUT');
    assert.equal(request.target, '/a%20b?c=%2Fd');
    assert.equal(request.headers['x-thing'], 'one');
    assert.equal(Buffer.from(request.body).toString(), 'the body');
    assert.equal(request.origin, server.url);
    assert.equal(request.remoteAddress, '127.0.0.1');
  });

  test('has its repeated headers joined, whichever they are', async () => {
    const { server, requests } = await serve(() => text('ok'));
    const repeated = ['x-a', 'content-type', 'authorization', 'set-cookie'];
    const lines = repeated.flatMap((name) => [`${name}: 1`, `${name}: 2`]).join('\r\n');
    await exchange(server, `GET / HTTP/1.1\r\nhost: h\r\n${lines}\r\nconnection: close\r\n\r\n`);
    for (const name of repeated) assert.equal(requests[0]?.headers[name], '1, 2', name);
  });

  test('may have a chunked body', async () => {
    const { server, requests } = await serve(() => text('ok'));
    const answer = await exchange(
      server,
      `${head('POST / HTTP/1.1', 'transfer-encoding: chunked', 'connection: close')}3\r\nabc\r\n`,
      '2;x=y\r\nde\r\n0\r\nTrailer: t\r\n\r\n',
    );
    assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.equal(Buffer.from(requests[0]?.body ?? '').toString(), 'abcde');
  });

  test('gives the service raw percent-signs that are no encoding', async () => {
    const { server, requests } = await serve(() => text('ok'));
    await exchange(server, head('GET /%zz%ff%00 HTTP/1.1', 'connection: close'));
    assert.equal(requests[0]?.target, '/%zz%ff%00');
  });

  test('in absolute form is about the host in it', async () => {
    const { server, requests } = await serve(() => text('ok'));
    await exchange(server, head('GET http://other.example:99/p?q HTTP/1.1', 'connection: close'));
    await exchange(server, head('GET HTTP://other.example?q HTTP/1.1', 'connection: close'));
    assert.deepEqual(
      requests.map(({ target, origin }) => [target, origin]),
      [
        ['/p?q', 'http://other.example:99'],
        ['/?q', 'http://other.example'],
      ],
    );
  });

  test('may be about the server as a whole', async () => {
    const { server, requests } = await serve(() => text('ok'));
    await exchange(server, head('OPTIONS * HTTP/1.1', 'connection: close'));
    assert.equal(requests[0]?.target, '*');
  });

  test('of HTTP/1.0 needs no Host', async () => {
    const { server, requests } = await serve(() => text('ok'));
    const answer = await exchange(server, 'GET / HTTP/1.0\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.equal(requests[0]?.origin, server.url);
  });

  test('that wants to upgrade is answered without upgrading', async () => {
    const { server } = await serve(() => text('plain'));
    const wish = head('GET / HTTP/1.1', 'connection: upgrade, close', 'upgrade: websocket');
    assert.match(await exchange(server, wish), /^HTTP\/1\.1 200 [^]*plain$/);
  });

  test('with HEAD is the service’s business, and its answer has no body', async () => {
    const { server, requests } = await serve(() => ({ ...text('not for you'), status: 405 }));
    const answer = await exchange(server, head('HEAD / HTTP/1.1', 'connection: close'));
    assert.equal(requests[0]?.method, 'HEAD');
    assert.match(answer, /^HTTP\/1\.1 405 [^]*content-length: 11[^]*\r\n\r\n$/);
  });

  test('is answered although the client has stopped sending', async () => {
    const { server } = await serve(() => later(text('late'), 50));
    const socket = open(server);
    const received = gather(socket);
    socket.end(head('GET / HTTP/1.1'));
    assert.match(await received, /late$/);
  });
});

describe('forwarded addresses', () => {
  const forwarded = head(
    'GET / HTTP/1.1',
    'x-forwarded-proto: https, http',
    'x-forwarded-host: api.example',
    'x-forwarded-for: 192.0.2.7, 10.0.0.1',
    'connection: close',
  );

  test('are not believed', async () => {
    const { server, requests } = await serve(() => text('ok'));
    await exchange(server, forwarded);
    assert.equal(requests[0]?.origin, 'http://h');
    assert.equal(requests[0]?.remoteAddress, '127.0.0.1');
  });

  test('are believed behind a proxy that can be trusted, if they make sense', async () => {
    const { server, requests } = await serve(() => text('ok'), { trustsForwarded: true });
    const nonsense = ['x-forwarded-proto: gopher', 'x-forwarded-host: a b', 'x-forwarded-for: me'];
    await exchange(server, forwarded);
    await exchange(server, head('GET / HTTP/1.1', ...nonsense, 'connection: close'));
    assert.deepEqual(
      requests.map(({ origin, remoteAddress }) => [origin, remoteAddress]),
      [
        ['https://api.example', '192.0.2.7'],
        ['http://h', '127.0.0.1'],
      ],
    );
  });
});

describe('an answer', () => {
  test('has a length, except where it cannot have a body', async () => {
    const { server } = await serve(({ target }) => ({
      status: Number(target.slice(1)),
      headers: {},
      body: null,
    }));
    for (const [status, length] of [
      [201, '0'],
      [204, null],
      [304, null],
      [404, '0'],
    ] as const) {
      const response = await fetch(`${server.url}/${status}`, { redirect: 'manual' });
      assert.equal(response.status, status);
      assert.equal(response.headers.get('content-length'), length, `${status}`);
      assert.equal(response.headers.get('transfer-encoding'), null);
    }
  });

  test('of any size and kind arrives whole', async () => {
    const umlauts = 'ä'.repeat(3_000_000);
    const bytes = Buffer.from(umlauts);
    const bodies: Readonly<Record<string, ApiResponse['body']>> = {
      '/text': umlauts,
      '/bytes': bytes,
      '/parts': [bytes.subarray(0, 999_999), bytes.subarray(999_999, 1_000_000), bytes.subarray(1_000_000)],
    };
    const { server } = await serve(({ target }) => ({
      status: 200,
      headers: {},
      body: bodies[target] ?? null,
    }));
    for (const target of Object.keys(bodies)) {
      const response = await fetch(server.url + target);
      assert.equal(response.headers.get('content-length'), '6000000');
      assert.ok((await response.text()) === umlauts);
    }
  });

  test('that is there at once goes out without waiting', async () => {
    let isInTheSameTurn = false;
    const { server } = await serve(() => {
      isInTheSameTurn = true;
      queueMicrotask(() => {
        isInTheSameTurn = false;
      });
      return {
        status: 200,
        body: null,
        // Read by the server when it writes the answer.
        get headers() {
          return { 'x-same-turn': `${isInTheSameTurn}` };
        },
      };
    });
    const response = await fetch(server.url);
    assert.equal(response.headers.get('x-same-turn'), 'true');
  });

  test('goes out in the order of the requests, on one connection', async () => {
    const { server } = await serve(({ target }) =>
      target === '/slow' ? later(text('[slow]'), 60) : text('[fast]'),
    );
    const answer = await exchange(
      server,
      head('GET /slow HTTP/1.1') +
        head('GET /fast HTTP/1.1') +
        head('POST /slow HTTP/1.1', 'content-length: 2') +
        'xy' +
        head('GET /fast HTTP/1.1', 'connection: close'),
    );
    assert.deepEqual(answer.match(/\[\w+\]/g), ['[slow]', '[fast]', '[slow]', '[fast]']);
  });

  test('nobody waits for is dropped', async () => {
    let wasAsked = (): void => {};
    const asked = new Promise<void>((resolve) => {
      wasAsked = resolve;
    });
    const { server, errors } = await serve(() => {
      wasAsked();
      return later(text('x'.repeat(100_000)), 50);
    });
    const socket = open(server);
    socket.write(head('GET / HTTP/1.1'));
    await asked;
    socket.resetAndDestroy();
    await sleep(100);
    assert.deepEqual(errors, []);
    assert.equal((await fetch(server.url)).status, 200);
  });

  test('nobody reads holds back the requests behind it', async () => {
    const { server, requests } = await serve(() => text('x'.repeat(1_000_000)));
    const socket = open(server);
    socket.pause();
    socket.write(head('GET / HTTP/1.1').repeat(500));
    await sleep(300);
    assert.ok(requests.length < 10, `${requests.length} answers are waiting in memory`);
  });

  test('the service has not given yet holds back the requests behind it, in the kernel', async () => {
    const { server, requests } = await serve(() => later(text('x'), 5_000));
    const patient = open(server);
    patient.write(head('GET / HTTP/1.1').repeat(1_000_000));
    await until(() => requests.length === 1);
    assert.ok((await atRest(() => patient.writableLength)) > 0, 'all of it was read');
    assert.equal(requests.length, 1);
  });

  test('each gets, of very many requests sent at once', async () => {
    const { server } = await serve(({ target }) => text(`[${target}]`));
    const requests = Array.from({ length: 1_000 }, (_, number) => head(`GET /${number} HTTP/1.1`));
    const answer = await exchange(
      server,
      `${requests.join('')}${head('GET /last HTTP/1.1', 'connection: close')}`,
    );
    const expected = [...requests.map((_, number) => `[/${number}]`), '[/last]'];
    assert.deepEqual(answer.match(/\[\/\w+\]/g), expected);
  });

  test('nobody reads is given up in the end', async () => {
    const { server } = await serve(() => text('x'.repeat(20_000_000)), { limits: { stallMs } });
    const socket = open(server);
    socket.pause();
    socket.write(head('GET / HTTP/1.1', 'connection: close'));
    await sleep(3 * stallMs);
    const received = await gather(socket.resume());
    assert.ok(received.length < 20_000_000, 'it was cut off');
  });

  test('may take the service longer than a client may take', async () => {
    const { server } = await serve(() => later(text('thought about'), 2 * stallMs), { limits: { stallMs } });
    assert.equal(await (await fetch(server.url)).text(), 'thought about');
  });
});

describe('an answer that is made while it is sent', () => {
  const kilobytes64 = 64 * 1024;

  /** `count` chunks of 64 KB, each of another letter; `made` tells how far it is, `isLeft` whether it was left. */
  function chunked(count: number, failAt = Infinity) {
    const state = { made: 0, isLeft: false };
    function* make(): Generator<Uint8Array> {
      try {
        for (; state.made < count; state.made += 1) {
          if (state.made === failAt) throw new Error('secret');
          yield Buffer.alloc(kilobytes64, 97 + (state.made % 26));
        }
      } finally {
        state.isLeft = true;
      }
    }
    return { state, make };
  }

  function expected(count: number): string {
    return Array.from({ length: count }, (_, n) =>
      String.fromCharCode(97 + (n % 26)).repeat(kilobytes64),
    ).join('');
  }

  function lazy(body: Iterable<Uint8Array>): ApiResponse {
    return {
      status: 200,
      headers: { 'x-openstack-request-id': 'req-of-the-answer' },
      body: body as LazyBody,
    };
  }

  test('arrives whole, in chunks, and the connection is used again', async () => {
    const { server } = await serve(({ target }) =>
      target === '/' ? lazy(chunked(40).make()) : text('next'),
    );
    const answer = await exchange(
      server,
      head('GET / HTTP/1.1') + head('GET /next HTTP/1.1', 'connection: close'),
    );
    assert.match(answer, /^HTTP\/1\.1 200 [^]*transfer-encoding: chunked/i);
    assert.doesNotMatch(answer.slice(0, 300), /content-length/i);
    assert.match(answer, /\r\n0\r\n\r\nHTTP\/1\.1 200 [^]*next$/);
    assert.ok((await (await fetch(server.url)).text()) === expected(40));
  });

  test('whose length is known says so, and the connection is used again', async () => {
    const known = () => Object.assign(chunked(3).make(), { byteLength: 3 * kilobytes64 });
    const { server } = await serve(({ target }) => (target === '/' ? lazy(known()) : text('next')));
    const answer = await exchange(
      server,
      head('GET / HTTP/1.1') +
        head('HEAD / HTTP/1.1') +
        head('GET / HTTP/1.0', 'connection: keep-alive') +
        head('GET /next HTTP/1.1', 'connection: close'),
    );
    const [first = '', body, ofHead = '', old = '', oldBody, last = ''] = answer.split(
      /\r\n\r\n|(?<=[a-c]{9})(?=HTTP)/,
    );
    for (const headers of [first, ofHead, old]) {
      assert.match(headers, /content-length: 196608/i);
      assert.doesNotMatch(headers, /transfer-encoding/i);
    }
    assert.ok(body === expected(3) && oldBody === expected(3));
    assert.match(last, /^HTTP\/1\.1 200 /);
  });

  test('may use the bytes of a chunk for the next one', async () => {
    const bytes = Buffer.alloc(kilobytes64);
    function* overAndOver(): Generator<Uint8Array> {
      for (let count = 0; count < 200; count++) yield bytes.fill(97 + (count % 26));
    }
    for (const length of [undefined, 200 * kilobytes64]) {
      const { server } = await serve(() => lazy(Object.assign(overAndOver(), { byteLength: length })));
      const response = await fetch(server.url);
      // Until then the kernel's buffers are full, and what is not taken is still in ours.
      await sleep(200);
      assert.ok((await response.text()) === expected(200));
    }
  });

  test('may be empty', async () => {
    const { server } = await serve(() => lazy(chunked(0).make()));
    assert.equal(await (await fetch(server.url)).text(), '');
  });

  test('ends with the connection for a client of HTTP/1.0', async () => {
    const { server } = await serve(() => lazy(chunked(3).make()));
    for (const request of ['GET / HTTP/1.0\r\n\r\n', 'GET / HTTP/1.0\r\nconnection: keep-alive\r\n\r\n']) {
      const [headers = '', body] = (await exchange(server, request)).split('\r\n\r\n');
      assert.doesNotMatch(headers, /transfer-encoding|content-length/i);
      assert.match(headers, /connection: close/i);
      assert.ok(body === expected(3));
    }
  });

  test('is not made for HEAD', async () => {
    const { state, make } = chunked(3);
    const { server } = await serve(() => lazy(make()));
    const answer = await exchange(server, head('HEAD / HTTP/1.1', 'connection: close'));
    assert.match(answer, /^HTTP\/1\.1 200 [^]*\r\n\r\n$/);
    assert.equal(state.made, 0);
  });

  test('is made no further than a slow client has read', async () => {
    const { state, make } = chunked(20_000);
    const { server } = await serve(() => lazy(make()));
    const socket = open(server);
    socket.pause();
    socket.write(head('GET / HTTP/1.1'));
    await until(() => state.made > 0);
    const before = await atRest(() => state.made);
    // The kernel keeps some megabytes on both ends; the whole answer is 1.3 GB.
    assert.ok(before < 300, `${before} chunks are waiting`);
    socket.resume();
    await until(() => state.made > before);
  });

  test('takes no memory, however long it is', async () => {
    const megabytes = 400;
    const { server } = await serve(() => lazy(chunked(megabytes * 16).make()));
    const response = await fetch(server.url);
    let received = 0;
    let most = 0;
    const before = process.memoryUsage().arrayBuffers;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      received += chunk.length;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    assert.equal(received, megabytes * 1024 * 1024);
    assert.ok(most < (megabytes / 2) * 1024 * 1024, `${Math.round(most / 1024 / 1024)} MB at a time`);
  });

  test('is left when the client goes away', async () => {
    const { state, make } = chunked(20_000);
    const { server, errors } = await serve(() => lazy(make()));
    for (const leave of ['destroy', 'resetAndDestroy'] as const) {
      state.made = 0;
      state.isLeft = false;
      const socket = open(server);
      socket.pause();
      socket.write(head('GET / HTTP/1.1'));
      await until(() => state.made > 0);
      assert.ok(!state.isLeft);
      socket[leave]();
      await until(() => state.isLeft);
    }
    assert.deepEqual(errors, []);
  });

  test('is left when the client has gone before it begins', async () => {
    let isLeft = false;
    const body: LazyBody = {
      [Symbol.iterator]: () => ({
        next: () => ({ done: true, value: undefined }),
        return: () => {
          isLeft = true;
          return { done: true, value: undefined };
        },
      }),
    };
    const { server } = await serve(() => later(lazy(body), 100));
    const socket = open(server);
    socket.write(head('GET / HTTP/1.1'));
    await sleep(30);
    socket.resetAndDestroy();
    await until(() => isLeft);
  });

  test('that fails in the middle is broken off, and the log has its request id', async () => {
    const { server, errors } = await serve(() => lazy(chunked(100, 50).make()));
    await assert.rejects(async () => (await fetch(server.url)).text());
    assert.equal(errors.length, 1);
    const { requestId, err } = errors[0] as { requestId: string; err: unknown };
    assert.equal(requestId, 'req-of-the-answer');
    assert.ok(err instanceof Error && err.message === 'secret');
    assert.doesNotMatch(await exchange(server, head('GET / HTTP/1.1')), /\r\n0\r\n\r\n$/);
  });

  test('that fails in the middle is seen to be broken off by a client of HTTP/1.0', async () => {
    const { server } = await serve(() => lazy(chunked(100, 50).make()));
    const socket = open(server);
    const failed = new Promise<NodeJS.ErrnoException>((resolve) => socket.once('error', resolve));
    socket.resume();
    socket.write('GET / HTTP/1.0\r\n\r\n');
    assert.equal((await failed).code, 'ECONNRESET');
  });

  test('that fails before anything is made is a 500', async () => {
    const { server, errors } = await serve(() => lazy(chunked(100, 0).make()));
    const response = await fetch(server.url);
    assert.equal(response.status, 500);
    assert.match(await response.text(), /req-of-the-answer/);
    assert.equal(errors.length, 1);
  });

  test('with a header that cannot be sent is left, and a 500', async () => {
    const { state, make } = chunked(100);
    const { server } = await serve(() => ({ ...lazy(make()), headers: { 'x-a': 'a\nb' } }));
    assert.equal((await fetch(server.url)).status, 500);
    assert.ok(state.isLeft);
  });

  test('leaves everybody else their turn', async () => {
    const { state, make } = chunked(1_000);
    const { server } = await serve(({ target }) => (target === '/long' ? lazy(make()) : text('short')));
    const long = (await fetch(`${server.url}/long`)).arrayBuffer();
    let between = 0;
    while (!state.isLeft) {
      assert.equal(await (await fetch(server.url)).text(), 'short');
      between += 1;
    }
    assert.ok(between > 20, `${between} requests were answered meanwhile`);
    assert.equal((await long).byteLength, 1_000 * kilobytes64);
  });

  test('that the client stops reading is given up in the end', async () => {
    const { state, make } = chunked(20_000);
    const { server, errors } = await serve(() => lazy(make()), { limits: { stallMs } });
    const socket = open(server);
    socket.pause();
    socket.write(head('GET / HTTP/1.1'));
    await until(() => state.isLeft);
    assert.deepEqual(errors, []);
  });

  test('is finished by a closing server', async () => {
    const { state, make } = chunked(500);
    const { server } = await serve(() => lazy(make()));
    const socket = open(server);
    const received = gather(socket);
    socket.pause();
    socket.write(head('GET / HTTP/1.1'));
    await until(() => state.made > 0);
    const closed = server.close();
    await sleep(100);
    assert.ok(!state.isLeft);
    socket.resume();
    assert.match((await received).slice(-100), /\r\n0\r\n\r\n$/);
    await closed;
  });

  test('is cut off by a closing server after its grace', async () => {
    const { state, make } = chunked(20_000);
    const { server } = await serve(() => lazy(make()), { limits: { graceMs: 100 } });
    const socket = open(server);
    socket.pause();
    socket.write(head('GET / HTTP/1.1'));
    await until(() => state.made > 0);
    await server.close();
    await until(() => state.isLeft);
  });
});

describe('an answer that comes as there is something to say', () => {
  /** A body into which the test puts chunks; it ends when it is told to, or that it is unwanted. */
  function awaited() {
    const state = { asked: 0, isBegun: false, isLeft: false };
    const ready: (Uint8Array | null)[] = [];
    let wake = (): void => {};
    const put = (chunk: string | Uint8Array | null): void => {
      ready.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      wake();
    };
    async function* body(unwanted: AbortSignal): AsyncGenerator<Uint8Array> {
      state.isBegun = true;
      unwanted.addEventListener('abort', () => wake());
      try {
        for (;;) {
          while (ready.length === 0 && !unwanted.aborted) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
          const chunk = ready.shift();
          if (chunk === undefined || chunk === null) return;
          state.asked += 1;
          yield chunk;
        }
      } finally {
        state.isLeft = true;
      }
    }
    return { state, put, body };
  }

  function waiting(body: AwaitedBody): ApiResponse {
    return { status: 200, headers: { 'x-openstack-request-id': 'req-of-the-answer' }, body };
  }

  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('begun');
    throw new Error('secret');
  }

  test('has its head at once, each chunk when it is there, and an end', async () => {
    const { put, body } = awaited();
    const { server } = await serve(({ target }) => (target === '/' ? waiting(body) : text('next')));
    const socket = open(server);
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.write(head('GET / HTTP/1.1'));
    await until(() => /^HTTP\/1\.1 200 [^]*transfer-encoding: chunked[^]*\r\n\r\n$/i.test(received));
    put('one');
    await until(() => received.endsWith('3\r\none\r\n'));
    put('two');
    await until(() => received.endsWith('3\r\ntwo\r\n'));
    put(null);
    await until(() => received.endsWith('0\r\n\r\n'));
    socket.write(head('GET /next HTTP/1.1'));
    await until(() => received.endsWith('next'));
  });

  test('is asked for no more than a slow client has read', async () => {
    const { state, put, body } = awaited();
    const { server } = await serve(() => waiting(body));
    const socket = open(server);
    socket.pause();
    socket.write(head('GET / HTTP/1.1'));
    const chunk = Buffer.alloc(64 * 1024, 'x');
    for (let count = 0; count < 2_000; count += 1) put(chunk);
    await until(() => state.asked > 0);
    const before = await atRest(() => state.asked);
    // The kernel keeps some megabytes on both ends.
    assert.ok(before < 300, `${before} chunks are waiting`);
    socket.resume();
    await until(() => state.asked === 2_000);
  });

  test('is told and left when the client goes away', async () => {
    for (const leave of ['destroy', 'resetAndDestroy'] as const) {
      const { state, put, body } = awaited();
      const { server, errors } = await serve(() => waiting(body));
      const socket = open(server);
      socket.write(head('GET / HTTP/1.1'));
      put('one');
      await until(() => state.asked === 1);
      assert.ok(!state.isLeft);
      socket[leave]();
      // One who only stops sending may still read: that it has gone shows when something is sent to it.
      if (leave === 'destroy') for (const chunk of ['two', 'three']) put(chunk);
      await until(() => state.isLeft);
      assert.deepEqual(errors, []);
    }
  });

  test('never begins when the client has gone before, or asks for the head only', async () => {
    const { state, body } = awaited();
    const mayAnswer = Promise.withResolvers<void>();
    let [isAsked, isAnswered] = [false, false];
    const { server } = await serve(async ({ method }) => {
      if (method === 'GET') {
        isAsked = true;
        await mayAnswer.promise;
        isAnswered = true;
      }
      return waiting(body);
    });
    const askForHead = async () => {
      const answer = await exchange(server, head('HEAD / HTTP/1.1', 'connection: close'));
      assert.match(answer, /^HTTP\/1\.1 200 [^]*\r\n\r\n$/);
    };
    const socket = open(server);
    socket.write(head('GET / HTTP/1.1'));
    await until(() => isAsked);
    socket.resetAndDestroy();
    // When another one has been answered, the server has heard of that; and once more, what it had to send is under way.
    await askForHead();
    mayAnswer.resolve();
    await until(() => isAnswered);
    await askForHead();
    assert.ok(!state.isBegun);
  });

  test('that fails is broken off, and the log has its request id', async () => {
    const { server, errors } = await serve(() => waiting(failing));
    await assert.rejects(async () => (await fetch(server.url)).text());
    const { requestId, err } = errors[0] as { requestId: string; err: unknown };
    assert.equal(requestId, 'req-of-the-answer');
    assert.ok(err instanceof Error && err.message === 'secret');
  });

  test('with a header that cannot be sent never begins, and is a 500', async () => {
    const { state, body } = awaited();
    let isTold = false;
    const { server } = await serve(() =>
      whenSent({ ...waiting(body), headers: { 'x-a': 'a\nb' } }, () => {
        isTold = true;
      }),
    );
    assert.equal((await fetch(server.url)).status, 500);
    assert.ok(!state.isBegun);
    assert.ok(isTold);
  });

  test('ends at once and whole when the server closes', async () => {
    const { state, put, body } = awaited();
    const { server } = await serve(() => waiting(body));
    const socket = open(server);
    const received = gather(socket);
    socket.write(head('GET / HTTP/1.1'));
    put('one');
    await until(() => state.asked === 1);
    const before = performance.now();
    await server.close();
    assert.ok(performance.now() - before < graceMs / 2);
    assert.ok(state.isLeft);
    assert.match(await received, /one\r\n0\r\n\r\n$/);
  });

  test('that the client stops reading is given up in the end', async () => {
    const { state, put, body } = awaited();
    const { server, errors } = await serve(() => waiting(body), { limits: { stallMs } });
    const socket = open(server);
    socket.pause();
    socket.write(head('GET / HTTP/1.1'));
    for (let count = 0; count < 2_000; count += 1) put(Buffer.alloc(64 * 1024));
    await until(() => state.isLeft);
    assert.deepEqual(errors, []);
  });

  test('does not hold up a closing server when the client stops reading', async () => {
    const { state, put, body } = awaited();
    const { server, errors } = await serve(() => waiting(body));
    const socket = open(server);
    socket.pause();
    socket.write(head('GET / HTTP/1.1'));
    for (let count = 0; count < 2_000; count += 1) put(Buffer.alloc(64 * 1024));
    await until(() => state.asked > 10);
    await sleep(300);
    const before = performance.now();
    await server.close();
    assert.ok(performance.now() - before < graceMs / 2);
    await until(() => state.isLeft);
    assert.deepEqual(errors, []);
  });

  test('may be silent for longer than a client may', async () => {
    const { put, body } = awaited();
    const { server } = await serve(() => waiting(body), { limits: { stallMs } });
    const answer = fetch(server.url).then((response) => response.text());
    await sleep(2 * stallMs);
    put('late');
    put(null);
    assert.equal(await answer, 'late');
  });
});

describe('a service with a bug', () => {
  const bugs: Record<string, Handle> = {
    throws: () => {
      throw new Error('secret');
    },
    rejects: () => Promise.reject(new Error('secret')),
    'answers nothing': () => undefined as unknown as ApiResponse,
    'answers a header that cannot be sent': () => ({ status: 200, headers: { 'x-a': 'a\nb' }, body: null }),
    'answers a status that is none': () => ({ status: 7, headers: {}, body: null }),
  };
  for (const [name, bug] of Object.entries(bugs)) {
    test(`that ${name} gives a 500 with the request id that is in the log`, async () => {
      const { server, errors } = await serve(bug);
      for (const attempt of [1, 2]) {
        const response = await fetch(server.url);
        assert.equal(response.status, 500);
        const body = await response.text();
        assert.doesNotMatch(body, /secret/);
        assert.equal(errors.length, attempt);
        const { requestId, err } = errors[attempt - 1] as { requestId: string; err: unknown };
        assert.match(requestId, /^req-[0-9a-f-]{36}$/);
        assert.ok(body.includes(requestId));
        assert.ok(err instanceof Error);
      }
    });
  }
});

describe('a request that cannot be understood', () => {
  const refused: readonly (readonly [string, number, string | Buffer])[] = [
    ['no HTTP at all', 400, 'hello?\r\n\r\n'],
    ['a TLS greeting', 400, Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5])],
    ['an unknown method', 400, head('BREW / HTTP/1.1')],
    ['an unknown version', 400, head('GET / HTTP/3.7')],
    ['bytes in the path that are no ASCII', 400, Buffer.from(head('GET /\xff\xfe HTTP/1.1'), 'latin1')],
    ['a control character in a header', 400, head('GET / HTTP/1.1', 'x: a\0b')],
    ['a length that is none', 400, head('POST / HTTP/1.1', 'content-length: x')],
    ['a negative length', 400, head('POST / HTTP/1.1', 'content-length: -1')],
    ['two lengths', 400, head('POST / HTTP/1.1', 'content-length: 1', 'content-length: 2')],
    [
      'a length beside chunks',
      400,
      head('POST / HTTP/1.1', 'content-length: 1', 'transfer-encoding: chunked'),
    ],
    ['a chunk without a size', 400, `${head('POST / HTTP/1.1', 'transfer-encoding: chunked')}zz\r\n`],
    [
      'a chunk longer than it says',
      400,
      `${head('POST / HTTP/1.1', 'transfer-encoding: chunked')}1\r\nabc\r\n`,
    ],
    ['a header that never ends', 431, `GET / HTTP/1.1\r\nhost: h\r\nx: ${'y'.repeat(100_000)}`],
    [
      'very many headers',
      431,
      head('GET / HTTP/1.1', ...Array.from({ length: 20_000 }, (_, n) => `a${n}: b`)),
    ],
    ['a very long target', 431, head(`GET /${'y'.repeat(100_000)} HTTP/1.1`)],
    ['no Host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['two Hosts', 400, 'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
    ['a Host that is none', 400, 'GET / HTTP/1.1\r\nhost: "><script>\r\n\r\n'],
    ['an unknown expectation', 400, `${head('POST / HTTP/1.1', 'expect: miracles', 'content-length: 1')}x`],
    ['CONNECT', 400, head('CONNECT other:443 HTTP/1.1')],
  ];
  for (const [name, status, bytes] of refused) {
    test(`(${name}) is answered in the service’s error form, and the connection closed`, async () => {
      const { server, requests, failures } = await serve(() => text('ok'));
      const answer = await exchange(server, bytes);
      assert.match(
        answer,
        new RegExp(`^HTTP/1\\.1 ${status} [^]*connection: close[^]*{"failure":${status},`, 'i'),
      );
      assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1, 'one answer');
      assert.equal(Number(/content-length: (\d+)/i.exec(answer)?.[1]), answer.split('\r\n\r\n')[1]?.length);
      assert.deepEqual(requests, []);
      assert.equal(failures.length, 1);
      assert.equal((await fetch(server.url)).status, 200);
    });
  }

  test('waits for the answers before it', async () => {
    const { server } = await serve(() => later(text('[first]'), 60));
    const answer = await exchange(server, `${head('POST / HTTP/1.1', 'content-length: 1')}xGARBAGE`);
    assert.match(answer, /^HTTP\/1\.1 200 [^]*\[first\]HTTP\/1\.1 400 [^]*"failure":400/);
  });

  test('because it is CONNECT waits as well', async () => {
    const { server } = await serve(() => later(text('[first]'), 60));
    const answer = await exchange(server, head('GET / HTTP/1.1') + head('CONNECT other:443 HTTP/1.1'));
    assert.match(answer, /^HTTP\/1\.1 200 [^]*\[first\]HTTP\/1\.1 400 [^]*"failure":400/);
  });

  test('in the middle of a body waits for the answers before it, too', async () => {
    const { server } = await serve(() => later(text('[first]'), 60));
    const answer = await exchange(
      server,
      `${head('GET / HTTP/1.1')}${head('POST / HTTP/1.1', 'transfer-encoding: chunked')}1\r\nx\r\nzz\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 200 [^]*\[first\]HTTP\/1\.1 400 [^]*"failure":400/);
  });

  test('because its body breaks off is answered, as far as somebody is there to read it', async () => {
    const { server, requests } = await serve(() => text('ok'));
    const socket = open(server);
    const received = gather(socket);
    socket.end(`${head('POST / HTTP/1.1', 'content-length: 10')}abc`);
    assert.match(await received, /^HTTP\/1\.1 400 [^]*middle of the request/);
    assert.deepEqual(requests, []);
  });

  test('because the client resets the connection is forgotten', async () => {
    const { server, requests, errors } = await serve(() => text('ok'));
    for (const bytes of ['', 'GE', head('POST / HTTP/1.1', 'content-length: 10'), 'GET / HTTP/1.1\r\nho']) {
      const socket = open(server);
      await new Promise((resolve) => socket.once('connect', resolve));
      if (bytes !== '') await new Promise((resolve) => socket.write(bytes, resolve));
      await sleep(20);
      socket.resetAndDestroy();
    }
    await sleep(30);
    assert.deepEqual(requests, []);
    assert.deepEqual(errors, []);
    assert.equal((await fetch(server.url)).status, 200);
  });
});

describe('a body that is too large', () => {
  const limits = { bodyBytes: 100_000, lingerMs: 200 };

  test('is refused before it is sent, if the client asks first', async () => {
    const { server } = await serve(() => text('ok'), { limits });
    const answer = await exchange(
      server,
      head('POST / HTTP/1.1', 'content-length: 100001', 'expect: 100-continue'),
    );
    assert.match(answer, /^HTTP\/1\.1 413 [^]*"failure":413/);
  });

  test('is refused, and the client can read so although it goes on sending', async () => {
    const { server, requests } = await serve(() => text('ok'), { limits: { ...limits, lingerMs: 500 } });
    for (const body of ['x'.repeat(5_000_000), streamOf('x'.repeat(50_000), 100)]) {
      const response = await fetch(server.url, { method: 'POST', body, duplex: 'half' });
      assert.equal(response.status, 413);
      assert.match(await response.text(), /"failure":413/);
    }
    assert.deepEqual(requests, []);
  });

  test('can be sent to its end by a client that reads only afterwards', async () => {
    const { server } = await serve(() => text('ok'), { limits: { ...limits, lingerMs: 5_000 } });
    const socket = open(server);
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error));
    socket.pause();
    socket.write(head('POST / HTTP/1.1', 'content-length: 2000000'));
    for (let sent = 0; sent < 2_000_000; sent += 100_000) {
      await new Promise((resolve) => socket.write('x'.repeat(100_000), resolve));
      await sleep(2);
    }
    assert.deepEqual(errors, []);
    assert.match(await gather(socket.resume()), /^HTTP\/1\.1 413 /);
  });

  test('is not waited for without end', async () => {
    const { server } = await serve(() => text('ok'), { limits });
    const answer = await exchange(server, `${head('POST / HTTP/1.1', 'content-length: 999999')}abc`);
    assert.match(answer, /^HTTP\/1\.1 413 /);
  });

  test('begins one byte above the limit', async () => {
    const { server } = await serve(({ body }) => text(`${body.length}`), { limits });
    const post = (length: number): Promise<Response> =>
      fetch(server.url, { method: 'POST', body: 'x'.repeat(length) });
    assert.equal(await (await post(100_000)).text(), '100000');
    assert.equal((await post(100_001)).status, 413);
  });
});

describe('a client that asks before sending', () => {
  test('is told to go on', async () => {
    const { server, requests } = await serve(() => text('done'));
    const socket = open(server);
    const received = gather(socket);
    socket.write(head('POST / HTTP/1.1', 'content-length: 2', 'expect: 100-continue', 'connection: close'));
    await sleep(50);
    assert.deepEqual(requests, []);
    socket.write('hi');
    assert.match(await received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 [^]*done$/);
  });
});

describe('a slow client', () => {
  const limits = { headersMs: 100, requestMs: 250 };

  test('that does not finish its headers is turned away', async () => {
    const { server } = await serve(() => text('ok'), { limits });
    assert.match(await exchange(server, 'GET / HTTP/1.1\r\nhost'), /^HTTP\/1\.1 408 [^]*"failure":408/);
  });

  test('that does not finish its body is turned away', async () => {
    const { server, requests } = await serve(() => text('ok'), { limits });
    const answer = await exchange(server, `${head('POST / HTTP/1.1', 'content-length: 9')}abc`);
    assert.match(answer, /^HTTP\/1\.1 408 [^]*"failure":408/);
    assert.deepEqual(requests, []);
  });

  test('that says nothing is left without a word', async () => {
    const { server } = await serve(() => text('ok'), { limits });
    assert.equal(await exchange(server), '');
  });

  test('is left when it does not ask again', async () => {
    const { server } = await serve(() => text('ok'), { limits: { keepAliveMs: 50 } });
    assert.match(await exchange(server, head('GET / HTTP/1.1')), /ok$/);
  });
});

describe('more connections than allowed', () => {
  test('are closed as they come', async () => {
    const { server } = await serve(() => text('ok'), { limits: { connections: 2 } });
    const [first, second, third] = [open(server), open(server), open(server)];
    assert.equal(await gather(third), '');
    first?.destroy();
    await sleep(20);
    assert.match(await exchange(server, head('GET / HTTP/1.1', 'connection: close')), /ok$/);
    second?.destroy();
  });
});

describe('closing', () => {
  test('answers what was accepted, and says that it was the last', async () => {
    const accepted = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let count = 0;
    const { server } = await serve(() => {
      accepted[count++]?.resolve();
      return later(text('accepted'), 100);
    });
    const sockets = [open(server), open(server)];
    const received = sockets.map(gather);
    for (const socket of sockets) socket.write(head('GET / HTTP/1.1'));
    await Promise.all(accepted.map(({ promise }) => promise));
    await server.close();
    for (const answer of await Promise.all(received)) {
      assert.match(answer, /^HTTP\/1\.1 200 [^]*connection: close[^]*accepted$/i);
    }
  });

  test('takes no more, and leaves at once those who ask for nothing', async () => {
    const { server } = await serve(() => text('ok'));
    const unused = gather(open(server));
    const idle = open(server);
    const received = gather(idle);
    idle.write(head('GET / HTTP/1.1'));
    await once(idle, 'data');
    const before = performance.now();
    await server.close();
    assert.ok(performance.now() - before < graceMs / 2);
    assert.equal(await unused, '');
    assert.match(await received, /ok$/);
    await assert.rejects(fetch(server.url));
  });

  test('lets a body that is on its way arrive', async () => {
    const { server } = await serve(({ body }) => text(`${body.length} bytes`));
    const socket = open(server);
    const received = gather(socket);
    socket.write(`${head('POST / HTTP/1.1', 'content-length: 4')}ab`);
    await sleep(30);
    const closed = server.close();
    await sleep(30);
    socket.write('cd');
    assert.match(await received, /^HTTP\/1\.1 200 [^]*4 bytes$/);
    await closed;
  });

  test('lets a client read to the end what was answered', async () => {
    const { server, requests } = await serve(({ onIdentified }) => {
      // For a stranger not so much is kept.
      onIdentified?.();
      return text('x'.repeat(20_000_000));
    });
    const socket = open(server);
    socket.pause();
    socket.write(head('GET / HTTP/1.1'));
    await until(() => requests.length > 0);
    const closed = server.close();
    await sleep(100);
    const received = await gather(socket.resume());
    assert.ok(received.length > 20_000_000, `${received.length} bytes`);
    await closed;
  });

  test('cuts off what is not answered in time', async () => {
    const { server, requests } = await serve(() => later(text('too late'), graceMs), {
      limits: { graceMs: 100 },
    });
    const socket = open(server);
    const received = gather(socket);
    socket.write(head('GET / HTTP/1.1'));
    await until(() => requests.length > 0);
    const before = performance.now();
    await Promise.all([server.close(), server.close()]);
    assert.ok(performance.now() - before < graceMs / 2);
    assert.equal(await received, '');
  });
});

test('nothing that is sent, in whatever pieces, ends the server or holds a connection', async () => {
  const { server, errors } = await serve(
    ({ target }) => (target.length % 2 === 0 ? text('ok') : later(text('ok'), 1)),
    {
      limits: { headersMs: 100, requestMs: 150, keepAliveMs: 1, lingerMs: 50, bodyBytes: 1000 },
    },
  );
  const fragment = fc.oneof(
    fc.constantFrom(
      'GET / HTTP/1.1\r\n',
      'POST /a HTTP/1.1\r\n',
      'HEAD * HTTP/1.0\r\n',
      'host: h\r\n',
      'content-length: 3\r\n',
      'content-length: 2000\r\n',
      'transfer-encoding: chunked\r\n',
      'expect: 100-continue\r\n',
      'connection: close\r\n',
      'connection: upgrade\r\nupgrade: h2c\r\n',
      '\r\n',
      'abc',
      '3\r\nabc\r\n',
      '0\r\n\r\n',
      'x'.repeat(1500),
    ),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  );
  const piece = fc.array(fragment, { maxLength: 8 }).map((fragments) => fragments.join(''));
  await assertProperty(
    fc.asyncProperty(fc.array(piece, { maxLength: 3 }), fc.boolean(), async (pieces, isReset) => {
      const socket = open(server);
      const received = gather(socket);
      for (const bytes of pieces) {
        if (bytes !== '' && socket.writable) socket.write(bytes, 'latin1');
        await sleep(1);
      }
      if (isReset) socket.resetAndDestroy();
      await received;
    }),
    60,
  );
  assert.deepEqual(errors, []);
  assert.equal((await fetch(server.url)).status, 200);
});

test('servers that share a port each get some of its connections', async (t) => {
  const first = await serve(() => text('first'), { sharesPort: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTSUP') throw error;
    return null;
  });
  if (first === null) return t.skip('this system cannot share a port');
  const { port } = first.server;
  await serve(() => text('second'), { sharesPort: true, port });
  const seen = new Set<string>();
  for (let attempt = 0; seen.size < 2; attempt++) {
    assert.ok(attempt < 500, `only ${[...seen].join()}`);
    seen.add((await exchange(first.server, head('GET / HTTP/1.1', 'connection: close'))).slice(-6));
  }
  // Who does not want to share is not made to.
  await assert.rejects(
    serve(() => text('third'), { port }),
    { code: 'EADDRINUSE' },
  );
});

test('a port that is taken is an error', async () => {
  const { server } = await serve(() => text('ok'));
  await assert.rejects(
    serve(() => text('ok'), { port: server.port }),
    { code: 'EADDRINUSE' },
  );
});

interface Served {
  readonly server: HttpServer;
  readonly requests: WholeRequest[];
  readonly failures: Failure[];
  readonly errors: object[];
}

async function serve(handle: Handle, options: Partial<HttpServerOptions> = {}): Promise<Served> {
  const requests: WholeRequest[] = [];
  const failures: Failure[] = [];
  const errors: object[] = [];
  const server = await serveHttp(
    withWholeBody((request) => {
      requests.push(request);
      return handle(request);
    }),
    {
      host: '127.0.0.1',
      port: 0,
      log: { info: () => {}, error: (fields) => errors.push(fields) },
      renderFailure: (failure, requestId) => {
        failures.push(failure);
        const body = JSON.stringify({ failure: failure.status, detail: failure.detail, requestId });
        return { status: failure.status, headers: { 'content-type': 'application/json' }, body };
      },
      ...options,
    },
  );
  servers.push(server);
  return { server, requests, failures, errors };
}

function text(body: string): ApiResponse {
  return { status: 200, headers: { 'content-type': 'text/plain' }, body };
}

function later<Value>(value: Value, delayMs: number): Promise<Value> {
  return new Promise((resolve) => setTimeout(resolve, delayMs, value).unref());
}

function sleep(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

/**
 * How long a client may be silent, where a test is to see the end of it. On a busy machine this process itself may be
 * silent for some time, and a client that has just connected is not to be given up for that.
 */
const stallMs = 1_000;

/** Fails when it does not come to that. */
async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited += 5) {
    assert.ok(waited < 60_000, `not in time: ${isSo.toString()}`);
    await sleep(5);
  }
}

/** What a number has come to when it does not change any more. */
async function atRest(count: () => number): Promise<number> {
  for (let before = count(); ; before = count()) {
    await sleep(200);
    if (count() === before) return before;
  }
}

function head(requestLine: string, ...headers: string[]): string {
  return `${[requestLine, 'host: h', ...headers].join('\r\n')}\r\n\r\n`;
}

function open(server: HttpServer): Socket {
  const socket = connect(server.port, '127.0.0.1');
  // What a reset does to this end is not what is tested.
  socket.on('error', () => {});
  sockets.push(socket);
  return socket;
}

/** All that comes until the other end closes. Fails when it does not. */
function gather(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const tooLong = setTimeout(
      () => reject(new Error(`still open after: ${Buffer.concat(chunks).toString()}`)),
      5_000,
    );
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('close', () => {
      clearTimeout(tooLong);
      resolve(Buffer.concat(chunks).toString());
    });
  });
}

/** Sends, one piece after the other, and waits until the server closes. */
async function exchange(server: HttpServer, ...pieces: (string | Buffer)[]): Promise<string> {
  const socket = open(server);
  const received = gather(socket);
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(20);
  }
  return received;
}

function streamOf(chunk: string, count: number): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (let number = 0; number < count; number += 1) controller.enqueue(Buffer.from(chunk));
      controller.close();
    },
  });
}
