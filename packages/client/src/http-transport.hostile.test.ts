import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import {
  foreignCertificate,
  oneCertificate,
  otherCertificate,
} from '@berth/api-kit/testing/test-certificates.ts';
import type { TlsSettings } from './http/connection-pool.ts';
import { HttpTransport } from './http-transport.ts';
import {
  jsonReply,
  type ScriptedReply,
  type ScriptedServer,
  scriptedServer,
} from './testing/scripted-server.ts';
import { fixedToken } from './token-source.ts';
import { Unreachable } from './transport.ts';

/** Servers that are broken or mean no good. A request to one ends, takes little memory, and says truly what is known. */

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

async function ask(
  { url }: ScriptedServer,
  { tls, timeoutMs = 20_000 }: { readonly tls?: TlsSettings; readonly timeoutMs?: number } = {},
) {
  const transport = new HttpTransport({
    service: 'placement',
    url,
    tokens: fixedToken('secret-token'),
    timeoutMs,
    attempts: 2,
    pauseMs: 1,
    answerMaxBytes: 100_000,
    ...(tls === undefined ? {} : { tls }),
  });
  try {
    return await transport.send({ method: 'GET', path: '/x' });
  } finally {
    await transport.close();
  }
}

async function complaintAbout(
  reply: ScriptedReply,
  options: { readonly timeoutMs?: number } = {},
): Promise<{ message: string; count: number }> {
  await using server = await scriptedServer([reply]);
  const error: unknown = await ask(server, options).catch((thrown: unknown) => thrown);
  assert(error instanceof Unreachable, String(error));
  assert.equal(error.isUnsent, false);
  assert.doesNotMatch(`${error.stack}`, /secret-token/);
  return { message: error.message, count: server.seen.length };
}

/** Writes as long as somebody listens. */
function endless(socket: Socket, chunk: string): void {
  socket.on('error', () => {});
  const go = () => {
    while (!socket.destroyed && socket.write(chunk)) {}
  };
  socket.on('drain', go);
  go();
}

test('an answer without an end is left at the bound, and not asked for again', async () => {
  const { message, count } = await complaintAbout((socket) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
    endless(socket, `1000\r\n${'x'.repeat(0x1000)}\r\n`);
  });
  assert.match(message, /the answer is longer than 100000 bytes$/);
  assert.equal(count, 1);
});

test('headers without an end are not taken', async () => {
  const { message } = await complaintAbout((socket) => endless(socket, `${head}x: ${'x'.repeat(4096)}\r\n`));
  assert.match(message, /no answer \(HPE_/);
});

test('an answer that drips is not waited for', async () => {
  const { message } = await complaintAbout(
    (socket) => {
      socket.write(`${head}content-length: 1000\r\n\r\n`);
      const dripping = setInterval(() => socket.write('x'), 5);
      socket.on('error', () => {}).on('close', () => clearInterval(dripping));
    },
    { timeoutMs: 60 },
  );
  assert.match(message, /no answer within 60 ms$/);
});

test('half an answer is none', async () => {
  const half = `${head}content-length: 1000\r\n\r\n{"a":`;
  for (const leave of [
    (socket: Socket) => socket.end(half),
    (socket: Socket) => socket.write(half, () => socket.resetAndDestroy()),
    (socket: Socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n10\r\n{"a"`),
    (socket: Socket) => socket.end('HTTP/1.1 200'),
    (socket: Socket) => socket.end(`${head}content-length: 5\r\n\r\n{"a":1}HTTP/1.1 200 OK\r\n\r\n`),
    (socket: Socket) => socket.end('this is no HTTP at all\r\n\r\n'),
    (socket: Socket) => socket.end('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ]) {
    const { message, count } = await complaintAbout((socket) => void leave(socket));
    assert.match(message, /\/x: no answer \(/);
    assert.equal(count, 2);
  }
});

test('what is no JSON is text, whatever it says of itself', async () => {
  const html = '<html><h1>It works!</h1></html>';
  for (const type of ['text/html', 'application/json']) {
    await using server = await scriptedServer([
      { status: 200, headers: { 'content-type': type }, body: html },
    ]);
    const { json, text } = await ask(server);
    assert.deepEqual([json, text], [undefined, html]);
  }
});

test('a redirection is an answer, and nobody is followed', async () => {
  await using target = await scriptedServer([jsonReply({})]);
  await using server = await scriptedServer([{ status: 302, headers: { location: target.url } }]);
  assert.equal((await ask(server)).status, 302);
  assert.equal(target.seen.length, 0);
});

test('over TLS nobody is sent anything who is not believed', async () => {
  for (const [shown, believed, message] of [
    [oneCertificate, otherCertificate.cert, /DEPTH_ZERO_SELF_SIGNED_CERT/],
    [oneCertificate, undefined, /DEPTH_ZERO_SELF_SIGNED_CERT/],
    [foreignCertificate, foreignCertificate.cert, /ERR_TLS_CERT_ALTNAME_INVALID.*127\.0\.0\.1/],
  ] as const) {
    await using server = await scriptedServer([jsonReply({})], shown);
    const tls: TlsSettings = believed === undefined ? {} : { ca: believed };
    const error: unknown = await ask(server, { tls }).catch((thrown: unknown) => thrown);
    assert(error instanceof Unreachable);
    assert.equal(error.isUnsent, true);
    assert.match(error.message, message);
    assert.equal(server.seen.length, 0);
  }
});

test('over TLS an authority of one’s own is believed, or everybody where that is asked for', async () => {
  await using server = await scriptedServer([jsonReply({ a: 1 })], oneCertificate);
  assert.deepEqual((await ask(server, { tls: { ca: oneCertificate.cert } })).json, { a: 1 });
  assert.deepEqual((await ask(server, { tls: { isInsecure: true } })).json, { a: 1 });
});

test('over TLS a certificate of one’s own is shown to a server that asks for it', async () => {
  const { cert, key } = otherCertificate;
  const strict = { ...oneCertificate, ca: cert, requestCert: true, rejectUnauthorized: true };
  await using server = await scriptedServer([jsonReply({ a: 1 })], strict);
  const ca = oneCertificate.cert;
  assert.deepEqual((await ask(server, { tls: { ca, cert, key } })).json, { a: 1 });
  await assert.rejects(ask(server, { tls: { ca } }), { name: 'Unreachable' });
});

test('what speaks plain HTTP where TLS is meant is not told anything', async () => {
  await using server = await scriptedServer([jsonReply({})]);
  const wrong = { ...server, url: server.url.replace('http:', 'https:') };
  await assert.rejects(ask(wrong), { name: 'Unreachable', isUnsent: true });
  assert.equal(server.seen.length, 0);
});
