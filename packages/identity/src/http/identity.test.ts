import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityInProcess } from '../testing/identity-in-process.ts';
import { identityRules } from '../policy/rules.ts';
import { routes } from './routes.ts';

test('every endpoint has a rule that there is, or is open to everybody: versions, and logging in', () => {
  const names = new Set(identityRules.map(({ name }) => name));
  const open: string[] = [];
  for (const { route, policy } of routes) {
    if (policy === null) open.push(route);
    else assert.ok(names.has(policy), `${route}: ${policy}`);
  }
  assert.deepEqual(open.toSorted(), ['GET /', 'GET /v3', 'HEAD /', 'HEAD /v3', 'POST /v3/auth/tokens']);
});

test('every rule guards something that there is', () => {
  const templates = new Set(
    routes.map(({ route }) =>
      route
        .replaceAll(/\{\w+\}/g, '{}')
        .replace('[', '')
        .replace(']', ''),
    ),
  );
  for (const { name, operations } of identityRules) {
    for (const { method, path } of operations)
      assert.ok(
        templates.has(`${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
        `${name}: ${method} ${path}`,
      );
  }
});

test('without a token there is 401 for what is there, 404 for what is not, and 405 for methods that are not', async () => {
  const { ask } = await identityInProcess();
  assert.equal((await ask('GET /v3/users')).status, 401);
  assert.equal((await ask('GET /v3/users', { token: 'x' })).status, 401);
  const unknown = await ask('GET /v3/nothing');
  assert.deepEqual([unknown.status, unknown.headers['content-type']], [404, 'text/html; charset=utf-8']);
  const { status, headers } = await ask('PUT /v3/users');
  assert.deepEqual([status, headers['allow']], [405, 'GET, HEAD, POST, OPTIONS']);
});

test('versions are told to everybody, with where they are', async () => {
  const { ask } = await identityInProcess();
  const { status, headers, body } = await ask('GET /');
  assert.deepEqual([status, headers['location']], [300, 'http://h/identity/v3/']);
  const [version] = body.versions.values;
  assert.deepEqual((await ask('GET /v3')).body, { version });
  assert.deepEqual((await ask('GET /v3/')).body, { version });
  assert.deepEqual([version.id, version.links[0].href], ['v3.14', 'http://h/identity/v3/']);
});

test('a member sees its own user, project and domain, and may list nothing', async () => {
  const { ask, admin, make, roleId, tokenOf } = await identityInProcess();
  const user = await make('users', { name: 'demo', password: 'secret' });
  const project = await make('projects', { name: 'demo' });
  await ask(`PUT /v3/projects/${project.id}/users/${user.id}/roles/${roleId('member')}`, { token: admin });
  const token = await tokenOf('demo', { project: { id: project.id } });
  const statusOf = async (path: string) => (await ask(`GET /v3/${path}`, { token })).status;
  for (const path of [
    `users/${user.id}`,
    `projects/${project.id}`,
    'domains/default',
    `users/${user.id}/projects`,
    'regions',
  ])
    assert.equal(await statusOf(path), 200, path);
  for (const path of [
    'users',
    'projects',
    'domains',
    'groups',
    'roles',
    'services',
    'endpoints',
    'role_assignments',
    'users/other',
  ])
    assert.equal(await statusOf(path), 403, path);
});

test('who has a role in a domain sees what is in it, and nothing else', async () => {
  const { ask, admin, make, roleId, tokenOf } = await identityInProcess();
  const domain = await make('domains', { name: 'shop' });
  const reader = await make('users', { name: 'reader', password: 'secret' });
  const inside = await make('users', { name: 'inside', domain_id: domain.id });
  await make('projects', { name: 'stock', domain_id: domain.id });
  await ask(`PUT /v3/domains/${domain.id}/users/${reader.id}/roles/${roleId('reader')}`, { token: admin });
  const token = await tokenOf('reader', { domain: { id: domain.id } });
  const names = async (words: string) =>
    (await ask(`GET /v3/${words}`, { token })).body[words].map(({ name }: { name: string }) => name);
  assert.deepEqual(await names('users'), ['inside']);
  assert.deepEqual(await names('projects'), ['stock']);
  assert.deepEqual(await names('groups'), []);
  assert.equal((await ask(`GET /v3/users/${inside.id}`, { token })).status, 200);
  assert.equal((await ask('GET /v3/users', { token: admin })).body.users.length, 3);
  const others = (await ask('GET /v3/users?name=admin', { token: admin })).body.users[0].id;
  assert.equal((await ask(`GET /v3/users/${others}`, { token })).status, 403);
});

test('an application credential stands for its user in its project, with its roles, for as long as the user has them', async () => {
  const { ask, admin, make, roleId, tokenOf } = await identityInProcess();
  const user = await make('users', { name: 'demo', password: 'secret' });
  const project = await make('projects', { name: 'demo' });
  const member = `/v3/projects/${project.id}/users/${user.id}/roles/${roleId('member')}`;
  await ask(`PUT ${member}`, { token: admin });
  const token = await tokenOf('demo', { project: { id: project.id } });
  const path = `/v3/users/${user.id}/application_credentials`;
  const made = await ask(`POST ${path}`, {
    token,
    body: { application_credential: { name: 'ci', roles: [{ name: 'reader' }] } },
  });
  assert.equal(made.status, 201);
  const { id, secret } = made.body.application_credential;
  const logIn = (given: object) =>
    ask('POST /v3/auth/tokens', {
      body: { auth: { identity: { methods: ['application_credential'], application_credential: given } } },
    });
  const { status, headers, body } = await logIn({ id, secret });
  assert.equal(status, 201);
  assert.deepEqual(
    body.token.roles.map(({ name }: { name: string }) => name),
    ['reader'],
  );
  assert.deepEqual(body.token.application_credential, { id, name: 'ci', restricted: true });
  const own = headers['x-subject-token'] ?? '';
  assert.equal((await logIn({ id, secret: 'wrong' })).status, 401);
  assert.equal((await logIn({ name: 'ci', user: { id: user.id }, secret })).status, 201);
  assert.equal(
    (await ask(`POST ${path}`, { token: own, body: { application_credential: { name: 'x' } } })).status,
    403,
  );
  const rescope = { auth: { identity: { methods: ['token'], token: { id: own } } } };
  assert.equal((await ask('POST /v3/auth/tokens', { body: rescope })).status, 403);
  assert.equal((await ask(`GET ${path}/${id}`, { token })).body.application_credential.secret, undefined);
  await ask(`DELETE ${member}`, { token: admin });
  assert.equal((await logIn({ id, secret })).status, 404);
  assert.equal((await ask('GET /v3/auth/projects', { token: own })).status, 401);
});

test('nothing of a password is shown, whoever asks', async () => {
  const { ask, admin, make } = await identityInProcess();
  const user = await make('users', { name: 'demo', password: 'hunter2' });
  const { body } = await ask(`GET /v3/users/${user.id}`, { token: admin });
  assert.doesNotMatch(JSON.stringify([user, body]), /hunter2|scrypt|passwordHash/);
});

test('who knows the old password sets another one, and is logged out everywhere', async () => {
  const { ask, admin, make, tokenOf, logIn, clock } = await identityInProcess();
  const user = await make('users', { name: 'demo', password: 'secret' });
  const token = await tokenOf('demo');
  clock.now += 1;
  const change = (original_password: string) =>
    ask(`POST /v3/users/${user.id}/password`, {
      token: admin,
      body: { user: { original_password, password: 'other' } },
    });
  assert.equal((await change('wrong')).status, 401);
  assert.equal((await change('secret')).status, 204);
  clock.now += 1;
  assert.equal((await ask('GET /v3/auth/projects', { token })).status, 401);
  assert.equal((await logIn('demo')).status, 401);
  assert.equal((await logIn('demo', undefined, 'other')).status, 201);
});

test('the domain that everybody is in stays as it is: nobody could log in any more', async () => {
  const { ask, admin } = await identityInProcess();
  const { status } = await ask('PATCH /v3/domains/default', {
    token: admin,
    body: { domain: { enabled: false } },
  });
  assert.equal(status, 403);
});
