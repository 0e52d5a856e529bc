import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { HttpTransport, type HttpTransportOptions } from './http-transport.ts';
import { jsonReply, type ScriptedReply, scriptedServer } from './testing/scripted-server.ts';
import { fixedToken, type TokenSource } from './token-source.ts';
import { type ServiceRequest, Unreachable } from './transport.ts';

const get: ServiceRequest = { method: 'GET', path: '/x' };
const put: ServiceRequest = { method: 'PUT', path: '/x', body: { a: 1 } };
const ok = jsonReply({ fine: true });
const busy = (status: number, headers: Record<string, string> = {}): ScriptedReply => ({ status, headers });

function transportTo(url: HttpTransportOptions['url'], options: Partial<HttpTransportOptions> = {}) {
  const usual = { service: 'placement', tokens: fixedToken('t'), pauseMs: 1, timeoutMs: 20_000 };
  return new HttpTransport({ ...usual, url, ...options });
}

/** What comes of a request where the server gives these answers, and how often it was asked. */
async function sent(
  request: ServiceRequest,
  replies: readonly ScriptedReply[],
  options: Partial<HttpTransportOptions> = {},
): Promise<{ status: number | 'none' | 'unsent'; count: number }> {
  await using server = await scriptedServer(replies);
  const transport = transportTo(server.url, options);
  try {
    const { status } = await transport.send(request);
    return { status, count: server.seen.length };
  } catch (error) {
    assert(error instanceof Unreachable);
    return { status: error.isUnsent ? 'unsent' : 'none', count: server.seen.length };
  } finally {
    await transport.close();
  }
}

test('a request goes below the path of the service, with token, version, id and JSON', async () => {
  await using server = await scriptedServer([ok]);
  const transport = transportTo(`${server.url}/placement/`);
  const globalRequestId = 'req-e6e4e4f6-1111-4111-8111-111111111111';
  await transport.send({ ...put, path: '/x?a=b%20c', version: '1.28', globalRequestId });
  await transport.send(get);
  const [first, second] = server.seen;
  assert.deepEqual([first?.method, first?.path, first?.body], ['PUT', '/placement/x?a=b%20c', '{"a":1}']);
  assert.deepEqual(
    ['x-auth-token', 'openstack-api-version', 'x-openstack-request-id', 'content-type', 'content-length'].map(
      (name) => first?.headers[name],
    ),
    ['t', 'placement 1.28', globalRequestId, 'application/json', '7'],
  );
  assert.deepEqual(Object.keys(second?.headers ?? {}).toSorted(), [
    'accept',
    'connection',
    'host',
    'x-auth-token',
  ]);
  await transport.close();
});

test('compute is told its version in the old way too, and a default counts where a request has none', async () => {
  await using server = await scriptedServer([ok]);
  const transport = transportTo(server.url, { service: 'compute', defaultVersion: '2.61' });
  await transport.send(get);
  await transport.send({ ...get, version: '2.1' });
  assert.deepEqual(
    server.seen.map(({ headers }) => [
      headers['openstack-api-version'],
      headers['x-openstack-nova-api-version'],
    ]),
    [
      ['compute 2.61', '2.61'],
      ['compute 2.1', '2.1'],
    ],
  );
  await transport.close();
});

test('connections are used again', async () => {
  await using server = await scriptedServer([ok]);
  const transport = transportTo(server.url, { socketsMax: 1 });
  for (let round = 0; round < 3; round += 1) await transport.send(get);
  assert.deepEqual(new Set(server.seen.map(({ headers }) => headers.connection)), new Set(['keep-alive']));
  await transport.close();
});

test('a read is repeated while it may go better, and then its last answer is given', async () => {
  assert.deepEqual(await sent(get, [busy(503), busy(502), busy(504), ok]), { status: 200, count: 4 });
  assert.deepEqual(await sent(get, [busy(429, { 'retry-after': '0' }), ok]), { status: 200, count: 2 });
  assert.deepEqual(await sent(get, [busy(503)]), { status: 503, count: 4 });
  assert.deepEqual(await sent(get, [busy(503)], { attempts: 1 }), { status: 503, count: 1 });
  assert.deepEqual(await sent(get, [(socket) => socket.resetAndDestroy(), ok]), { status: 200, count: 2 });
});

test('who asks to come again much later is not waited for', async () => {
  const later = new Date(Date.now() + 7_200_000).toUTCString();
  for (const header of ['3600', later]) {
    assert.deepEqual(await sent(get, [busy(503, { 'retry-after': header })]), { status: 503, count: 1 });
  }
  const past = new Date(0).toUTCString();
  assert.deepEqual(await sent(get, [busy(503, { 'retry-after': past }), ok]), { status: 200, count: 2 });
});

