import { removalOfAssignments } from '../assignments/change-assignments.ts';
import { found, withOptions } from '../found.ts';
import type { Identity } from '../identity-state.ts';
import type { Instant } from '../ids.ts';
import type { IdentityChange } from '../nouns.ts';
import { refuse } from '../refusals.ts';
import type { User } from './user.ts';

export interface CreateUser {
  readonly kind: 'create-user';
  readonly user: User;
}

export interface UpdateUser {
  readonly kind: 'update-user';
  readonly id: string;
  /** A user stays in its domain, which may be said again. */
  readonly change: Partial<Omit<User, 'id' | 'tokensEndedAt'>>;
  readonly now: Instant;
}

export interface DeleteUser {
  readonly kind: 'delete-user';
  readonly id: string;
}

export function createUser(identity: Identity, { user }: CreateUser): readonly IdentityChange[] {
  found(identity, 'domain', user.domainId);
  if (identity.users.has(user.id)) refuse({ kind: 'id-taken', noun: 'user', id: user.id });
  refuseDomainAsProject(identity, user.defaultProjectId);
  refuseTakenName(identity, user, true);
  return [{ kind: 'user-set', thing: user }];
}

/**
 * While another password is being stored, whoever knows the old one can still log in. So tokens end that are given up to so long from now; who logs in
 * afterwards gets one that is younger than that.
 */
const storingMs = 1_000;

/** Who gets another password, or is disabled, is logged out everywhere. */
export function updateUser(identity: Identity, { id, change, now }: UpdateUser): readonly IdentityChange[] {
  const user = found(identity, 'user', id);
  refuseDomainAsProject(identity, change.defaultProjectId ?? null);
  const endsTokens = change.passwordHash !== undefined || (user.isEnabled && change.isEnabled === false);
  const thing: User = {
    ...user,
    ...change,
    domainId: user.domainId,
    options: withOptions(user.options, change.options),
    extra: { ...user.extra, ...change.extra },
    tokensEndedAt: endsTokens ? Math.max(now + storingMs, user.tokensEndedAt) : user.tokensEndedAt,
  };
  refuseTakenName(identity, thing, change.domainId !== undefined);
  return [{ kind: 'user-set', thing }];
}

export function deleteUser(identity: Identity, { id }: DeleteUser): readonly IdentityChange[] {
  return [...removalOfUser(identity, found(identity, 'user', id))];
}

/** With all that is theirs. */
export function* removalOfUser(identity: Identity, { id }: User): Generator<IdentityChange> {
  for (const membership of identity.memberships.of(`user:${id}`)) {
    yield { kind: 'membership-removed', id: membership.id };
  }
  yield* removalOfAssignments(identity, { kind: 'user', id });
  for (const credential of identity.applicationCredentials.of(id)) {
    yield { kind: 'application-credential-removed', id: credential.id };
  }
  for (const revocation of identity.revocations.of(id))
    yield { kind: 'revocation-removed', id: revocation.id };
  yield { kind: 'user-removed', id };
}

function refuseDomainAsProject({ domains }: Identity, projectId: string | null): void {
  if (projectId !== null && domains.has(projectId))
    refuse({ kind: 'default-project-is-domain', id: projectId });
}

function refuseTakenName({ users }: Identity, { id, name, domainId }: User, isDomainSaid: boolean): void {
  const other = users.named(domainId, name);
  if (other && other.id !== id)
    refuse({ kind: 'name-taken', noun: 'user', name, domainId, id, isDomainSaid });
}
