import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { AuthOutcome, Caller } from '../caller.ts';
import { keystone } from './keystone.ts';
import type { KeystoneCredentials, KeystoneOptions } from './keystone-settings.ts';
import { hasPythonModules } from './testing/debian-python.ts';
import { KeystoneAdministrator } from './testing/keystone-administrator.ts';
import { realKeystone } from './testing/real-keystone.ts';

test('with a real Keystone', { timeout: 120_000 }, async (t) => {
  if (!hasPythonModules(t, 'keystone', 'waitress')) return;
  const server = await realKeystone();
  t.after(() => server[Symbol.asyncDispose]());
  const admin = await KeystoneAdministrator.of(server);

  await admin.createRole('service');
  const [work, service] = [await admin.createProject('work'), await admin.createProject('service')];
  const [ann, boss, placement] = [
    await admin.createUser('ann'),
    await admin.createUser('boss'),
    await admin.createUser('placement'),
  ];
  await admin.assign('reader', ann, `projects/${work}`);
  await admin.assign('admin', boss, `projects/${work}`);
  await admin.assign('admin', boss, 'system');
  await admin.assign('admin', boss, 'domains/default');
  await admin.assign('service', placement, `projects/${service}`);
  const inWork = { project: { id: work } };
  const inService = { project: { id: service } };

  const authentication = (options: Partial<KeystoneOptions> = {}) =>
    keystone({ authUrl: server.url, credentials: asUser('placement'), ...options });
  const refused: AuthOutcome = { kind: 'unauthenticated', challenge: `Keystone uri="${server.url}"` };

  await t.test('an administrator of a project has the roles that its role implies', async () => {
    const token = await admin.tokenOf(boss, 'boss', inWork);
    const caller = callerIn(await authentication()({ 'x-auth-token': token }));
    assert.deepEqual([caller.userId, caller.projectId, caller.systemScope], [boss, work, null]);
    assert.deepEqual(caller.roles.toSorted(), ['admin', 'member', 'reader']);
    assert.deepEqual(caller.attributes, {
      user_name: 'boss',
      user_domain_id: 'default',
      project_domain_id: 'default',
      is_admin_project: true,
    });
  });

  await t.test('a reader is a reader, and known at once the second time', async () => {
    const authenticate = authentication();
    const token = await admin.tokenOf(ann, 'ann', inWork);
    const first = await authenticate({ 'x-auth-token': token });
    assert.deepEqual([callerIn(first).userId, callerIn(first).roles], [ann, ['reader']]);
    assert.deepEqual(authenticate({ 'x-auth-token': token }), first);
  });

  await t.test('system and domain scope come through', async () => {
    const authenticate = authentication();
    const system = await admin.tokenOf(boss, 'boss', { system: { all: true } });
    const inSystem = callerIn(await authenticate({ 'x-auth-token': system }));
    assert.deepEqual([inSystem.systemScope, inSystem.projectId], ['all', null]);
    assert(inSystem.roles.includes('admin'));
    const domain = await admin.tokenOf(boss, 'boss', { domain: { id: 'default' } });
    const inDomain = callerIn(await authenticate({ 'x-auth-token': domain }));
    assert.deepEqual([inDomain.domainId, inDomain.projectId], ['default', null]);
  });

  await t.test('a revoked token is refused once the cache lets go of it', async () => {
    const clock = { now: Date.now() };
    const authenticate = authentication({ cacheSeconds: 60, now: () => clock.now });
    const token = await admin.tokenOf(ann, 'ann', inWork);
    assert.equal((await authenticate({ 'x-auth-token': token })).kind, 'caller');
    await admin.revoke(token);
    assert.equal((await authenticate({ 'x-auth-token': token })).kind, 'caller');
    clock.now += 60_000;
    assert.deepEqual(await authenticate({ 'x-auth-token': token }), refused);
  });

  await t.test('garbage is refused', async () => {
    const authenticate = authentication();
    const token = await admin.tokenOf(ann, 'ann', inWork);
    for (const garbage of [
      'x',
      'gAAAAA',
      `${token.slice(0, -4)}AAAA`,
      '../../users',
      '%00',
      'a'.repeat(4000),
    ]) {
      assert.deepEqual(await authenticate({ 'x-auth-token': garbage }), refused, garbage);
    }
  });

  await t.test('an expired token is refused, unless a service passes it on', async () => {
    const nova = await admin.tokenOf(placement, 'placement', inService);
    await server.setTokenLifetime(1);
    const token = await admin.tokenOf(ann, 'ann', inWork);
    await server.setTokenLifetime(3600);
    await pause(2_100);
    const authenticate = authentication();
    assert.deepEqual(await authenticate({ 'x-auth-token': token }), refused);
    const passedOn = await authenticate({ 'x-auth-token': token, 'x-service-token': nova });
    const caller = callerIn(passedOn);
    assert.deepEqual([caller.userId, caller.isServiceToken], [ann, true]);
    assert.deepEqual(caller.attributes?.['service_roles'], ['service']);
    assert.deepEqual(await authenticate({ 'x-auth-token': nova, 'x-service-token': token }), refused);
  });

  await t.test('a token of our own that was revoked is replaced', async () => {
    const ownTokens = new Set<string>();
    const spying: typeof fetch = (input, init) => {
      const own = new Headers(init?.headers).get('x-auth-token');
      if (own !== null) ownTokens.add(own);
      return fetch(input, init);
    };
    const authenticate = authentication({ cacheSeconds: 0, fetch: spying });
    const token = await admin.tokenOf(ann, 'ann', inWork);
    assert.equal((await authenticate({ 'x-auth-token': token })).kind, 'caller');
    assert.equal(ownTokens.size, 1);
    for (const own of ownTokens) await admin.revoke(own);
    // Keystone revokes by the second: what it issues within the same one would be revoked too.
    await pause(1_000);
    assert.equal((await authenticate({ 'x-auth-token': token })).kind, 'caller');
    assert.equal(ownTokens.size, 2);
  });

  await t.test('an application credential will do for our own account', async () => {
    const token = await admin.tokenOf(placement, 'placement', inService);
    const { id, secret } = await admin.createApplicationCredential(placement, token);
    const credentials = { kind: 'application-credential', credential: { id }, secret } as const;
    const authenticate = authentication({ credentials });
    const users = await admin.tokenOf(ann, 'ann', inWork);
    assert.equal((await authenticate({ 'x-auth-token': users })).kind, 'caller');
  });

  await t.test('a token that is good for certain requests only is refused', async () => {
    const token = await admin.tokenOf(ann, 'ann', inWork);
    const rules = [{ service: 'placement', method: 'GET', path: '/traits' }];
    const [bound, free] = [
      await admin.createApplicationCredential(ann, token, rules),
      await admin.createApplicationCredential(ann, token),
    ];
    const authenticate = authentication();
    assert.deepEqual(await authenticate({ 'x-auth-token': await admin.tokenBy(bound) }), refused);
    assert.equal((await authenticate({ 'x-auth-token': await admin.tokenBy(free) })).kind, 'caller');
  });

  await t.test('a wrong password of our own is unavailable, with the reason', async () => {
    const authenticate = authentication({ credentials: { ...asUser('placement'), password: 'wrong' } });
    const outcome = await authenticate({ 'x-auth-token': await admin.tokenOf(ann, 'ann', inWork) });
    assert.match(reasonIn(outcome), /refuses the credentials that it is shown \(status 401\)/);
  });

  await t.test('an account of our own without the role is unavailable, with the reason', async () => {
    const credentials = { ...asUser('ann'), scope: inWork };
    const outcome = await authentication({ credentials })({
      'x-auth-token': await admin.tokenOf(boss, 'boss', inWork),
    });
    assert.match(reasonIn(outcome), /does not let this service's user look at tokens \(status 403\)/);
  });
});

function asUser(name: string) {
  return {
    kind: 'password',
    user: { name, domain: { name: 'Default' } },
    password: name,
    scope: { project: { name: 'service', domain: { name: 'Default' } } },
  } as const satisfies KeystoneCredentials;
}

function callerIn(outcome: AuthOutcome): Caller {
  assert(outcome.kind === 'caller', inspect(outcome));
  return outcome.caller;
}

function reasonIn(outcome: AuthOutcome): string {
  assert(outcome.kind === 'unavailable', inspect(outcome));
  return outcome.reason;
}
