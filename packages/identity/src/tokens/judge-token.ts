import type { ApplicationCredential } from '../domain/application-credentials/application-credential.ts';
import { wholeSystem } from '../domain/assignments/assignment.ts';
import { effectiveRoles } from '../domain/assignments/effective-roles.ts';
import type { Domain } from '../domain/domains/domain.ts';
import type { Identity } from '../domain/identity-state.ts';
import type { Project } from '../domain/projects/project.ts';
import type { Role } from '../domain/roles/role.ts';
import type { User } from '../domain/users/user.ts';
import type { Claims } from './claims.ts';

/** A token that is good now, with what it is about as it is now. */
export interface GoodToken {
  readonly claims: Claims;
  readonly user: User;
  readonly userDomain: Domain;
  readonly scope: ScopeNow;
  /** None where it has no scope. */
  readonly roles: readonly Role[];
  readonly credential: ApplicationCredential | null;
}

export type ScopeNow =
  | { readonly kind: 'unscoped' }
  | { readonly kind: 'project'; readonly project: Project; readonly domain: Domain }
  | { readonly kind: 'domain'; readonly domain: Domain }
  | { readonly kind: 'system' };

/**
 * Whether what a token says still holds; null where it does not. Roles are those that the user has now: who has lost the last one
 * somewhere has a token for nothing.
 */
export function judgeToken(identity: Identity, claims: Claims, now: number): GoodToken | null {
  const { expiresAt, issuedAt, auditIds } = claims;
  if (expiresAt <= now) return null;
  const [ownAuditId = ''] = auditIds;
  if (identity.revocations.has(ownAuditId)) return null;
  const user = identity.users.get(claims.userId);
  if (user === undefined || issuedAt <= user.tokensEndedAt) return null;
  return bearerNow(identity, claims, user, now);
}

/** The same of claims that no token says yet. */
export function bearerNow(identity: Identity, claims: Claims, user: User, now: number): GoodToken | null {
  const userDomain = enabledDomain(identity, user.domainId);
  if (!user.isEnabled || userDomain === null) return null;
  const scope = scopeNow(identity, claims);
  if (scope === null) return null;
  const { applicationCredentialId } = claims;
  const credential =
    applicationCredentialId === null
      ? null
      : (identity.applicationCredentials.get(applicationCredentialId) ?? null);
  if (applicationCredentialId !== null && !isGood(credential, user, now)) return null;
  const roles = rolesNow(identity, user, scope, credential);
  if (roles === null) return null;
  return { claims, user, userDomain, scope, roles, credential };
}

function isGood(credential: ApplicationCredential | null, { id }: User, now: number): boolean {
  if (credential === null || credential.userId !== id) return false;
  return credential.expiresAt === null || credential.expiresAt > now;
}

/** Null where there is no such place, or it is disabled. */
function scopeNow(identity: Identity, { scope }: Claims): ScopeNow | null {
  if (scope.kind === 'unscoped' || scope.kind === 'system') return scope;
  if (scope.kind === 'domain') {
    const domain = enabledDomain(identity, scope.id);
    return domain && { kind: 'domain', domain };
  }
  const project = identity.projects.get(scope.id);
  const domain = project?.isEnabled ? enabledDomain(identity, project.domainId) : null;
  return project && domain ? { kind: 'project', project, domain } : null;
}

/** Null where there has to be one, and there is none, or a credential stands for none that its user still has. */
function rolesNow(
  identity: Identity,
  { id }: User,
  scope: ScopeNow,
  credential: ApplicationCredential | null,
): readonly Role[] | null {
  if (scope.kind === 'unscoped') return [];
  const target =
    scope.kind === 'project'
      ? ({ kind: 'project', id: scope.project.id } as const)
      : scope.kind === 'domain'
        ? ({ kind: 'domain', id: scope.domain.id } as const)
        : wholeSystem;
  const own = effectiveRoles(identity, id, target);
  if (own.length === 0) return null;
  if (credential === null) return own;
  // It stands for those of its roles that its user still has.
  const left = own.filter(({ id: each }) => credential.roleIds.includes(each));
  return credential.projectId !== target.id || left.length === 0 ? null : left;
}

function enabledDomain({ domains }: Identity, id: string): Domain | null {
  const domain = domains.get(id);
  return domain?.isEnabled ? domain : null;
}
