import { HttpError, badRequest, notFound } from '@berth/api-kit/http-error.ts';
import type { ApplicationCredential } from '../domain/application-credentials/application-credential.ts';
import { wholeSystem } from '../domain/assignments/assignment.ts';
import { effectiveRoles } from '../domain/assignments/effective-roles.ts';
import type { Domain } from '../domain/domains/domain.ts';
import type { Identity } from '../domain/identity-state.ts';
import type { Project } from '../domain/projects/project.ts';
import type { User } from '../domain/users/user.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { type Claims, type Method, methods, type Scope } from '../tokens/claims.ts';
import { bearerNow, type GoodToken } from '../tokens/judge-token.ts';
import { goodToken } from '../tokens/token-verdict.ts';
import type { AuthBody, Reference, ScopeBody, UserReference } from './auth-body.ts';
import type { FailedLogins } from './failed-logins.ts';

/** What logging in needs besides what was sent. */
export interface Gate {
  /** The state as it is whenever it is asked for. */
  readonly identity: () => Identity;
  readonly hasher: PasswordHasher;
  readonly failedLogins: FailedLogins;
  readonly tokenLifetimeMs: number;
  readonly now: () => number;
  /** 22 letters that nothing has. */
  readonly newAuditId: () => string;
}

/** Who it is, as far as one method has shown it. */
interface Shown {
  readonly user: User;
  /** Where a token was shown: what is handed down from it. */
  readonly parent?: GoodToken;
  readonly credential?: ApplicationCredential;
  /** What was compared with the password; who it belongs to may have changed it since. */
  readonly passwordHash?: string | null;
}

/**
 * What the token of somebody who logs in is to say, with what it is about. Whatever is wrong with who they say they are, or with
 * where they want to be, is one and the same answer (401), and where a password was sent it comes after as long as with the right one.
 */
export async function logIn(gate: Gate, auth: AuthBody): Promise<GoodToken> {
  const used = usedMethods(auth);
  const asked = askedScope(auth, used);
  const shown: Shown[] = [];
  for (const method of used) shown.push(await byMethod[method](gate, auth));
  const [first] = shown;
  if (first === undefined) throw unauthorized();
  const identity = gate.identity();
  // Meanwhile it may have changed, or gone.
  const user = identity.users.get(first.user.id);
  if (user === undefined || shown.some((each) => !isStill(user, each))) throw unauthorized();

  const now = gate.now();
  const parent = shown.find((each) => each.parent)?.parent;
  const credential = shown.find((each) => each.credential)?.credential;
  const scope = credential
    ? ({ kind: 'project', id: credential.projectId } as const)
    : scopeNamed(identity, asked, user);
  const claims: Claims = {
    userId: user.id,
    methods: parent ? [...new Set<Method>([...used, ...parent.claims.methods])] : used,
    scope,
    issuedAt: Math.max(now, user.tokensEndedAt + 1),
    expiresAt: parent?.claims.expiresAt ?? endOf(now + gate.tokenLifetimeMs, credential),
    auditIds: [gate.newAuditId(), ...(parent ? [parent.claims.auditIds.at(-1) ?? ''] : [])],
    applicationCredentialId: credential?.id ?? null,
  };
  return bearerNow(identity, claims, user, now) ?? refuse();
}

export function unauthorized(): HttpError {
  return new HttpError(401, 'The request you have made requires authentication.');
}

function refuse(): never {
  throw unauthorized();
}

function isStill(user: User, shown: Shown): boolean {
  if (shown.user.id !== user.id) return false;
  return shown.passwordHash === undefined || shown.passwordHash === user.passwordHash;
}

/** No token lasts longer than the credential that it was made with. */
function endOf(usually: number, credential: ApplicationCredential | undefined): number {
  return Math.min(usually, credential?.expiresAt ?? Number.POSITIVE_INFINITY);
}

