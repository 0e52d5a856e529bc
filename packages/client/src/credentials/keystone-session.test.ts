import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeKeystone, ownToken } from '@berth/api-kit/auth/testing/fake-keystone.ts';
import { oneCertificate } from '@berth/api-kit/testing/test-certificates.ts';
import { scriptedServer } from '../testing/scripted-server.ts';
import { KeystoneSession, type KeystoneSessionOptions } from './keystone-session.ts';

const token = {
  expires_at: '2100-01-01T00:00:00.000000Z',
  catalog: [
    { type: 'placement', endpoints: [{ interface: 'public', region: 'r', url: 'http://placement' }] },
  ],
};
const issued = { status: 201, headers: { 'x-subject-token': 'given' }, body: { token } };
const query = { service: 'placement', interface: 'public', region: null } as const;
const credentials = {
  kind: 'password',
  user: { id: 'ann' },
  password: 'secret',
  scope: 'system',
} as const;

function sessionWith(authUrl: string, options: Partial<KeystoneSessionOptions> = {}): KeystoneSession {
  return new KeystoneSession({ authUrl, credentials, ...options });
}

test('many who want a token and an address at once make one request', async () => {
  await using keystone = await fakeKeystone();
  keystone.login = () => issued;
  const session = sessionWith(keystone.url);
  const found = await Promise.all([session.get(), session.endpoint(query), session.get()]);
  assert.deepEqual(found, ['given', 'http://placement', 'given']);
  assert.equal(keystone.counts.logins, 1);
  assert.equal(keystone.seen[0]?.path, '/v3/auth/tokens');
  session.close();
});

test('a token is renewed shortly before it ends, and when it is not accepted', async () => {
  await using keystone = await fakeKeystone();
  keystone.login = () => ownToken(`t${keystone.counts.logins}`, '2030-01-01T01:00:00Z');
  let now = Date.UTC(2030, 0, 1);
  const session = sessionWith(keystone.url, { now: () => now });
  assert.equal(await session.get(), 't1');
  now += 58 * 60_000;
  assert.equal(await session.get(), 't1');
  now += 90_000;
  assert.equal(await session.get(), 't2');
  assert.equal(await session.getOtherThan('t2'), 't3');
  assert.equal(await session.getOtherThan('t2'), 't3');
  assert.equal(await session.getOtherThan(null), 't3');
  session.close();
});

test('credentials that were refused rest for a while, and are not shown', async () => {
  await using keystone = await fakeKeystone();
  keystone.login = () => ({ status: 401, body: { error: 'secret' } });
  const session = sessionWith(keystone.url);
  for (let round = 0; round < 3; round += 1)
    await assert.rejects(
      session.get(),
      (error) => /\(status 401\)/.test(String(error)) && !/secret/.test(String(error)),
    );
  assert.equal(keystone.counts.logins, 1);
  session.close();
});

test('a Keystone of an authority of one’s own is believed, and no other is told a password', async () => {
  const reply = { ...issued, body: JSON.stringify(issued.body) };
  await using server = await scriptedServer(
    [{ ...reply, headers: { ...issued.headers, 'content-type': 'application/json' } }],
    oneCertificate,
  );
  const believing = sessionWith(`${server.url}/v3`, { tls: { ca: oneCertificate.cert } });
  assert.equal(await believing.get(), 'given');
  believing.close();
  const other = sessionWith(server.url);
  await assert.rejects(other.get(), /cannot be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  assert.equal(server.seen.length, 1);
  other.close();
});

test('a Keystone that sends without an end, or something else, is no use', async () => {
  for (const [reply, complaint] of [
    [{ status: 201, body: 'x'.repeat(5 << 20) }, /cannot be reached \(the connection failed\)/],
    [{ status: 200, body: '<html>' }, /something other than JSON/],
    [{ status: 302, headers: { location: 'http://127.0.0.1:1' } }, /gave no token \(status 302\)/],
    [{ status: 201, body: '{}' }, /gave no token \(status 201\)/],
  ] as const) {
    await using server = await scriptedServer([reply]);
    const session = sessionWith(server.url);
    await assert.rejects(session.get(), complaint);
    session.close();
  }
});
