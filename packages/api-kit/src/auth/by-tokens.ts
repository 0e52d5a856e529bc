import type { AuthOutcome, Authenticate, Caller } from '../caller.ts';

/** What is known of a token. */
export type Verdict =
  | { readonly kind: 'valid'; readonly caller: Caller }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** `allowExpired`: a token whose time has passed counts too, as long as whoever has issued it knows it. */
export type VerdictOn = (token: string, allowExpired: boolean) => Verdict | Promise<Verdict>;

export interface TokenSettings {
  /** What those are told who have no good token: where to get one. */
  readonly challenge?: string | undefined;
  /** Roles that make a service token one. */
  readonly serviceTokenRoles: readonly string[];
}

/**
 * Authenticates by tokens, whoever judges them.
 *
 * A service token, if one is sent, must be good as well. If it has a role of a service, the user's token may have
 * expired on its way through the services, and the policy sees both.
 */
export function byTokens(
  verdictOn: VerdictOn,
  { challenge, serviceTokenRoles }: TokenSettings,
): Authenticate {
  const refused: AuthOutcome = {
    kind: 'unauthenticated',
    ...(challenge === undefined ? {} : { challenge }),
  };

  const outcomeOf = (verdict: Verdict, service: Service | null): AuthOutcome => {
    if (verdict.kind === 'invalid') return refused;
    if (verdict.kind === 'unavailable') return verdict;
    return { kind: 'caller', caller: service === null ? verdict.caller : onBehalf(verdict.caller, service) };
  };

  const withService = (token: string, verdict: Verdict): AuthOutcome | Promise<AuthOutcome> => {
    if (verdict.kind !== 'valid') return outcomeOf(verdict, null);
    const { caller } = verdict;
    const isService = caller.roles.some((role) => serviceTokenRoles.includes(role));
    return whenKnown(verdictOn(token, isService), (user) => outcomeOf(user, { caller, isService }));
  };

  return (headers) => {
    const token = headers['x-auth-token']?.trim();
    const serviceToken = headers['x-service-token']?.trim();
    if (!token) return refused;
    if (!serviceToken) return whenKnown(verdictOn(token, false), (user) => outcomeOf(user, null));
    return whenKnown(verdictOn(serviceToken, false), (service) => withService(token, service));
  };
}

/** The sender of a service token. Not every valid token makes its sender a service. */
interface Service {
  readonly caller: Caller;
  readonly isService: boolean;
}

function onBehalf(user: Caller, { caller: service, isService }: Service): Caller {
  return {
    ...user,
    isServiceToken: isService,
    until: untilOf(user, service, isService),
    attributes: {
      ...user.attributes,
      service_user_id: service.userId,
      service_user_domain_id: service.attributes?.['user_domain_id'] ?? null,
      service_project_id: service.projectId,
      service_project_domain_id: service.attributes?.['project_domain_id'] ?? null,
      service_roles: service.roles,
    },
  };
}

/** On behalf of a user, whose token may have ended before, a service acts as long as its own lasts. */
function untilOf(user: Caller, service: Caller, isService: boolean): number {
  const serviceUntil = service.until ?? Number.POSITIVE_INFINITY;
  return isService ? serviceUntil : Math.min(user.until ?? Number.POSITIVE_INFINITY, serviceUntil);
}

/** Goes on at once with a value that is there, and later with one that is not yet. */
function whenKnown<Value, Result>(
  value: Value | Promise<Value>,
  go: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(go) : go(value);
}
