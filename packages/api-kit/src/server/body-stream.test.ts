import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpError } from '../http-error.ts';
import { readBody, streamBody } from '../request.ts';
import type { Handle } from '../service.ts';
import { serveHttp } from './http-server.ts';
import type { Limits } from './limits.ts';

const log = { info: () => {}, error: () => {} };
const octets = { 'content-type': 'application/octet-stream' };

async function served(t: TestContext, handle: Handle, limits: Partial<Limits> = {}) {
  const server = await serveHttp(
    async (request) => {
      try {
        return await handle(request);
      } catch (error) {
        assert.ok(error instanceof HttpError);
        return { status: error.status, headers: {}, body: error.detail };
      }
    },
    {
      host: '127.0.0.1',
      port: 0,
      renderFailure: ({ status, detail }) => ({ status, headers: {}, body: detail }),
      log,
      limits: { bodyBytes: 1_000, graceMs: 100, lingerMs: 100, ...limits },
    },
  );
  t.after(() => server.close());
  return server;
}

/** Counts what comes. */
const counting: Handle = async ({ body }) => {
  let count = 0;
  for await (const piece of streamBody(body)) count += piece.length;
  return { status: 200, headers: {}, body: String(count) };
};

test('a body that is taken piece by piece may be of any length, and of any encoding', async (t) => {
  const { url } = await served(t, counting);
  const put = async (body: RequestInit['body']) =>
    await (await fetch(url, { method: 'PUT', headers: octets, body, duplex: 'half' } as RequestInit)).text();
  assert.equal(await put(Buffer.alloc(5_000_000)), '5000000');
  assert.equal(
    await put(ReadableStream.from([Buffer.alloc(100_000), Buffer.alloc(1), Buffer.alloc(70_000)])),
    '170001',
  );
  assert.equal(await put(''), '0');
});

test('one that is read as a whole has its bound, whatever it says of itself', async (t) => {
  const { url } = await served(t, async (request) => ({
    status: 200,
    headers: {},
    body: String((await readBody(request)).length),
  }));
  const put = async (bytes: number) => {
    const response = await fetch(url, { method: 'PUT', headers: octets, body: Buffer.alloc(bytes) });
    return [response.status, await response.text()];
  };
  assert.deepEqual(await put(1_000), [200, '1000']);
  assert.deepEqual(await put(1_001), [413, 'A body may have 1000 bytes.']);
});

test('no more is received than is taken', async (t) => {
  let taken = 0;
  const { port } = await served(t, async ({ body }) => {
    for await (const piece of streamBody(body)) {
      taken += piece.length;
      await sleep(1_000);
      break;
    }
    return { status: 200, headers: {}, body: '' };
  });
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write(
    'PUT / HTTP/1.1\r\nhost: h\r\ncontent-type: application/octet-stream\r\ncontent-length: 500000000\r\n\r\n',
  );
  let sent = 0;
  for (let tries = 0; tries < 20; tries++) {
    while (socket.writableLength === 0) {
      socket.write(Buffer.alloc(1_000_000));
      sent += 1_000_000;
      await sleep(1);
    }
    await sleep(10);
  }
  assert.ok(taken > 0 && taken <= 65_536, String(taken));
  assert.ok(sent < 50_000_000, `the client had to wait after ${sent} bytes`);
});

test('it may take longer than requests may, but not by sending next to nothing', async (t) => {
  const { port } = await served(t, counting, { requestMs: 300, headersMs: 300, slowMs: 400 });
  const put = async (bytes: number) => {
    const socket = connect(port, '127.0.0.1');
    t.after(() => socket.destroy());
    const answer: string[] = [];
    socket.on('data', (chunk) => answer.push(String(chunk)));
    socket.on('error', () => {});
    socket.write(
      'PUT / HTTP/1.1\r\nhost: h\r\ncontent-type: application/octet-stream\r\ncontent-length: 20000\r\n\r\n',
    );
    for (let sent = 0; sent < 20_000 && answer.length === 0 && !socket.destroyed; sent += bytes) {
      socket.write(Buffer.alloc(bytes));
      await sleep(100);
    }
    for (let tries = 0; tries < 100 && answer.length === 0; tries++) await sleep(20);
    return answer.join('').split('\r\n')[0];
  };
  const [quick, slow] = await Promise.all([put(2_000), put(10)]);
  assert.equal(quick, 'HTTP/1.1 200 OK');
  assert.equal(slow, 'HTTP/1.1 408 Request Timeout');
});

test('when the client leaves, whoever takes its body is told', async (t) => {
  const ended = Promise.withResolvers<unknown>();
  const { port } = await served(t, async (request) => {
    try {
      return await counting(request);
    } catch (error) {
      ended.resolve(error);
      throw error;
    }
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'PUT / HTTP/1.1\r\nhost: h\r\ncontent-type: application/octet-stream\r\ncontent-length: 100\r\n\r\nabc',
  );
  await sleep(50);
  socket.destroy();
  assert.match(String(await ended.promise), /The connection ended in the middle of the request/);
});