function usedMethods({ identity }: AuthBody): readonly Method[] {
  const named = [...new Set(identity.methods)];
  for (const name of named) {
    if (!Object.hasOwn(identity, name)) throw badRequest(expecting(name, 'identity'));
  }
  return named.map((name) => {
    const method = methods.find((each) => each === name);
    if (method === undefined)
      throw new HttpError(401, 'Attempted to authenticate with an unsupported method.');
    return method;
  });
}

/** What the original says where something is missing. */
export function expecting(attribute: string, target: string): string {
  return `Expecting to find ${attribute} in ${target}. The server could not comply with the request since it is either malformed or otherwise incorrect. The client is assumed to be in error.`;
}

/** Null: none was named. */
function askedScope({ scope }: AuthBody, used: readonly Method[]): ScopeBody | null {
  if (scope === undefined) return null;
  if (used.includes('application_credential')) {
    throw new HttpError(
      401,
      'Error authenticating with application credential: Application credentials cannot request a scope.',
    );
  }
  const body: ScopeBody = typeof scope === 'string' ? wordScope(scope) : scope;
  const places = ['project', 'domain', 'unscoped', 'system', 'OS-TRUST:trust'].filter((name) =>
    Object.hasOwn(body, name),
  );
  if (places.length !== 1)
    throw badRequest(expecting('system, project, domain, OS-TRUST:trust or unscoped', 'scope'));
  if (places[0] === 'OS-TRUST:trust') throw new HttpError(403, 'There are no trusts here.');
  const { project } = body;
  if (project?.name && !project.domain) throw badRequest(expecting('domain', 'project'));
  return body;
}

/** An older way to say that there is to be none. */
function wordScope(word: string): ScopeBody {
  return word.includes('unscoped') ? { unscoped: {} } : {};
}

/** Where the token is to be good. Whether it can be is found out with it. */
function scopeNamed(identity: Identity, asked: ScopeBody | null, user: User): Scope {
  if (asked === null) return usualScope(identity, user);
  if (asked.system !== undefined) {
    return effectiveRoles(identity, user.id, wholeSystem).length > 0 ? { kind: 'system' } : refuse();
  }
  if (asked.domain !== undefined)
    return { kind: 'domain', id: domainNamed(identity, asked.domain)?.id ?? refuse() };
  if (asked.project === undefined) return { kind: 'unscoped' };
  return { kind: 'project', id: projectNamed(identity, asked.project)?.id ?? refuse() };
}

function projectNamed(
  { domains, projects }: Identity,
  { id, name, domain }: NonNullable<ScopeBody['project']>,
): Project | undefined {
  if (!name) return projects.get(id ?? '');
  const within = domainNamed({ domains }, domain ?? {});
  return within && projects.named(within.id, name);
}

/** The user's own project, where they have a role in it. */
function usualScope(identity: Identity, user: User): Scope {
  const { defaultProjectId: id } = user;
  if (id === null || !identity.projects.get(id)?.isEnabled) return { kind: 'unscoped' };
  const roles = effectiveRoles(identity, user.id, { kind: 'project', id });
  return roles.length > 0 ? { kind: 'project', id } : { kind: 'unscoped' };
}

function domainNamed({ domains }: Pick<Identity, 'domains'>, { id, name }: Reference): Domain | undefined {
  return name ? domains.named('', name) : domains.get(id ?? '');
}

function userNamed(identity: Identity, { id, name, domain }: UserReference): User | undefined {
  if (id) return identity.users.get(id);
  if (!name || !domain) return undefined;
  const within = domainNamed(identity, domain);
  return within && identity.users.named(within.id, name);
}

/** What nobody is called, the same for all ways to say it: as with users, failures count together, so a lock does not tell one from the other. */
function nameOf(identity: Identity, { id, name, domain = {} }: UserReference): string {
  if (id) return id;
  return JSON.stringify([domainNamed(identity, domain)?.id ?? domain.id ?? domain.name, name]);
}

