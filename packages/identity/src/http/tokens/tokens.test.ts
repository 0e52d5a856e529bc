import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityInProcess, passwordAuth } from '../../testing/identity-in-process.ts';

const inAdmin = { project: { name: 'admin', domain: { name: 'Default' } } };
const unauthorized = 'The request you have made requires authentication.';

test('who logs in gets a token that says who they are, where, and what is there', async () => {
  const { logIn, state } = await identityInProcess();
  const { status, headers, body } = await logIn('admin', inAdmin);
  assert.equal(status, 201);
  assert.match(headers['x-subject-token'] ?? '', /^[\w-]{100,250}$/);
  const { token } = body;
  const user = state.users.named('default', 'admin');
  assert.deepEqual(token.methods, ['password']);
  assert.deepEqual(token.user, {
    domain: { id: 'default', name: 'Default' },
    id: user?.id,
    name: 'admin',
    password_expires_at: null,
  });
  assert.equal(token.issued_at, '2026-01-02T03:04:05.678000Z');
  assert.equal(token.expires_at, '2026-01-02T04:04:05.678000Z');
  assert.equal(token.project.name, 'admin');
  assert.deepEqual(token.roles.map(({ name }: { name: string }) => name).toSorted(), [
    'admin',
    'member',
    'reader',
  ]);
  assert.deepEqual(
    token.catalog[0].endpoints.map(({ url }: { url: string }) => url),
    Array(3).fill('http://h/identity'),
  );
});

test('whatever is wrong with who somebody is, or where they want to be, is one answer', async () => {
  const { ask, make, tokenOf } = await identityInProcess();
  await make('users', { name: 'off', password: 'secret', enabled: false });
  await make('users', { name: 'bare' });
  await make('projects', { name: 'closed', enabled: false });
  const answers = [
    passwordAuth('admin', inAdmin, 'wrong'),
    passwordAuth('nobody', inAdmin),
    passwordAuth('off'),
    passwordAuth('bare', undefined, ''),
    passwordAuth('admin', { project: { id: 'nope' } }),
    passwordAuth('admin', { project: { name: 'closed', domain: { id: 'default' } } }),
    passwordAuth('admin', { project: { name: 'admin', domain: { id: 'nope' } } }),
    passwordAuth('admin', { domain: { id: 'default' } }),
    passwordAuth('admin', { domain: { name: 'nope' } }),
  ];
  for (const body of answers) {
    const { status, message, headers } = await ask('POST /v3/auth/tokens', { body });
    assert.deepEqual([status, message], [401, unauthorized], JSON.stringify(body));
    assert.equal(headers['www-authenticate'], 'Keystone uri="http://h/identity/v3"');
  }
  assert.notEqual(await tokenOf('admin', { system: { all: true } }), '');
});

test('a token makes another one, which ends when it ends and remembers where it is from', async () => {
  const { ask, admin, clock } = await identityInProcess();
  clock.now += 60_000;
  const auth = { identity: { methods: ['token'], token: { id: admin } }, scope: { system: { all: true } } };
  const { body } = await ask('POST /v3/auth/tokens', { body: { auth } });
  assert.deepEqual(body.token.methods, ['token', 'password']);
  assert.equal(body.token.audit_ids.length, 2);
  assert.equal(body.token.expires_at, '2026-01-02T04:04:05.678000Z');
  assert.deepEqual(body.token.system, { all: true });
});

test('a token for the system is not made into one for a project or a domain', async () => {
  const { ask, tokenOf } = await identityInProcess();
  const id = await tokenOf('admin', { system: { all: true } });
  const identity = { methods: ['token'], token: { id } };
  for (const scope of [inAdmin, { domain: { id: 'default' } }]) {
    const { status, message } = await ask('POST /v3/auth/tokens', { body: { auth: { identity, scope } } });
    assert.equal(status, 403);
    assert.match(
      message ?? '',
      /Using a system-scoped token to create a project-scoped or domain-scoped token/,
    );
  }
  // Of what is not there no more is told than to others.
  for (const scope of [
    { project: { id: 'nope' } },
    { project: { name: 'admin', domain: { name: 'nope' } } },
    { domain: { id: 'nope' } },
  ]) {
    assert.equal((await ask('POST /v3/auth/tokens', { body: { auth: { identity, scope } } })).status, 401);
  }
  const again = { identity, scope: { system: { all: true } } };
  assert.equal((await ask('POST /v3/auth/tokens', { body: { auth: again } })).status, 201);
});

test('services see what a token is; others see their own; a bad one is unknown to all', async () => {
  const { ask, admin, make, roleId, tokenOf } = await identityInProcess();
  const user = await make('users', { name: 'svc', password: 'secret' });
  const project = await make('projects', { name: 'service' });
  const grant = (role: string) =>
    ask(`PUT /v3/projects/${project.id}/users/${user.id}/roles/${roleId(role)}`, { token: admin });
  await grant('reader');
  const inService = { project: { id: project.id } };
  const own = await tokenOf('svc', inService);
  const see = (token: string, subject?: string) =>
    ask('GET /v3/auth/tokens', {
      token,
      headers: subject === undefined ? {} : { 'x-subject-token': subject },
    });
  assert.equal((await see(own, own)).body.token.user.name, 'svc');
  assert.equal((await see(own, admin)).status, 403);
  await grant('service');
  assert.equal((await see(own, admin)).body.token.user.name, 'admin');
  assert.deepEqual(
    [(await see(admin, `${admin}x`)).status, (await see(own, `${admin}x`)).status],
    [404, 404],
  );
  assert.equal((await see(admin)).message, 'No token in the request');
  assert.equal((await see('bad', admin)).status, 401);
  const { status, headers } = await ask('HEAD /v3/auth/tokens', {
    token: admin,
    headers: { 'x-subject-token': own },
  });
  assert.deepEqual([status, headers['x-subject-token']], [200, own]);
});

