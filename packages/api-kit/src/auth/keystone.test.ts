import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { AuthOutcome, Caller } from '../caller.ts';
import { keystone } from './keystone.ts';
import type { KeystoneOptions } from './keystone-settings.ts';
import { fakeKeystone, goodToken, ownToken, type Reply } from './testing/fake-keystone.ts';

const password = 'pass-of-the-service';
const refused = (url: string): AuthOutcome => ({
  kind: 'unauthenticated',
  challenge: `Keystone uri="${url}"`,
});

test('a good token tells who is asking', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = () => goodToken();
  assert.deepEqual(await authentication(fake)({ 'x-auth-token': 'good' }), {
    kind: 'caller',
    caller: {
      userId: 'u1',
      projectId: 'p1',
      domainId: null,
      roles: ['member', 'reader'],
      systemScope: null,
      isServiceToken: false,
      until: Date.parse('2100-01-01T00:00:00Z'),
      attributes: {
        user_name: 'ann',
        user_domain_id: 'ud1',
        project_domain_id: 'pd1',
        is_admin_project: true,
      },
    } satisfies Caller,
  });
});

test('the service shows its own token and asks for no catalog', async () => {
  await using fake = await fakeKeystone();
  await authentication(fake)({ 'x-auth-token': ' someone ' });
  const [login, lookUp] = fake.seen;
  assert(login && lookUp);
  assert.equal(`${login.method} ${login.path}`, 'POST /v3/auth/tokens?nocatalog');
  assert.deepEqual(JSON.parse(login.body), {
    auth: {
      identity: {
        methods: ['password'],
        password: { user: { name: 'placement', domain: { name: 'Default' }, password } },
      },
      scope: { project: { name: 'service', domain: { id: 'default' } } },
    },
  });
  assert.equal(`${lookUp.method} ${lookUp.path}`, 'GET /v3/auth/tokens?nocatalog');
  assert.equal(lookUp.headers['x-auth-token'], 'own-1');
  assert.equal(lookUp.headers['x-subject-token'], 'someone');
});

test('an application credential logs in with its id and secret', async () => {
  await using fake = await fakeKeystone();
  const credentials = { kind: 'application-credential', credential: { id: 'ac1' }, secret: 's' } as const;
  await authentication(fake, { credentials })({ 'x-auth-token': 'x' });
  assert.deepEqual(JSON.parse(fake.seen[0]?.body ?? ''), {
    auth: {
      identity: {
        methods: ['application_credential'],
        application_credential: { id: 'ac1', secret: 's' },
      },
    },
  });
});

test('system and domain scope are told apart from a project', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = (token) =>
    goodToken({
      project: undefined,
      ...(token === 'system' ? { system: { all: true } } : { domain: { id: 'd1' } }),
    });
  const authenticate = authentication(fake);
  const system = callerIn(await authenticate({ 'x-auth-token': 'system' }));
  assert.deepEqual([system.systemScope, system.domainId, system.projectId], ['all', null, null]);
  const domain = callerIn(await authenticate({ 'x-auth-token': 'domain' }));
  assert.deepEqual([domain.systemScope, domain.domainId, domain.projectId], [null, 'd1', null]);
});

test('an unscoped token is a caller without roles', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = () => goodToken({ project: undefined, roles: undefined });
  const caller = callerIn(await authentication(fake)({ 'x-auth-token': 'unscoped' }));
  assert.deepEqual([caller.projectId, caller.roles], [null, []]);
});

test('no token, an empty one and one that no header could carry are refused without asking', async () => {
  await using fake = await fakeKeystone();
  const authenticate = authentication(fake);
  for (const headers of [
    {},
    { 'x-auth-token': '  ' },
    { 'x-auth-token': 'a b' },
    { 'x-auth-token': 'tökén' },
  ]) {
    assert.deepEqual(authenticate(headers), refused(fake.url));
  }
  assert.equal(fake.seen.length, 0);
});

