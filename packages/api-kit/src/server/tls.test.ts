import assert from 'node:assert/strict';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { Handle } from '../service.ts';
import { oneCertificate, otherCertificate, type TestCertificate } from '../testing/test-certificates.ts';
import { withWholeBody } from '../testing/with-whole-body.ts';
import { type HttpServer, type HttpServerOptions, serveHttp } from './http-server.ts';
import type { TlsOptions } from './tls-options.ts';

function tlsOf({ cert, key }: TestCertificate): TlsOptions {
  return { cert: Buffer.from(cert), key: Buffer.from(key), minVersion: 'TLSv1.2' };
}

const echo = withWholeBody(({ origin, body }) => ({
  status: 200,
  headers: {},
  body: `${origin} ${body.length}`,
}));

async function serve(
  t: TestContext,
  limits: HttpServerOptions['limits'] = {},
  handle: Handle = echo,
): Promise<HttpServer> {
  const server = await serveHttp(handle, {
    host: '127.0.0.1',
    port: 0,
    tls: tlsOf(oneCertificate),
    renderFailure: ({ status, detail }) => ({ status, headers: {}, body: detail }),
    log: { info: () => {}, error: () => {} },
    limits,
  });
  t.after(() => server.close());
  return server;
}

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
  readonly certificate: string;
}

function ask({ port }: HttpServer, body = '', options: object = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(
      {
        port,
        host: '127.0.0.1',
        method: body === '' ? 'GET' : 'POST',
        rejectUnauthorized: false,
        agent: false,
        ...options,
      },
      (incoming) => {
        const { subject } = (incoming.socket as ReturnType<typeof connectTls>).getPeerCertificate();
        let text = '';
        incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode, text, certificate: String(subject.CN) }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

test('over TLS requests with and without a body are answered, and links say https', async (t) => {
  const server = await serve(t);
  assert.match(server.url, /^https:\/\/127\.0\.0\.1:\d+$/);
  assert.equal((await ask(server)).text, `${server.url} 0`);
  assert.equal((await ask(server, 'x'.repeat(3_000_000))).text, `${server.url} 3000000`);
});

test('another certificate is used from the next connection on', async (t) => {
  const server = await serve(t);
  assert.equal((await ask(server)).certificate, 'one.test');
  server.setTls(tlsOf(otherCertificate));
  assert.equal((await ask(server)).certificate, 'other.test');
});

test('versions of TLS that are too old are refused', async (t) => {
  const server = await serve(t);
  await assert.rejects(ask(server, '', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }));
  assert.equal((await ask(server)).status, 200);
});

test('who speaks plain HTTP, or nonsense, or leaves in the middle does no harm', async (t) => {
  const server = await serve(t);
  for (const bytes of ['GET / HTTP/1.1\r\nhost: h\r\n\r\n', '\x16\x03\x01', 'x'.repeat(100_000)]) {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(bytes);
    await sleep(30);
    socket.resetAndDestroy();
  }
  assert.equal((await ask(server)).status, 200);
});

test('who never finishes to agree upon TLS is left in the end, and takes nobody’s place', async (t) => {
  const server = await serve(t, { anonymousConnections: 4, headersMs: 30_000 });
  const silent = Array.from({ length: 6 }, () => connect(server.port, '127.0.0.1'));
  t.after(() => silent.forEach((socket) => socket.destroy()));
  const closed = silent.map(
    (socket) => new Promise((resolve) => socket.on('error', () => {}).on('close', resolve)),
  );
  // What is read is what the server says, which is nothing until it closes.
  for (const socket of silent) socket.resume();
  await Promise.race(closed);
  assert.equal((await ask(server)).status, 200);
});

test('requests that are sent all at once wait for each other under TLS, too', async (t) => {
  const server = await serve(t);
  const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const one = 'POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 3\r\n\r\nabc';
  socket.write(`${one.repeat(500)}GET / HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n`);
  await closed;
  assert.equal(text.match(/https:\/\/h 3/g)?.length, 500);
  assert.equal(text.match(/https:\/\/h 0/g)?.length, 1);
});

for (const [kind, body] of Object.entries({
  'comes when there is something': async function* () {
    yield Buffer.from('some');
    throw new Error('it is gone');
  },
  'is made while it is sent': (function* () {
    yield Buffer.from('some');
    throw new Error('it is gone');
  })(),
})) {
  test(`an answer that ${kind}, and fails, is cut off, and nothing else is`, async (t) => {
    const server = await serve(t, {}, (request) =>
      request.target === '/' ? echo(request) : { status: 200, headers: {}, body },
    );
    await assert.rejects(ask(server, '', { path: '/failing' }));
    assert.equal((await ask(server)).status, 200);
  });
}