test('what is a fault or a refusal is not repeated', async () => {
  for (const status of [400, 403, 404, 409, 500, 501]) {
    assert.deepEqual(await sent(get, [busy(status), ok]), { status, count: 1 });
    assert.deepEqual(await sent(put, [busy(status), ok]), { status, count: 1 });
  }
});

test('a write is repeated only where nothing can have been done', async () => {
  assert.deepEqual(await sent(put, [busy(429), ok]), { status: 200, count: 2 });
  const again = { 'retry-after': '0' };
  assert.deepEqual(await sent(put, [busy(503, again), ok]), { status: 503, count: 1 });
  assert.deepEqual(await sent(put, [busy(502), ok]), { status: 502, count: 1 });
  assert.deepEqual(await sent(put, [(socket) => socket.resetAndDestroy(), ok]), { status: 'none', count: 1 });
  for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
    assert.deepEqual(await sent({ method, path: '/x' }, [(socket) => socket.end(), ok]), {
      status: 'none',
      count: 1,
    });
  }
});

test('a connection that was kept, and breaks under a write, does not let it be sent twice', async () => {
  assert.deepEqual(
    await (async () => {
      await using server = await scriptedServer([ok, (socket) => socket.resetAndDestroy(), ok]);
      const transport = transportTo(server.url);
      await transport.send(put);
      const error = await transport.send(put).catch((thrown: unknown) => thrown);
      await transport.close();
      return [error instanceof Unreachable && error.isUnsent, server.seen.length];
    })(),
    [false, 2],
  );
});

test('where nobody listens, a write is unsent however often it was tried', async () => {
  const transport = transportTo(`http://127.0.0.1:${await freePort()}`, { attempts: 3 });
  await assert.rejects(
    transport.send(put),
    (error) =>
      error instanceof Unreachable && error.isUnsent && /\/x: no answer \(ECONNREFUSED\)/.test(error.message),
  );
  await transport.close();
});

test('a service that comes up while a write waits gets it', async () => {
  let attempts = 0;
  await using server = await scriptedServer([ok]);
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const transport = transportTo(async () => ((attempts += 1) < 3 ? nowhere : server.url));
  assert.equal((await transport.send(put)).status, 200);
  assert.equal(server.seen.length, 1);
  await transport.close();
});

test('a token that is not accepted is replaced once', async () => {
  const tokens: TokenSource = {
    get: async () => 'old',
    getOtherThan: async (rejected) => (rejected === 'old' ? 'new' : null),
  };
  await using server = await scriptedServer([busy(401), ok, busy(401), busy(401)]);
  const transport = transportTo(server.url, { tokens });
  assert.equal((await transport.send(put)).status, 200);
  assert.equal((await transport.send(put)).status, 401);
  assert.deepEqual(
    server.seen.map(({ headers }) => headers['x-auth-token']),
    ['old', 'new', 'old', 'new'],
  );
  await transport.close();
  assert.deepEqual(await sent(get, [busy(401), ok]), { status: 401, count: 1 });
});

test('without a token none is sent', async () => {
  await using server = await scriptedServer([ok]);
  const transport = transportTo(server.url, { tokens: fixedToken(null) });
  await transport.send(get);
  assert.equal(server.seen[0]?.headers['x-auth-token'], undefined);
  await transport.close();
});

test('where no token or address can be had nothing is sent, and the reason is told', async () => {
  const refuse = async (): Promise<never> => {
    throw new Error('Keystone is away');
  };
  const transport = transportTo('http://127.0.0.1:1', {
    tokens: { get: refuse, getOtherThan: refuse },
    pauseMs: 60_000,
  });
  const expected = { name: 'Unreachable', message: 'Keystone is away', isUnsent: true };
  await assert.rejects(transport.send(get), expected);
  await transport.close();
  const other = transportTo(refuse, { pauseMs: 60_000 });
  await assert.rejects(other.send(get), expected);
  await other.close();
});

test('closing ends what is under way, and what waits for its next attempt', async () => {
  await using server = await scriptedServer([() => {}]);
  const silent = transportTo(server.url);
  const waiting = silent.send(put);
  while (server.seen.length === 0) await new Promise(setImmediate);
  await silent.close();
  await assert.rejects(waiting, { name: 'Unreachable', isUnsent: false });

  const paused = transportTo(`http://127.0.0.1:${await freePort()}`, { pauseMs: 60_000, pauseMaxMs: 60_000 });
  const sending = paused.send(put);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await paused.close();
  await assert.rejects(sending, { name: 'Unreachable', isUnsent: true });
});

test('whoever asks can end the wait', async () => {
  await using server = await scriptedServer([() => {}]);
  const transport = transportTo(server.url);
  const leaving = new AbortController();
  const sending = transport.send({ ...put, signal: leaving.signal });
  while (server.seen.length === 0) await new Promise(setImmediate);
  leaving.abort();
  await assert.rejects(sending, { name: 'Unreachable', isUnsent: false, message: /waited for any longer/ });
  await transport.close();
});