test('a token Keystone does not know is refused with a challenge', async () => {
  await using fake = await fakeKeystone();
  assert.deepEqual(await authentication(fake)({ 'x-auth-token': 'bad' }), refused(fake.url));
  const wwwAuthenticateUri = 'https://identity.example';
  assert.deepEqual(
    await authentication(fake, { wwwAuthenticateUri })({ 'x-auth-token': 'bad' }),
    refused(wwwAuthenticateUri),
  );
});

test('a token seen before is answered at once', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = () => goodToken();
  const authenticate = authentication(fake);
  const first = await authenticate({ 'x-auth-token': 'good' });
  assert.deepEqual(authenticate({ 'x-auth-token': 'good' }), first);
  assert.equal(fake.counts.lookUps, 1);
});

test('a token is asked about again after the caching time', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = () => goodToken();
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  const authenticate = authentication(fake, { cacheSeconds: 60, now: () => clock.now });
  await authenticate({ 'x-auth-token': 'good' });
  clock.now += 59_999;
  assert(!(authenticate({ 'x-auth-token': 'good' }) instanceof Promise));
  clock.now += 1;
  fake.lookUp = () => ({ status: 404 });
  assert.deepEqual(await authenticate({ 'x-auth-token': 'good' }), refused(fake.url));
  assert.equal(fake.counts.lookUps, 2);
});

test('a token is not believed past its end, however long the cache', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = () => goodToken({ expires_at: '2026-01-01T00:00:30.000000Z' });
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  const authenticate = authentication(fake, { cacheSeconds: 300, now: () => clock.now });
  assert.equal((await authenticate({ 'x-auth-token': 'good' })).kind, 'caller');
  clock.now += 29_999;
  assert.equal((await authenticate({ 'x-auth-token': 'good' })).kind, 'caller');
  assert.equal(fake.counts.lookUps, 1);
  // Even if Keystone's clock is behind ours and it still says yes.
  clock.now += 1;
  assert.deepEqual(await authenticate({ 'x-auth-token': 'good' }), refused(fake.url));
});

test('without a cache every request is asked about', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = () => goodToken();
  const authenticate = authentication(fake, { cacheSeconds: 0 });
  for (let round = 0; round < 3; round += 1) await authenticate({ 'x-auth-token': 'good' });
  assert.deepEqual(fake.counts, { logins: 1, lookUps: 3 });
});

test('a bad token is remembered for ten seconds', async () => {
  await using fake = await fakeKeystone();
  const clock = { now: 0 };
  const authenticate = authentication(fake, { now: () => clock.now });
  await authenticate({ 'x-auth-token': 'bad' });
  clock.now += 9_999;
  assert.deepEqual(authenticate({ 'x-auth-token': 'bad' }), refused(fake.url));
  clock.now += 1;
  fake.lookUp = () => goodToken();
  assert.equal((await authenticate({ 'x-auth-token': 'bad' })).kind, 'caller');
});

test('a crowd with the same token asks once', async () => {
  await using fake = await fakeKeystone();
  fake.login = () => slowly(ownToken('own-1'));
  fake.lookUp = () => slowly(goodToken());
  const authenticate = authentication(fake);
  const crowd = Array.from({ length: 100 }, async (_, index) =>
    authenticate({ 'x-auth-token': index % 2 === 0 ? 'even' : 'odd' }),
  );
  for (const outcome of await Promise.all(crowd)) assert.equal(outcome.kind, 'caller');
  assert.deepEqual(fake.counts, { logins: 1, lookUps: 2 });
});

test('the least recently used token is forgotten first, and bad ones push out no good ones', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = (token) => (token.startsWith('bad') ? { status: 404 } : goodToken());
  const authenticate = authentication(fake, { cacheSize: 2 });
  const isRemembered = (token: string) => !(authenticate({ 'x-auth-token': token }) instanceof Promise);
  for (const token of ['a', 'b', 'bad1', 'bad2', 'bad3']) await authenticate({ 'x-auth-token': token });
  assert(isRemembered('a'));
  await authenticate({ 'x-auth-token': 'c' });
  assert.deepEqual(['c', 'a', 'bad3', 'bad2'].map(isRemembered), [true, true, true, true]);
  assert.deepEqual(['b', 'bad1'].map(isRemembered), [false, false]);
});

