import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeKeystone, ownToken } from '@berth/api-kit/auth/testing/fake-keystone.ts';
import { filesOfClouds } from './credentials/testing/files-of-clouds.ts';
import { openTransport } from './open-transport.ts';
import { jsonReply, scriptedServer } from './testing/scripted-server.ts';

const get = { method: 'GET', path: '/traits' } as const;

function tokenWithCatalog(value: string, url: string) {
  const endpoints = [{ interface: 'internal', region: 'north', url }];
  const token = { expires_at: '2100-01-01T00:00:00Z', catalog: [{ type: 'placement', endpoints }] };
  return { status: 201, headers: { 'x-subject-token': value }, body: { token } };
}

test('with a cloud of clouds.yaml the address is that of the catalog, and the token is renewed when it is refused', async (t) => {
  await using placement = await scriptedServer([{ status: 401 }, jsonReply({ traits: [] })]);
  await using keystone = await fakeKeystone();
  keystone.login = () => tokenWithCatalog(`t${keystone.counts.logins}`, `${placement.url}/placement`);
  const sources = filesOfClouds(t, {
    'clouds.yaml': `
clouds:
  mine:
    auth: {auth_url: ${keystone.url}, username: ann, project_name: work}
    region_name: north
    interface: internal
    placement_api_version: "1.28"
`,
    'secure.yaml': 'clouds: {mine: {auth: {password: secret}}}',
  });
  const transport = openTransport({ service: 'placement', ...sources, environment: { OS_CLOUD: 'mine' } });
  assert.equal(keystone.counts.logins, 0);
  assert.deepEqual((await transport.send(get)).json, { traits: [] });
  assert.deepEqual(
    placement.seen.map(({ path, headers }) => [
      path,
      headers['x-auth-token'],
      headers['openstack-api-version'],
    ]),
    [
      ['/placement/traits', 't1', 'placement 1.28'],
      ['/placement/traits', 't2', 'placement 1.28'],
    ],
  );
  await transport.close();
  await assert.rejects(transport.send(get), { name: 'Unreachable', isUnsent: true });
});

test('an address that is told is not looked up', async () => {
  await using placement = await scriptedServer([jsonReply({})]);
  await using keystone = await fakeKeystone();
  keystone.login = () => ownToken('t');
  const transport = openTransport({
    service: 'placement',
    explicit: {
      auth_url: keystone.url,
      user_id: 'ann',
      password: 'secret',
      placement_endpoint_override: placement.url,
    },
  });
  assert.equal((await transport.send(get)).status, 200);
  await transport.close();
});

test('with a token and an endpoint there is no Keystone', async () => {
  await using placement = await scriptedServer([jsonReply({})]);
  const environment = { OS_AUTH_TYPE: 'admin_token', OS_ENDPOINT: placement.url, OS_TOKEN: 'admin' };
  const transport = openTransport({ service: 'placement', environment, directory: '/nonexistent' });
  assert.equal((await transport.send(get)).status, 200);
  assert.equal(placement.seen[0]?.headers['x-auth-token'], 'admin');
  await transport.close();
  assert.throws(() => openTransport({ service: 'placement', explicit: { auth_type: 'none' } }), {
    name: 'CredentialsError',
    message: /^endpoint is missing/,
  });
});

test('what the catalog does not have, and a Keystone that says no, are told by the first request', async () => {
  await using keystone = await fakeKeystone();
  keystone.login = () => tokenWithCatalog('t', 'http://127.0.0.1:1');
  const explicit = { auth_url: keystone.url, user_id: 'ann', password: 'secret' };
  const transport = openTransport({ service: 'compute', explicit });
  await assert.rejects(transport.send(get), {
    name: 'Unreachable',
    isUnsent: true,
    message: 'the catalog has no public endpoint of compute; services that it has: placement',
  });
  await transport.close();
  keystone.login = () => ({ status: 401 });
  const refused = openTransport({ service: 'placement', explicit });
  await assert.rejects(refused.send(get), { name: 'Unreachable', message: /refuses the credentials/ });
  await refused.close();
});