test('a token ends by its time, by being revoked, and with the password, the user, the role or the place', async () => {
  const { ask, admin, make, roleId, tokenOf, clock } = await identityInProcess();
  const user = await make('users', { name: 'u', password: 'secret' });
  const project = await make('projects', { name: 'p' });
  const inProject = { project: { id: project.id } };
  const isGood = async (token: string) => (await ask('GET /v3/auth/projects', { token })).status === 200;
  const grant = (method: string) =>
    ask(`${method} /v3/projects/${project.id}/users/${user.id}/roles/${roleId('member')}`, { token: admin });
  await grant('PUT');
  const change = (words: string, id: string, body: object) =>
    ask(`PATCH /v3/${words}/${id}`, { token: admin, body });
  const ends: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
    ['role', () => grant('DELETE'), () => grant('PUT')],
    [
      'project',
      () => change('projects', project.id, { project: { enabled: false } }),
      () => change('projects', project.id, { project: { enabled: true } }),
    ],
    ['password', () => change('users', user.id, { user: { password: 'secret' } }), async () => undefined],
    [
      'user',
      () => change('users', user.id, { user: { enabled: false } }),
      () => change('users', user.id, { user: { enabled: true } }),
    ],
  ];
  for (const [what, end, mend] of ends) {
    clock.now += 1_000;
    const token = await tokenOf('u', inProject);
    assert.equal(await isGood(token), true, what);
    clock.now += 1;
    await end();
    assert.equal(await isGood(token), false, what);
    await mend();
  }
  clock.now += 1_000;
  const [first, second] = [await tokenOf('u', inProject), await tokenOf('u', inProject)];
  const headers = { 'x-subject-token': first };
  assert.equal((await ask('DELETE /v3/auth/tokens', { token: second, headers })).status, 204);
  assert.deepEqual([await isGood(first), await isGood(second)], [false, true]);
  clock.now += 3_600_000;
  assert.equal(await isGood(second), false);
});

test('services may ask about tokens that have just ended', async () => {
  const { ask, tokenOf, admin, clock, look } = await identityInProcess();
  clock.now += 3_600_000;
  await look();
  const late = await tokenOf('admin', { system: { all: true } });
  const see = (query: string) =>
    ask(`GET /v3/auth/tokens${query}`, { token: late, headers: { 'x-subject-token': admin } });
  assert.equal((await see('')).status, 404);
  assert.equal((await see('?allow_expired=1')).status, 200);
  clock.now += 49 * 3_600_000;
  await look();
  const later = await tokenOf('admin', { system: { all: true } });
  const answer = await ask('GET /v3/auth/tokens?allow_expired=1', {
    token: later,
    headers: { 'x-subject-token': admin },
  });
  assert.equal(answer.status, 404);
});

test('keys are changed every day, and those whose tokens are all over are forgotten', async () => {
  const { state, clock, look, tokenOf, ask } = await identityInProcess();
  for (let day = 0; day < 10; day++) {
    clock.now += 24 * 3_600_000;
    await look();
    await look();
  }
  assert.equal(state.tokenKeys.size, 4);
  const token = await tokenOf('admin', { system: { all: true } });
  assert.equal((await ask('GET /v3/users', { token })).status, 200);
});

test('who tries too often is kept out for a while, whether they are somebody or not, and even with the right password', async () => {
  const lockout = { attempts: 3, durationMs: 60_000 };
  const { logIn, clock } = await identityInProcess({ lockout });
  for (const name of ['admin', 'nobody']) {
    for (let time = 0; time < 3; time++) assert.equal((await logIn(name, undefined, 'wrong')).status, 401);
    assert.equal((await logIn(name)).status, 401, name);
  }
  clock.now += 60_000;
  assert.equal((await logIn('admin')).status, 201);
});

test('so many revoked tokens of a user are told apart; then all of the user end', async () => {
  const { ask, admin, make, roleId, tokenOf, state, clock } = await identityInProcess();
  const user = await make('users', { name: 'u', password: 'secret' });
  await ask(`PUT /v3/system/users/${user.id}/roles/${roleId('reader')}`, { token: admin });
  const kept = await tokenOf('u', { system: { all: true } });
  const auth = { identity: { methods: ['token'], token: { id: kept } } };
  for (let count = 0; count < 101; count++) {
    clock.now += 1;
    const { headers } = await ask('POST /v3/auth/tokens', { body: { auth } });
    const subject = { 'x-subject-token': headers['x-subject-token'] ?? '' };
    assert.equal((await ask('DELETE /v3/auth/tokens', { token: admin, headers: subject })).status, 204);
  }
  assert.equal(state.revocations.countOf(user.id), 0);
  assert.equal((await ask('GET /v3/users', { token: kept })).status, 401);
});