test('a token of our own that Keystone no longer accepts is renewed once', async () => {
  await using fake = await fakeKeystone();
  fake.login = () => ownToken(`own-${fake.counts.logins}`);
  fake.lookUp = (_token, own) => (own === 'own-1' ? { status: 401 } : goodToken());
  const authenticate = authentication(fake);
  const outcomes = await Promise.all(
    ['a', 'b', 'c'].map(async (token) => authenticate({ 'x-auth-token': token })),
  );
  assert.deepEqual(
    outcomes.map((outcome) => outcome.kind),
    ['caller', 'caller', 'caller'],
  );
  assert.equal(fake.counts.logins, 2);

  fake.lookUp = () => ({ status: 401 });
  const outcome = await authenticate({ 'x-auth-token': 'd' });
  assert.match(reasonIn(outcome), /does not accept the token that it has just given/);
  assert.equal(fake.counts.logins, 3);
});

test('a token of our own is renewed a minute before it ends', async () => {
  await using fake = await fakeKeystone();
  fake.login = () => ownToken('own', '2026-01-01T01:00:00Z');
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  const authenticate = authentication(fake, { now: () => clock.now });
  await authenticate({ 'x-auth-token': 'a' });
  clock.now = Date.parse('2026-01-01T00:58:59Z');
  await authenticate({ 'x-auth-token': 'b' });
  assert.equal(fake.counts.logins, 1);
  clock.now = Date.parse('2026-01-01T00:59:00Z');
  await authenticate({ 'x-auth-token': 'c' });
  assert.equal(fake.counts.logins, 2);
});

test('a short-lived token of our own is used for most of its life', async () => {
  await using fake = await fakeKeystone();
  fake.login = () => ownToken('own', '2026-01-01T00:00:30Z');
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  const authenticate = authentication(fake, { now: () => clock.now });
  await authenticate({ 'x-auth-token': 'a' });
  clock.now += 26_000;
  await authenticate({ 'x-auth-token': 'b' });
  assert.equal(fake.counts.logins, 1);
});

test('a wrong password of our own is unavailable, told, and not tried again at once', async () => {
  await using fake = await fakeKeystone();
  fake.login = () => ({ status: 401, body: { error: { message: `no ${password}` } } });
  const clock = { now: 0 };
  const authenticate = authentication(fake, { now: () => clock.now });
  assert.match(
    reasonIn(await authenticate({ 'x-auth-token': 'a' })),
    /refuses the credentials that it is shown/,
  );
  assert.match(
    reasonIn(await authenticate({ 'x-auth-token': 'b' })),
    /refuses the credentials that it is shown/,
  );
  assert.equal(fake.counts.logins, 1);

  clock.now += 10_000;
  fake.login = () => ownToken('own-1');
  fake.lookUp = () => goodToken();
  assert.equal((await authenticate({ 'x-auth-token': 'a' })).kind, 'caller');
});

test('an account that may not look at tokens is unavailable, and told', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = () => ({ status: 403 });
  assert.match(
    reasonIn(await authentication(fake)({ 'x-auth-token': 'a' })),
    /does not let .* look at tokens/,
  );
});

test('a Keystone that is away is unavailable, and nothing is remembered of it', async () => {
  await using fake = await fakeKeystone();
  const authenticate = authentication(fake, { retries: 1 });
  fake.lookUp = () => 'drop';
  assert.match(reasonIn(await authenticate({ 'x-auth-token': 'good' })), /cannot be reached \(\w+\)/);
  assert.equal(fake.counts.lookUps, 2);
  fake.lookUp = () => goodToken();
  assert.equal((await authenticate({ 'x-auth-token': 'good' })).kind, 'caller');
});