const byMethod: { readonly [M in Method]: (gate: Gate, auth: AuthBody) => Promise<Shown> } = {
  password: async (gate, { identity: { password } }) => {
    const reference = password?.user;
    if (reference === undefined) throw badRequest(expecting('user', 'None'));
    if (!reference.id && !reference.name) throw badRequest(expecting('id or name', 'user'));
    if (!reference.id && !reference.domain) throw badRequest(expecting('domain', 'user'));
    const user = userNamed(gate.identity(), reference);
    const hash = user?.isEnabled ? user.passwordHash : null;
    const isExempt = user?.options['ignore_lockout_failure_attempts'] === true;
    const name = isExempt ? null : (user?.id ?? nameOf(gate.identity(), reference));
    await recognize(gate, name, reference.password ?? '', hash);
    return { user: user ?? refuse(), passwordHash: hash };
  },
  token: async (gate, { identity: { token }, scope }) => {
    const parent = goodToken(gate.identity(), token?.id ?? '', gate.now()) ?? noSuchToken();
    // As in the original, of a place that is not there no more is told than to others.
    if (isOfPlace(scope) && !isPlaceThere(gate.identity(), scope)) throw unauthorized();
    // What is for the system is for nobody's project.
    if (parent.claims.scope.kind === 'system' && isOfPlace(scope))
      throw notMadeInto(
        'Using a system-scoped token to create a project-scoped or domain-scoped token is not allowed.',
      );
    // It stands for one project and some roles, and is not to be made into more.
    if (parent.credential)
      throw notMadeInto('Using a delegated token to create another token is not allowed.');
    return { user: parent.user, parent };
  },
  application_credential: async (gate, { identity: { application_credential: asked } }) => {
    if (!asked?.id && !asked?.name) throw badRequest(expecting('name or ID', 'application credential'));
    if (!asked.id && !asked.user) throw badRequest(expecting('user', 'application credential'));
    const identity = gate.identity();
    const owner = asked.id ? undefined : userNamed(identity, asked.user ?? {});
    const credential = asked.id
      ? identity.applicationCredentials.get(asked.id)
      : owner && identity.applicationCredentials.named(owner.id, asked.name ?? '');
    // An id cannot be guessed, so whoever has one learns nothing; names can.
    if (asked.id && !credential) throw notFound(`Could not find Application Credential: ${asked.id}.`);
    const ownerName = owner?.id ?? nameOf(identity, asked.user ?? {});
    const name = credential?.id ?? JSON.stringify([ownerName, asked.name]);
    await recognize(gate, name, asked.secret ?? '', credential?.secretHash ?? null);
    const user = credential && identity.users.get(credential.userId);
    return { user: user ?? refuse(), credential: credential ?? refuse() };
  },
};

function isOfPlace(scope: AuthBody['scope']): scope is ScopeBody {
  return typeof scope === 'object' && (scope.project !== undefined || scope.domain !== undefined);
}

function isPlaceThere(identity: Identity, { project, domain }: ScopeBody): boolean {
  if (project === undefined) return domainNamed(identity, domain ?? {})?.isEnabled === true;
  const found = projectNamed(identity, project);
  return found?.isEnabled === true && identity.domains.get(found.domainId)?.isEnabled === true;
}

function notMadeInto(why: string): HttpError {
  return new HttpError(403, `You are not authorized to perform the requested action: ${why}.`);
}

/** `name`: whom failures count against; null: nobody. */
export async function recognize(
  { hasher, failedLogins, now }: Gate,
  name: string | null,
  password: string,
  hash: string | null,
): Promise<void> {
  if (name !== null && failedLogins.isLocked(name, now())) throw unauthorized();
  const isRight = await hasher.matches(password, hash);
  if (name === null) {
    if (!isRight) throw unauthorized();
    return;
  }
  // Others may have tried meanwhile.
  if (!isRight) failedLogins.noteFailure(name, now());
  if (!isRight || failedLogins.isLocked(name, now())) throw unauthorized();
  failedLogins.noteSuccess(name);
}

function noSuchToken(): never {
  throw notFound('Failed to validate token');
}
