/** Who is asking, as the authentication in force has established it. */
export interface Caller {
  readonly userId: string | null;
  readonly projectId: string | null;
  readonly domainId: string | null;
  readonly roles: readonly string[];
  /** 'all' for a system-scoped token. */
  readonly systemScope: string | null;
  readonly isServiceToken: boolean;
  /** When what they have shown of themselves ends, in milliseconds since 1970; never unless given. */
  readonly until?: number;
  /** What a policy may ask about beyond the above, under oslo.policy's names: 'project_domain_id'. */
  readonly attributes?: Readonly<Record<string, string | boolean | readonly string[] | null>>;
}

/** Who asks where nobody has to say who they are. */
export const nobody: Caller = {
  userId: null,
  projectId: null,
  domainId: null,
  roles: [],
  systemScope: null,
  isServiceToken: false,
};

export type AuthOutcome =
  | { readonly kind: 'caller'; readonly caller: Caller }
  /** 401. `challenge` is the www-authenticate header, where there is one. */
  | { readonly kind: 'unauthenticated'; readonly challenge?: string }
  /** 503: whether the token is good cannot be found out now. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * Finds out who is asking. Answers at once where it can (a header, a cached token), so that a request that
 * needs no waiting does not wait.
 */
export type Authenticate = (
  headers: Readonly<Record<string, string | undefined>>,
) => AuthOutcome | Promise<AuthOutcome>;