test('a Keystone that nobody listens for is unavailable', async () => {
  const fake = await fakeKeystone();
  await fake[Symbol.asyncDispose]();
  assert.match(
    reasonIn(await authentication(fake)({ 'x-auth-token': 'good' })),
    /cannot be reached \(ECONNREFUSED\)/,
  );
});

test('a passing error is survived by asking again', async () => {
  await using fake = await fakeKeystone();
  fake.login = () => (fake.counts.logins === 1 ? 'drop' : ownToken('own-1'));
  fake.lookUp = () => (fake.counts.lookUps < 3 ? { status: 503 } : goodToken());
  assert.equal((await authentication(fake)({ 'x-auth-token': 'good' })).kind, 'caller');
  assert.deepEqual(fake.counts, { logins: 2, lookUps: 3 });
});

test('an attempt that hangs leaves time for the next', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = () => (fake.counts.lookUps === 1 ? 'hang' : goodToken());
  const authenticate = authentication(fake, { timeoutMs: 2_000, retries: 1 });
  assert.equal((await authenticate({ 'x-auth-token': 'good' })).kind, 'caller');
});

test('a lasting error is unavailable', async () => {
  await using fake = await fakeKeystone();
  for (const status of [500, 502, 503, 429, 400, 302]) {
    fake.lookUp = () => ({ status, headers: { location: `${fake.url}/v3/elsewhere` } });
    const outcome = await authentication(fake, { retries: 0 })({ 'x-auth-token': 'good' });
    assert.match(reasonIn(outcome), new RegExp(`status ${status}`));
  }
  assert(
    !fake.seen.some(({ path }) => path.includes('elsewhere')),
    'tokens were taken where a redirection pointed',
  );
});

test('an answer that makes no sense is unavailable', async () => {
  await using fake = await fakeKeystone();
  for (const body of [
    'not JSON',
    '{"token": {',
    'null',
    { token: null },
    { token: { expires_at: '2100-01-01T00:00:00Z' } },
    { token: { user: { id: 'u' }, expires_at: 'soon', roles: [] } },
    { token: { user: { id: 'u' }, expires_at: '2100-01-01T00:00:00Z', roles: [{ id: 'r' }] } },
  ]) {
    fake.lookUp = () => ({ status: 200, body });
    const outcome = await authentication(fake, { retries: 0 })({ 'x-auth-token': 'good' });
    assert.match(reasonIn(outcome), /answered with something other than (JSON|a token)/);
  }
});

test('nobody waits longer than all attempts may take together', async () => {
  await using fake = await fakeKeystone();
  const patience = { timeoutMs: 100, retries: 1 };
  for (const [login, lookUp] of [
    [() => 'hang' as const, () => goodToken()],
    [() => ownToken('own-1'), () => 'hang' as const],
    // Each attempt in time, but all of them together too slow.
    [() => ({ status: 503, delayMs: 90 }), () => 'hang' as const],
    [
      () => (fake.counts.logins % 2 === 1 ? { status: 503, delayMs: 90 } : ownToken('own-1')),
      () => 'hang' as const,
    ],
  ] as const) {
    fake.login = login;
    fake.lookUp = lookUp;
    const start = performance.now();
    const outcome = await authentication(fake, patience)({ 'x-auth-token': 'good' });
    assert.match(reasonIn(outcome), /did not answer within|status 503/);
    const waitedMs = performance.now() - start;
    assert(waitedMs < 20_000, `waited ${waitedMs} ms`);
  }
});

test('a renewal of our own token is no reason to wait longer either', async () => {
  await using fake = await fakeKeystone();
  fake.login = () => (fake.counts.logins === 1 ? ownToken('own-1') : 'hang');
  fake.lookUp = () => ({ status: 401, delayMs: 1_900 });
  const start = performance.now();
  const outcome = await authentication(fake, { timeoutMs: 2_000, retries: 0 })({ 'x-auth-token': 'good' });
  assert.match(reasonIn(outcome), /did not answer within 2000 ms/);
  const waitedMs = performance.now() - start;
  assert(waitedMs < 3_800, `waited ${waitedMs} ms`);
});

