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
  const rescope = async (scope: object) => {
    const auth = { identity: { methods: ['token'], token: { id: own } }, ...scope };
    return (await ask('POST /v3/auth/tokens', { body: { auth } })).status;
  };
  assert.equal(await rescope({}), 403);
  assert.equal(await rescope({ scope: { project: { id: project.id } } }), 403);
  // Of what is not there no more is told than to others.
  assert.equal(await rescope({ scope: { project: { id: 'nope' } } }), 401);
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

test('who has a role in a domain sees of groups what is in it: neither members nor groups of others', async () => {
  const { ask, admin, make, roleId, tokenOf } = await identityInProcess();
  const domain = await make('domains', { name: 'shop' });
  const reader = await make('users', { name: 'reader', password: 'secret' });
  await ask(`PUT /v3/domains/${domain.id}/users/${reader.id}/roles/${roleId('reader')}`, { token: admin });
  const [own, other] = [
    await make('groups', { name: 'own', domain_id: domain.id }),
    await make('groups', { name: 'other' }),
  ];
  const [inside, outside] = [
    await make('users', { name: 'inside', domain_id: domain.id }),
    await make('users', { name: 'outside', email: 'secret@example' }),
  ];
  for (const [group, user] of [
    [own, inside],
    [own, outside],
    [other, inside],
  ])
    await ask(`PUT /v3/groups/${group.id}/users/${user.id}`, { token: admin });
  const token = await tokenOf('reader', { domain: { id: domain.id } });
  const names = async (path: string, words: string, by = token) =>
    (await ask(`GET /v3/${path}`, { token: by })).body[words].map(({ name }: { name: string }) => name);
  assert.deepEqual(await names(`groups/${own.id}/users`, 'users'), ['inside']);
  assert.deepEqual(await names(`users/${inside.id}/groups`, 'groups'), ['own']);
  assert.deepEqual((await names(`groups/${own.id}/users`, 'users', admin)).toSorted(), ['inside', 'outside']);
  const isIn = async (userId: string) =>
    (await ask(`GET /v3/groups/${own.id}/users/${userId}`, { token })).status;
  assert.deepEqual([await isIn(inside.id), await isIn(outside.id)], [204, 403]);
});

test('whoever logs in with the old password while another one is being set is logged out by that', async (t) => {
  const { ask, admin, make, tokenOf, logIn, clock, app } = await identityInProcess();
  const { id } = await make('users', { name: 'demo', password: 'secret' });
  const ways = {
    'by itself': () =>
      ask(`POST /v3/users/${id}/password`, {
        token: admin,
        body: { user: { original_password: 'secret', password: 'other' } },
      }),
    'by an administrator': () =>
      ask(`PATCH /v3/users/${id}`, { token: admin, body: { user: { password: 'secret' } } }),
  };
  for (const [way, change] of Object.entries(ways)) {
    const password = way === 'by itself' ? 'secret' : 'other';
    const { hasher } = app.gate;
    const hash = hasher.hash.bind(hasher);
    let meanwhile = '';
    const mock = t.mock.method(hasher, 'hash', async (text: string) => {
      clock.now += 5_000;
      meanwhile = (await logIn('demo', undefined, password)).headers['x-subject-token'] ?? '';
      return hash(text);
    });
    assert.ok((await change()).status < 300, way);
    mock.mock.restore();
    clock.now += 1;
    assert.notEqual(meanwhile, '', way);
    assert.equal((await ask('GET /v3/auth/projects', { token: meanwhile })).status, 401, way);
    // With the new one it is as ever.
    const token = (await logIn('demo', undefined, way === 'by itself' ? 'other' : 'secret')).headers;
    const asked = await ask('GET /v3/auth/projects', { token: token['x-subject-token'] ?? '' });
    assert.equal(asked.status, 200, way);
  }
  assert.notEqual(await tokenOf('demo'), '');
});

test('a lock does not tell who there is: whatever a domain is called by, failures count together', async (t) => {
  const lockout = { attempts: 2, durationMs: 60_000 };
  const { ask, make, app } = await identityInProcess({ lockout });
  await make('users', { name: 'demo', password: 'secret' });
  const matches = t.mock.method(app.gate.hasher, 'matches');
  const compared: number[] = [];
  for (const name of ['demo', 'nobody']) {
    const before = matches.mock.callCount();
    for (const domain of [
      { id: 'default' },
      { name: 'Default' },
      { id: 'default', x: 1 },
      { name: 'Default' },
    ]) {
      const user = { name, domain, password: 'wrong' };
      const body = { auth: { identity: { methods: ['password'], password: { user } } } };
      assert.equal((await ask('POST /v3/auth/tokens', { body })).status, 401);
    }
    compared.push(matches.mock.callCount() - before);
  }
  assert.deepEqual(compared, [lockout.attempts, lockout.attempts]);
});

