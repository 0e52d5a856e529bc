import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeKeystone, ownToken } from '@berth/api-kit/auth/testing/fake-keystone.ts';
import { loadConfig } from '../../config/load-config.ts';
import { tokenSource } from './token-source.ts';

function configOf(...args: readonly string[]) {
  const environment = { BERTH_KEYSTONE_PASSWORD: 'secret' };
  return loadConfig({ args, environment, readText: () => '' }).config;
}

test('a token that is given is shown, and there is no other', async () => {
  const tokens = tokenSource('given', configOf('--keystone-auth-url', 'http://127.0.0.1:1'));
  assert.equal(await tokens.get(), 'given');
  assert.equal(await tokens.getOtherThan('given'), null);
});

test('without a token and without a Keystone there is none', async () => {
  assert.equal(await tokenSource(null, configOf()).get(), null);
});

test('without a token the Keystone of the settings gives one, and another when that is rejected', async () => {
  await using keystone = await fakeKeystone();
  keystone.login = () => ownToken(`own-${keystone.counts.logins}`);
  const args = [
    '--keystone-auth-url',
    keystone.url,
    '--keystone-username',
    'nova',
    '--keystone-project',
    'ops',
  ];
  const tokens = tokenSource(null, configOf(...args));
  assert.equal(await tokens.get(), 'own-1');
  assert.equal(await tokens.get(), 'own-1');
  assert.equal(await tokens.getOtherThan('own-1'), 'own-2');
  assert.deepEqual(JSON.parse(keystone.seen[0]?.body ?? ''), {
    auth: {
      identity: {
        methods: ['password'],
        password: { user: { name: 'nova', domain: { name: 'Default' }, password: 'secret' } },
      },
      scope: { project: { name: 'ops', domain: { name: 'Default' } } },
    },
  });
});