test('more tokens than anybody has at once do not all wait for Keystone', async () => {
  await using fake = await fakeKeystone();
  fake.login = () => 'hang';
  const authenticate = authentication(fake, { timeoutMs: 50, retries: 0 });
  const outcomes = Array.from({ length: 500 }, async (_, index) =>
    authenticate({ 'x-auth-token': `t${index}` }),
  );
  const oneMore = authenticate({ 'x-auth-token': 'one-more' });
  assert(!(oneMore instanceof Promise));
  assert.match(reasonIn(oneMore), /500 tokens are waiting/);
  await Promise.all(outcomes);
  assert(authenticate({ 'x-auth-token': 'one-more' }) instanceof Promise, 'later there is room again');
});

test('a body that never ends is unavailable', async () => {
  const hanging: typeof fetch = async (_input, init) => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{'));
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
      },
    });
    return new Response(stream, { status: 201 });
  };
  await using fake = await fakeKeystone();
  const outcome = await authentication(fake, { fetch: hanging, timeoutMs: 50, retries: 0 })({
    'x-auth-token': 'x',
  });
  assert.match(reasonIn(outcome), /did not answer within 50 ms/);
});

test('a token bound to certain requests is refused, since nobody here would check them', async () => {
  await using fake = await fakeKeystone();
  const rules = [{ id: 'x', path: '/traits', method: 'GET', service: 'placement' }];
  fake.lookUp = () =>
    goodToken({ application_credential: { id: 'a', name: 'a', restricted: true, access_rules: rules } });
  assert.deepEqual(await authentication(fake)({ 'x-auth-token': 'bound' }), refused(fake.url));
  fake.lookUp = () => goodToken({ application_credential: { id: 'a', name: 'a', restricted: true } });
  assert.equal((await authentication(fake)({ 'x-auth-token': 'free' })).kind, 'caller');
});

test('a service token shows the service behind the user', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = (token) => (token === 'nova' ? serviceToken() : goodToken());
  const authenticate = authentication(fake);
  const first = await authenticate({ 'x-auth-token': 'good', 'x-service-token': 'nova' });
  const caller = callerIn(first);
  assert.deepEqual([caller.userId, caller.roles, caller.isServiceToken], ['u1', ['member', 'reader'], true]);
  assert.deepEqual(caller.attributes, {
    user_name: 'ann',
    user_domain_id: 'ud1',
    project_domain_id: 'pd1',
    is_admin_project: true,
    service_user_id: 'nova',
    service_user_domain_id: 'default',
    service_project_id: 'p1',
    service_project_domain_id: 'pd1',
    service_roles: ['service'],
  });
  assert.deepEqual(
    authenticate({ 'x-auth-token': 'good', 'x-service-token': 'nova' }),
    first,
    'both are remembered',
  );
  assert.equal(callerIn(await authenticate({ 'x-auth-token': 'good' })).isServiceToken, false);
});

test('a bad service token refuses the request, whatever the user', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = (token) => (token === 'bad' ? { status: 404 } : goodToken());
  const headers = { 'x-auth-token': 'good', 'x-service-token': 'bad' };
  assert.deepEqual(await authentication(fake)(headers), refused(fake.url));
});

test('a user token may have expired if a service passes it on, and only then', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = (token) => {
    if (token === 'nova') return serviceToken();
    if (token === 'ann') return goodToken();
    const isAllowed = fake.seen.at(-1)?.path.includes('allow_expired=1');
    return isAllowed ? goodToken({ expires_at: '2026-01-01T00:00:00Z' }) : { status: 404 };
  };
  const now = () => Date.parse('2026-06-01T00:00:00Z');
  const authenticate = authentication(fake, { now });
  const passedOn = { 'x-auth-token': 'old', 'x-service-token': 'nova' };
  const caller = callerIn(await authenticate(passedOn));
  assert.equal(caller.until, Date.parse('2100-01-01T00:00:00Z'), 'as long as the token of the service');
  assert(authenticate(passedOn) instanceof Promise, 'an expired token is not remembered');
  assert.deepEqual(await authenticate({ 'x-auth-token': 'old' }), refused(fake.url));
  assert.deepEqual(
    await authenticate({ 'x-auth-token': 'old', 'x-service-token': 'ann' }),
    refused(fake.url),
  );
  assert.equal(
    (await authenticate(passedOn)).kind,
    'caller',
    'refused to the user, still good for the service',
  );
});

