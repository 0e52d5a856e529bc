import { createPolicy } from '@berth/api-kit/policy/enforcer.ts';
import { emptyBody } from '@berth/api-kit/request.ts';
import { textOf } from '@berth/api-kit/response.ts';
import { createIdentityService } from '../create-identity-service.ts';
import { decideIdentityCommand } from '../domain/decide.ts';
import { IdentityState } from '../domain/identity-state.ts';
import { identityDomain } from '../domain.ts';
import type { App } from '../http/app.ts';
import { keepIdentity } from '../keep-identity.ts';
import { FailedLogins, type LockoutSettings } from '../login/failed-logins.ts';
import { PasswordHasher } from '../passwords/password-hasher.ts';
import { newAuditId, newHexId, newSecret } from '../new-secrets.ts';
import { identityRules } from '../policy/rules.ts';

export interface Asked {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // What an answer has in it, each test knows for itself.
  // oxlint-disable-next-line no-explicit-any
  readonly body: any;
  /** What an error says. */
  readonly message: string | undefined;
}

/** The identity API on a state in memory, with its first administrator, for tests: asked in one line, answered as data. */
export async function identityInProcess(
  given: {
    readonly lockout?: LockoutSettings;
    readonly tokenLifetimeMs?: number;
    readonly realClock?: boolean;
  } = {},
) {
  const state = new IdentityState();
  const clock = { now: Date.UTC(2026, 0, 2, 3, 4, 5, 678) };
  const now = given.realClock ? Date.now : () => clock.now;
  const commit: App['commit'] = async (command, read) => {
    const changes = decideIdentityCommand({ identity: state }, command);
    for (const change of changes) identityDomain.apply(state, change);
    return read(state, changes);
  };
  // As cheap as it may be.
  const hasher = new PasswordHasher(10);
  const tokenLifetimeMs = given.tokenLifetimeMs ?? 3_600_000;
  const closed = new AbortController();
  const look = () =>
    keepIdentity({
      identity: () => state,
      commit: (command) => commit(command, () => undefined),
      isLeading: () => true,
      ended: closed.signal,
      hasher,
      adminPassword: () => 'secret',
      onPasswordMade: () => {},
      tokenLifetimeMs,
      region: 'RegionOne',
      now,
      newId: newHexId,
      onTrouble: (reason) => {
        throw reason;
      },
    });
  await look();
  closed.abort();
  const app: App = {
    identity: state,
    commit,
    policy: createPolicy({ defaults: identityRules, enforceNewDefaults: false, enforceScope: true }),
    gate: {
      identity: () => state,
      hasher,
      failedLogins: new FailedLogins(given.lockout ?? { attempts: 0, durationMs: 0 }),
      tokenLifetimeMs,
      now,
      newAuditId,
    },
    newId: newHexId,
    newSecret,
    mounted: [{ type: 'identity', name: 'keystone', at: { mount: '/identity' } }],
    region: 'RegionOne',
  };
  const handle = createIdentityService(app, {
    now,
    onFault: (thrown) => {
      throw thrown;
    },
  });
  const ask = async (request: string, { token, body, headers = {} }: Asked = {}): Promise<Answered> => {
    const [method = '', target = ''] = request.split(' ');
    const answer = await handle({
      method,
      target,
      headers: { ...(token === undefined ? {} : { 'x-auth-token': token }), ...headers },
      body:
        body === undefined ? emptyBody : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      origin: 'http://h',
      prefix: '/identity',
      remoteAddress: '',
    });
    const text = textOf(answer.body);
    const isJson = text !== '' && answer.headers['content-type'] === 'application/json';
    const json = isJson ? JSON.parse(text) : null;
    return { status: answer.status, headers: answer.headers, body: json, message: json?.error?.message };
  };
  /** Asks for a token by a password. */
  const logIn = (name: string, scope?: unknown, password = 'secret') =>
    ask('POST /v3/auth/tokens', { body: passwordAuth(name, scope, password) });
  const tokenOf = async (name: string, scope?: unknown): Promise<string> => {
    const { headers } = await logIn(name, scope);
    return headers['x-subject-token'] ?? '';
  };
  const admin = await tokenOf('admin', { project: { name: 'admin', domain: { id: 'default' } } });
  /** Does as the administrator what has to work, and gives what was made. */
  const make = async (words: string, thing: object) => {
    const word = words.slice(0, -1);
    const { status, body } = await ask(`POST /v3/${words}`, { token: admin, body: { [word]: thing } });
    if (status !== 201) throw new Error(`${words}: ${JSON.stringify(body)}`);
    return body[word];
  };
  const roleId = (name: string) => state.roles.named('', name)?.id ?? '';
  return { ask, logIn, tokenOf, admin, make, roleId, state, clock, look, app, handle };
}

export function passwordAuth(name: string, scope?: unknown, password = 'secret'): object {
  return {
    auth: {
      identity: {
        methods: ['password'],
        password: { user: { name, domain: { id: 'default' }, password } },
      },
      ...(scope === undefined ? {} : { scope }),
    },
  };
}
