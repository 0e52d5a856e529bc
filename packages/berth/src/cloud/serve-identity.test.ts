import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import { textOf } from '@berth/api-kit/response.ts';
import { givenFiles } from '@berth/testing/given-files.ts';
import { changeableCloud } from '../testing/changeable-cloud.ts';

const at = { origin: 'http://cloud:8778', remoteAddress: '' };

async function cloudWithIdentity(t: TestContext, args: readonly string[] = []) {
  const file = join(givenFiles(t, { password: 'secret\n' }), 'password');
  const ended = new AbortController();
  const cloud = await changeableCloud({
    args: ['--auth-strategy', 'identity', '--identity-admin-password-file', file, ...args],
    leadership: { isLeading: () => true, ended: ended.signal },
  });
  t.after(async () => {
    ended.abort();
    await cloud.close();
  });
  const ask = async (method: string, target: string, headers: ApiRequest['headers'] = {}, body?: object) => {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const answer = await cloud.handle({ ...at, method, target, headers, body: bytes });
    const text = textOf(answer.body);
    return { ...answer, body: text === '' ? null : JSON.parse(text) };
  };
  const logIn = async (password = 'secret') =>
    ask(
      'POST',
      '/identity/v3/auth/tokens',
      {},
      {
        auth: {
          identity: {
            methods: ['password'],
            password: { user: { name: 'admin', domain: { id: 'default' }, password } },
          },
          scope: { project: { name: 'admin', domain: { id: 'default' } } },
        },
      },
    );
  return { ask, logIn, world: cloud.world };
}

test('the services of the process believe its tokens, and nobody else gets in', async (t) => {
  const { ask, logIn } = await cloudWithIdentity(t);
  const { status, headers } = await logIn();
  assert.equal(status, 201);
  const token = headers['x-subject-token'];
  for (const path of [
    '/placement/resource_providers',
    '/compute/v2.1/flavors',
    '/berth/v1/plans',
    '/identity/v3/users',
  ]) {
    assert.equal((await ask('GET', path, { 'x-auth-token': token })).status, 200, path);
    for (const bad of [undefined, 'admin', `${token}x`, 'admin:admin:admin'])
      assert.equal((await ask('GET', path, { 'x-auth-token': bad })).status, 401, `${path} ${bad}`);
  }
  assert.equal((await logIn('Secret')).status, 401);
});

test('the catalog has what is served, at the address that the client has come to, or at the one that is set', async (t) => {
  const urls = async (args: readonly string[]) => {
    const { logIn } = await cloudWithIdentity(t, args);
    const { body } = await logIn();
    return body.token.catalog.map(({ type, endpoints }: { type: string; endpoints: { url: string }[] }) => [
      type,
      endpoints[0]?.url,
    ]);
  };
  assert.deepEqual(await urls(['--image-url', 'http://glance:9292']), [
    ['identity', 'http://cloud:8778/identity'],
    ['placement', 'http://cloud:8778/placement'],
    ['compute', 'http://cloud:8778/compute/v2.1'],
    ['image', 'http://glance:9292'],
    ['network', 'http://cloud:8778/network'],
  ]);
  assert.deepEqual((await urls(['--public-url', 'https://example.org/cloud']))[2], [
    'compute',
    'https://example.org/cloud/compute/v2.1',
  ]);
});

test('where another identity service is the one, ours is not there, and the ledger has nothing of it', async () => {
  const cloud = await changeableCloud();
  const target = '/identity/v3';
  const { status } = await cloud.handle({ ...at, method: 'GET', target, headers: {}, body: Buffer.from('') });
  assert.equal(status, 401);
  assert.equal(cloud.world.identity.domains.size + cloud.world.identity.tokenKeys.size, 0);
  await cloud.close();
});
