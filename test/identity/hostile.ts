import { newTokenKey, newestKey, openToken, sealToken } from '@berth/identity/tokens/seal-token.ts';
import { dumpIdentity } from '@berth/identity/testing/dump-identity.ts';
import { identityInProcess } from '@berth/identity/testing/identity-in-process.ts';
import { Prng } from '@berth/testing/prng.ts';
import { isDeepStrictEqual } from 'node:util';

/** What was found: somebody got in, something was written, or it failed. */
export interface HostileReport {
  readonly requests: number;
  readonly problems: readonly string[];
  readonly statuses: ReadonlyMap<number, number>;
}

const paths = [
  'users',
  'users/{id}',
  'projects',
  'domains/default',
  'roles',
  'role_assignments',
  'auth/tokens',
  'auth/catalog',
  'auth/projects',
  'users/{id}/application_credentials',
  'system/users/{id}/roles/{id}',
  'services',
  'credentials',
];

/** Requests of somebody who has no good token, and wants to get in: nobody does, nothing is written, and nothing fails. */
export async function hostileRun(seed: string, requests: number): Promise<HostileReport> {
  const random = new Prng(seed);
  const service = await identityInProcess();
  const { ask, admin, state, clock, tokenOf } = service;
  const adminId = state.users.named('default', 'admin')?.id ?? '';
  clock.now += 1;
  const revoked = await tokenOf('admin', { system: { all: true } });
  await ask('DELETE /v3/auth/tokens', { token: admin, headers: { 'x-subject-token': revoked } });
  const claims = openToken(state, admin);
  const key = newestKey(state);
  if (claims === null || key === null) throw new Error('the world could not be made');
  const forged = [
    // Of another ledger, and of one that takes our key's name.
    sealToken(newTokenKey(clock.now), claims),
    sealToken({ ...newTokenKey(clock.now), id: key.id }, claims),
    // Of ours, but over, not from now, or of nobody.
    sealToken(key, { ...claims, expiresAt: clock.now }),
    sealToken(key, { ...claims, expiresAt: 0 }),
    sealToken(key, { ...claims, userId: 'f'.repeat(32) }),
    sealToken(key, { ...claims, scope: { kind: 'project', id: 'f'.repeat(32) } }),
    sealToken(key, { ...claims, applicationCredentialId: 'f'.repeat(32) }),
    revoked,
  ];
  const before = dumpIdentity(state);
  const problems: string[] = [];
  const statuses = new Map<number, number>();
  for (let count = 0; count < requests; count++) {
    const token = badToken(random, admin, forged);
    const isLogin = random.chance(0.2);
    const path = isLogin ? '/v3/auth/tokens' : trickyPath(random, adminId);
    const method = isLogin
      ? 'POST'
      : random.pick(['GET', 'GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'get']);
    const body = isLogin || random.chance(0.5) ? badBody(random, adminId, admin, forged) : undefined;
    const subject = random.chance(0.3)
      ? { 'x-subject-token': random.pick([admin, badToken(random, admin, forged)]) }
      : {};
    const what = `${method} ${path}`;
    try {
      const { status } = await ask(`${method} ${path.replaceAll(' ', '%20')}`, {
        ...(token === '' ? {} : { token }),
        ...(body === undefined ? {} : { body }),
        headers: subject,
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const isOpen = /^\/*(v3)?\/?(\?|$)/.test(path);
      if (status >= 500) problems.push(`${what}: ${status}`);
      if (status < 300 && !isOpen) problems.push(`${what} with ${token}: ${status}`);
    } catch (error) {
      problems.push(`${what}: ${error instanceof Error ? error.message : 'failed'}`);
    }
  }
  if (!isDeepStrictEqual(dumpIdentity(state), before)) problems.push('something was written');
  return { requests, problems, statuses };
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function badToken(random: Prng, good: string, forged: readonly string[]): string {
  const at = random.below(good.length);
  return random.weighted<() => string>([
    [3, () => random.pick(forged)],
    [
      3,
      () => {
        const letter = random.pick(letters.split('').filter((each) => each !== good[at]));
        return `${good.slice(0, at)}${letter}${good.slice(at + 1)}`;
      },
    ],
    [2, () => good.slice(0, at)],
    [1, () => `${good}${random.pick(['=', 'A', ' A', '.', '%00', ', ', `,${good}`])}`],
    [
      1,
      () =>
        random.pick([
          '',
          'admin',
          'null',
          'undefined',
          '__proto__',
          'Bearer x',
          '0',
          good.toUpperCase(),
          good.split('').reverse().join(''),
        ]),
    ],
    [
      1,
      () =>
        Array.from({ length: random.scaledBetween(1, 3_000) }, () => random.pick(letters.split(''))).join(''),
    ],
    [
      1,
      () =>
        'gAAAAABq_C747K8ksMp5OKiorVwjlB_BpDG9CWj4AUBjYQOYb6A1WfcDDzpOwFG08gIXTPuxjsBW6iL3cfZbM3dbTGTGUWT3A0b13Nn81cv78lg',
    ],
  ])();
}

function trickyPath(random: Prng, id: string): string {
  const path = `/v3/${random.pick(paths).replaceAll('{id}', random.chance(0.8) ? id : random.pick(['__proto__', '%00', '..', 'constructor']))}`;
  return random.weighted<() => string>([
    [8, () => path],
    [1, () => `/${path}`],
    [1, () => path.replace('/v3/', '/v3//')],
    [
      1,
      () =>
        path.replace(
          '/v3/',
          random.pick(['/v3/../v3/', '/v3/./', '/V3/', '/v3%2f', '/%76%33/', '/v3;a=b/', '/v2.0/']),
        ),
    ],
    [
      1,
      () =>
        `${path}${random.pick(['/', '//', '/..', '/.', '%00', '%0a', '%2f', ';x', '?', '?nocatalog', '?a=%ff', '#x', '.json'])}`,
    ],
    [
      1,
      () =>
        random.pick([
          '/',
          '',
          '/v3',
          '//',
          '/v3/auth/tokens/OS-PKI/revoked',
          '/healthcheck',
          '*',
          `/${'a/'.repeat(500)}`,
          '/v3/users/password',
        ]),
    ],
  ])();
}

/** Bodies that ask for tokens, or for something to be made; none of them has a password that is right. */
function badBody(random: Prng, id: string, good: string, forged: readonly string[]): string {
  const user = random.pick<unknown>([
    { id, password: random.pick(['', 'Secret', 'secret ', 'x'.repeat(5_000), '\u0000']) },
    { name: 'admin', domain: { id: 'default' }, password: 'wrong' },
    { name: '__proto__', domain: { id: '__proto__' }, password: 'secret' },
    { id: { $ne: null }, password: 'secret' },
    { id, password: ['secret'] },
    { id, password: null },
    { id },
  ]);
  const identity = random.pick<unknown>([
    { methods: ['password'], password: { user } },
    { methods: ['token'], token: { id: badToken(random, good, forged) } },
    { methods: ['password', 'token'], password: { user }, token: { id: random.pick(forged) } },
    { methods: ['external'], external: {} },
    { methods: ['mapped'], mapped: {} },
    { methods: [] },
    { methods: ['constructor'] },
    { methods: ['application_credential'], application_credential: { id, secret: 'secret' } },
    { methods: ['application_credential'], application_credential: { name: 'x', user: { id }, secret: '' } },
  ]);
  return random.weighted<() => string>([
    [
      6,
      () =>
        JSON.stringify({
          auth: {
            identity,
            scope: random.pick<unknown>([
              undefined,
              { system: { all: true } },
              'unscoped',
              { project: { id: '' } },
              [],
            ]),
          },
        }),
    ],
    [2, () => JSON.stringify({ user: { name: 'evil', password: 'evil', id: 'evil' } })],
    [1, () => '['.repeat(random.scaledBetween(1, 50_000))],
    [1, () => `{"auth":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`],
    [
      1,
      () =>
        random.pick([
          '',
          '{',
          'null',
          '"x"',
          '1e999',
          '{"auth": null}',
          '{"auth": []}',
          '{"__proto__": {"auth": {}}}',
          '\ud800',
          '{"auth":{"identity":{"methods":"password"}}}',
        ]),
    ],
    [1, () => JSON.stringify({ auth: { identity: { methods: Array(5_000).fill('password') } } })],
    [1, () => JSON.stringify({ auth: 'x'.repeat(200_000) })],
  ])();
}
