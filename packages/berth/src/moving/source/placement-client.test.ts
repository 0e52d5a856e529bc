import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlacementClient } from './placement-client.ts';
import type { TokenSource } from '@berth/client/token-source.ts';

const url = 'http://placement.test/placement/';
const root = { versions: [{ id: 'v1.0', max_version: '1.39', min_version: '1.0' }] };
const fixed = (token: string | null): TokenSource => ({
  get: async () => token,
  getOtherThan: async () => null,
});

interface Asked {
  readonly url: string;
  readonly headers: Headers;
}

/** A client of a server that gives these answers after that to `GET /`. */
async function clientOf(
  answers: readonly (Response | Error)[],
  tokens = fixed('t'),
  version: unknown = root,
) {
  const asked: Asked[] = [];
  const waiting = [Response.json(version), ...answers];
  const client = await PlacementClient.connect({
    url,
    tokens,
    attempts: 4,
    pauseMs: 1,
    fetch: async (url, init) => {
      asked.push({ url, headers: new Headers(init.headers) });
      const next = waiting.shift() ?? new Error('no more answers');
      if (next instanceof Error) throw next;
      return next;
    },
  });
  return { client, asked };
}

test('it asks below the URL, with the token, at the newest version that both know', async () => {
  const { client, asked } = await clientOf([Response.json({ a: 1 })]);
  assert.deepEqual(await client.get('/traits'), { json: { a: 1 }, lastModified: null });
  assert.equal(asked[1]?.url, 'http://placement.test/placement/traits');
  assert.equal(asked[1]?.headers.get('x-auth-token'), 't');
  assert.equal(asked[1]?.headers.get('openstack-api-version'), 'placement 1.39');

  const at = async (max: string) =>
    (await clientOf([], fixed(null), { versions: [{ max_version: max }] })).client.version;
  assert.equal(await at('1.36'), '1.36');
  assert.equal(await at('1.47'), '1.39');
  await assert.rejects(at('1.27'), { message: /knows microversions up to 1\.27, and it takes 1\.28/ });
  await assert.rejects(at('2.1'), { message: /does not tell its versions: is this a Placement\?$/ });
  await assert.rejects(clientOf([], fixed(null), ['x']), { message: /does not tell its versions/ });
});

test('an answer tells when it was changed', async () => {
  const headers = { 'last-modified': 'Mon, 16 Nov 2026 04:38:30 GMT' };
  const { client } = await clientOf([new Response(null, { status: 204, headers })]);
  assert.deepEqual(await client.get('/traits/X'), {
    json: undefined,
    lastModified: Date.UTC(2026, 10, 16, 4, 38, 30),
  });
});

test('what may pass is tried again: too many requests, faults, lost connections', async () => {
  const failures = [
    new Response('slow down', { status: 429, headers: { 'retry-after': '0' } }),
    new Response('oops', { status: 500 }),
    Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error(), { code: 'ECONNRESET' }),
    }),
  ];
  const { client, asked } = await clientOf([...failures, Response.json({})]);
  await client.get('/x');
  assert.equal(asked.length, 5);
});

test('what does not pass is told', async () => {
  const reset = () => Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
  const { client } = await clientOf([reset(), reset(), reset(), reset()]);
  await assert.rejects(client.get('/x'), {
    message: 'GET http://placement.test/placement/x: no answer (ECONNREFUSED), 4 times',
  });
});

test('a token that is not accepted is replaced once, where there is another', async () => {
  const tokens: TokenSource = {
    get: async () => 'old',
    getOtherThan: async (rejected) => (rejected === 'old' ? 'new' : null),
  };
  const unauthorized = () => new Response('', { status: 401 });
  const { client, asked } = await clientOf([unauthorized(), Response.json({})], tokens);
  await client.get('/x');
  assert.deepEqual(
    asked.slice(1).map(({ headers }) => headers.get('x-auth-token')),
    ['old', 'new'],
  );
  const { client: other } = await clientOf([unauthorized(), unauthorized()], tokens);
  await assert.rejects(other.get('/x'), { message: /does not accept the token \(401\)/ });
  const { client: without } = await clientOf([unauthorized()], fixed(null));
  await assert.rejects(without.get('/x'), { message: /asks for a token \(401\): give one with --token/ });
});

test('what is forbidden, missing, or no Placement is told at once', async () => {
  for (const [answer, message] of [
    [new Response('', { status: 403 }), /\/x: 403: the token is not allowed to read this/],
    [new Response('', { status: 404 }), /\/x: 404: is this a Placement\?/],
    [new Response('<html>'), /\/x: the answer is no JSON/],
    [new Response('', { status: 302 }), /\/x: 302/],
  ] as const) {
    const { client, asked } = await clientOf([answer]);
    await assert.rejects(client.get('/x'), { message });
    assert.equal(asked.length, 2);
  }
  const { client } = await clientOf([new Response('', { status: 404 })]);
  assert.equal(await client.find('/x'), null);
});
