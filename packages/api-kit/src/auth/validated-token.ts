import type { Caller } from '../caller.ts';

/** What Keystone says about a token. */
export interface ValidatedToken {
  readonly caller: Caller;
  readonly expiresAt: number;
  /**
   * The token may be used for certain requests only (access rules of an application credential). Which ones, a service
   * has to check itself; this one does not.
   */
  readonly isRestricted: boolean;
}

/** Null where the answer is not what version 3 of the API promises. */
export function validatedToken(body: unknown): ValidatedToken | null {
  const token = tokenIn(body);
  const expiresAt = expiryIn(body);
  const userId = idIn(token?.['user']);
  const roles = namesIn(token?.['roles'] ?? []);
  if (token === null || expiresAt === null || userId === null || roles === null) return null;

  const caller: Caller = {
    userId,
    projectId: idIn(token['project']),
    domainId: idIn(token['domain']),
    roles,
    systemScope: objectIn(token['system'])?.['all'] === true ? 'all' : null,
    isServiceToken: false,
    until: expiresAt,
    attributes: {
      user_name: nameIn(token['user']),
      user_domain_id: idIn(objectIn(token['user'])?.['domain']),
      project_domain_id: idIn(objectIn(token['project'])?.['domain']),
      is_admin_project: token['is_admin_project'] !== false,
    },
  };
  const credential = objectIn(token['application_credential']);
  return { caller, expiresAt, isRestricted: (credential?.['access_rules'] ?? null) !== null };
}

/** When the token in the answer ends, in milliseconds since 1970; null where that is not said. */
export function expiryIn(body: unknown): number | null {
  const text = tokenIn(body)?.['expires_at'];
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** As it is written; undefined where there is none. */
export function catalogIn(body: unknown): unknown {
  return tokenIn(body)?.['catalog'];
}

export interface TokenProject {
  readonly id: string;
  readonly name: string;
}

/** The project that a token is for; null where it is for none. */
export function projectIn(body: unknown): TokenProject | null {
  const { id, name } = objectIn(tokenIn(body)?.['project']) ?? {};
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : null;
}

type JsonObject = Readonly<Record<string, unknown>>;

function tokenIn(body: unknown): JsonObject | null {
  return objectIn(objectIn(body)?.['token']);
}

function idIn(value: unknown): string | null {
  const id = objectIn(value)?.['id'];
  return typeof id === 'string' ? id : null;
}

function nameIn(value: unknown): string | null {
  const name = objectIn(value)?.['name'];
  return typeof name === 'string' ? name : null;
}

function namesIn(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  const names = value.map((entry: unknown) => objectIn(entry)?.['name']);
  return names.every((name) => typeof name === 'string') ? names : null;
}

function objectIn(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}