test('no outcome holds a token or a password', async () => {
  await using fake = await fakeKeystone();
  const secrets = ['s3cret-user', 's3cret-service', 'own-1', password];
  const headers = { 'x-auth-token': 's3cret-user', 'x-service-token': 's3cret-service' };
  for (const reply of [
    'drop',
    'hang',
    { status: 200, body: 's3cret-user' },
    { status: 403 },
    goodToken(),
  ] as const) {
    fake.lookUp = () => reply;
    const outcome = await authentication(fake, { retries: 0, timeoutMs: 50 })(headers);
    const shown = inspect(outcome, { depth: null, showHidden: true });
    for (const secret of secrets) assert(!shown.includes(secret), shown);
  }
});

test('the address of Keystone may have its version, or not', async () => {
  await using fake = await fakeKeystone();
  for (const path of ['', '/', '/v3', '/v3/', '/identity', '/identity/v3']) {
    await authentication(fake, { authUrl: `${fake.url}${path}` })({ 'x-auth-token': 'x' });
  }
  assert.deepEqual(
    fake.seen
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => path.replace('/auth/tokens?nocatalog', '')),
    ['/v3', '/v3', '/v3', '/v3', '/identity/v3', '/identity/v3'],
  );
});

test('options that make no sense are refused at the start', () => {
  const given = { url: 'http://127.0.0.1:5000' };
  for (const authUrl of ['', 'identity', 'ftp://identity', 'http://u:p@identity', 'http://identity/v2.0']) {
    assert.throws(() => authentication(given, { authUrl }), TypeError, authUrl);
  }
  for (const options of [
    { cacheSeconds: -1 },
    { cacheSeconds: 86_400 },
    { cacheSize: 0 },
    { timeoutMs: 0 },
    { retries: Number.NaN },
  ]) {
    assert.throws(() => authentication(given, options), RangeError, JSON.stringify(options));
  }
});

function slowly(reply: Reply): Reply {
  return typeof reply === 'string' ? reply : { ...reply, delayMs: 30 };
}

function serviceToken() {
  return goodToken({
    user: { id: 'nova', name: 'nova', domain: { id: 'default' } },
    roles: [{ id: 'r', name: 'service' }],
  });
}

function authentication(fake: { readonly url: string }, options: Partial<KeystoneOptions> = {}) {
  return keystone({
    authUrl: fake.url,
    credentials: {
      kind: 'password',
      user: { name: 'placement', domain: { name: 'Default' } },
      password,
      scope: { project: { name: 'service', domain: { id: 'default' } } },
    },
    ...options,
  });
}

function callerIn(outcome: AuthOutcome): Caller {
  assert(outcome.kind === 'caller', inspect(outcome));
  return outcome.caller;
}

function reasonIn(outcome: AuthOutcome): string {
  assert(outcome.kind === 'unavailable', inspect(outcome));
  return outcome.reason;
}

test('a token longer than any of Keystone’s is refused without a question', async () => {
  await using fake = await fakeKeystone();
  fake.lookUp = () => goodToken();
  const authenticate = authentication(fake);
  assert.deepEqual(await authenticate({ 'x-auth-token': 'x'.repeat(60_000) }), refused(fake.url));
  assert.deepEqual(fake.seen, []);
  const outcome = await authenticate({ 'x-auth-token': 'x'.repeat(8_192) });
  assert.equal(outcome.kind, 'caller');
});