test('a name that is taken is told with its domain where that was said', async () => {
  const { ask, admin, make } = await identityInProcess();
  for (const [words, word] of [
    ['users', 'user'],
    ['groups', 'group'],
  ] as const) {
    await make(words, { name: 'a' });
    const { id } = await make(words, { name: 'b' });
    const told = async (change: object) =>
      (await ask(`PATCH /v3/${words}/${id}`, { token: admin, body: { [word]: change } })).message;
    const sentence = `Conflict occurred attempting to store ${word} - Duplicate entry found with name a`;
    assert.equal(await told({ name: 'a' }), `${sentence}.`);
    assert.equal(await told({ name: 'a', domain_id: 'default' }), `${sentence} at domain ID default.`);
  }
});

test('nothing is made or enabled below a project or domain that is disabled', async () => {
  const { ask, admin, make } = await identityInProcess();
  const told = async (line: string, body: object) => {
    const { status, message } = await ask(line, { token: admin, body });
    return [status, message];
  };
  const { id: domain_id } = await make('domains', { name: 'shop' });
  const top = await make('projects', { name: 'top', domain_id });
  const low = await make('projects', { name: 'low', domain_id, parent_id: top.id, enabled: false });
  const made = (parent: object) =>
    told('POST /v3/projects', { project: { name: 'new', domain_id, enabled: false, ...parent } });
  const enabled = (id: string) => told(`PATCH /v3/projects/${id}`, { project: { enabled: true } });
  const disabledIn = (id: string) => [
    400,
    `cannot create a project in a branch containing a disabled project: ${id}`,
  ];
  const notEnabled = (id: string) => [403, `Cannot enable project ${id} since it has disabled parents`];

  assert.deepEqual(await made({ parent_id: low.id }), disabledIn(low.id));
  await ask(`PATCH /v3/projects/${top.id}`, { token: admin, body: { project: { enabled: false } } });
  // First those above the one that was named.
  assert.deepEqual(await made({ parent_id: low.id }), disabledIn(top.id));
  assert.deepEqual(await enabled(low.id), notEnabled(low.id));
  await ask(`PATCH /v3/domains/${domain_id}`, { token: admin, body: { domain: { enabled: false } } });
  assert.deepEqual(await made({}), disabledIn(domain_id));
  assert.deepEqual(await made({ parent_id: top.id }), disabledIn(domain_id));
  assert.deepEqual(await enabled(top.id), notEnabled(top.id));

  await ask(`PATCH /v3/domains/${domain_id}`, { token: admin, body: { domain: { enabled: true } } });
  assert.deepEqual([(await enabled(top.id))[0], (await enabled(low.id))[0]], [200, 200]);
  assert.equal((await made({ parent_id: low.id }))[0], 201);
});

test('a user whose own project is deleted has none, be it alone or with its domain', async () => {
  const { ask, admin, make } = await identityInProcess();
  const domain = await make('domains', { name: 'shop' });
  const [alone, within] = [
    await make('projects', { name: 'alone' }),
    await make('projects', { name: 'within', domain_id: domain.id }),
  ];
  const users = [
    await make('users', { name: 'a', default_project_id: alone.id }),
    await make('users', { name: 'b', default_project_id: within.id }),
  ];
  const shown = async () =>
    Promise.all(users.map(async ({ id }) => (await ask(`GET /v3/users/${id}`, { token: admin })).body.user));
  assert.deepEqual(
    (await shown()).map(({ default_project_id: project }) => project),
    [alone.id, within.id],
  );
  await ask(`DELETE /v3/projects/${alone.id}`, { token: admin });
  await ask(`PATCH /v3/domains/${domain.id}`, { token: admin, body: { domain: { enabled: false } } });
  assert.equal((await ask(`DELETE /v3/domains/${domain.id}`, { token: admin })).status, 204);
  for (const user of await shown()) assert.ok(!('default_project_id' in user), user.name);
});
