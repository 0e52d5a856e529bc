import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { KeystoneAdministrator } from '@berth/api-kit/auth/testing/keystone-administrator.ts';
import { realKeystone } from '@berth/api-kit/auth/testing/real-keystone.ts';
import { cloudAccess } from './cloud-access.ts';
import { KeystoneSession } from './keystone-session.ts';

test('with a real Keystone', { timeout: 120_000 }, async (t) => {
  if (!hasPythonModules(t, 'keystone', 'waitress')) return;
  const server = await realKeystone();
  t.after(() => server[Symbol.asyncDispose]());
  const admin = await KeystoneAdministrator.of(server);
  const work = await admin.createProject('work');
  const ann = await admin.createUser('ann');
  await admin.assign('admin', ann, `projects/${work}`);
  await admin.assign('reader', ann, 'system');
  await admin.assign('reader', ann, 'domains/default');
  await admin.createPlacement('https://cloud.example/placement', 'RegionOne');
  const user = { OS_USERNAME: 'ann', OS_PASSWORD: 'ann' };

  /** A session by OS_* variables, over which the token's own description is read. */
  const tokenBy = async (environment: Record<string, string>) => {
    const sources = { explicit: {}, directory: '/nonexistent', home: '/nonexistent' };
    const all = { OS_AUTH_URL: server.url, ...environment };
    const { authentication } = cloudAccess({ ...sources, environment: all });
    assert(authentication.kind === 'keystone');
    const session = new KeystoneSession({
      authUrl: authentication.authUrl,
      credentials: authentication.credentials(),
    });
    t.after(() => session.close());
    const value = await session.get();
    const response = await fetch(`${server.url}/v3/auth/tokens`, {
      headers: { 'x-auth-token': value, 'x-subject-token': value },
    });
    const { token } = (await response.json()) as { token: Record<string, unknown> };
    return { session, value, token };
  };

  await t.test('a password is good for a project, a domain and the system', async () => {
    const inProject = await tokenBy({ ...user, OS_PROJECT_NAME: 'work' });
    assert.equal((inProject.token['project'] as { id: string }).id, work);
    const inDomain = await tokenBy({ ...user, OS_DOMAIN_ID: 'default', OS_USER_DOMAIN_NAME: 'Default' });
    assert.equal((inDomain.token['domain'] as { id: string }).id, 'default');
    const inSystem = await tokenBy({ ...user, OS_SYSTEM_SCOPE: 'all' });
    assert.deepEqual(inSystem.token['system'], { all: true });
  });

  await t.test('the catalog has the address of a service', async () => {
    const { session } = await tokenBy({ ...user, OS_PROJECT_ID: work });
    const query = { service: 'placement', interface: 'public', region: 'RegionOne' } as const;
    assert.equal(await session.endpoint(query), 'https://cloud.example/placement');
    await assert.rejects(session.endpoint({ ...query, region: 'Two' }), /public in region RegionOne/);
  });

  await t.test('a token gives another, in the scope that is asked for', async () => {
    const { value } = await tokenBy({ ...user, OS_PROJECT_NAME: 'work' });
    const other = await tokenBy({ OS_TOKEN: value, OS_AUTH_TYPE: 'v3token', OS_PROJECT_ID: work });
    assert.notEqual(other.value, value);
    assert.deepEqual((other.token['methods'] as string[]).toSorted(), ['password', 'token']);
  });

  await t.test('an application credential is good by id, and by name with its user', async () => {
    const token = await admin.tokenOf(ann, 'ann', { project: { id: work } });
    const { id, secret, name } = await admin.createApplicationCredential(ann, token);
    const OS_AUTH_TYPE = 'v3applicationcredential';
    const OS_APPLICATION_CREDENTIAL_SECRET = secret;
    const byId = await tokenBy({
      OS_AUTH_TYPE,
      OS_APPLICATION_CREDENTIAL_SECRET,
      OS_APPLICATION_CREDENTIAL_ID: id,
    });
    assert.equal((byId.token['project'] as { id: string }).id, work);
    const byName = await tokenBy({
      OS_AUTH_TYPE,
      OS_APPLICATION_CREDENTIAL_SECRET,
      OS_APPLICATION_CREDENTIAL_NAME: name,
      OS_USERNAME: 'ann',
    });
    assert.deepEqual(byName.token['methods'], ['application_credential']);
  });

  await t.test('a wrong password is told as what it is', async () => {
    await assert.rejects(tokenBy({ OS_USERNAME: 'ann', OS_PASSWORD: 'wrong' }), /refuses the credentials/);
  });
});
