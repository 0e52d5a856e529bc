import type { Region } from './catalog/catalog.ts';
import type { Domain } from './domains/domain.ts';
import { assignmentId, type Target, wholeSystem } from './assignments/assignment.ts';
import type { Identity } from './identity-state.ts';
import type { ProjectId, RoleId, UserId } from './ids.ts';
import type { IdentityChange } from './nouns.ts';
import type { Project } from './projects/project.ts';
import { impliedRoleId, type Role } from './roles/role.ts';
import type { User } from './users/user.ts';

/** The first administrator, with all that somebody needs to log in at all. Does nothing where there is a domain. */
export interface FoundIdentity {
  readonly kind: 'found-identity';
  readonly domain: Domain;
  readonly project: Project;
  readonly admin: User;
  /** Each implies the next one. */
  readonly roles: readonly Role[];
  /** Roles that neither imply nor are implied. */
  readonly otherRoles: readonly Role[];
  /** Where services are. */
  readonly region: Region;
}

export function foundIdentity(
  { domains }: Identity,
  { domain, project, admin, roles, otherRoles, region }: FoundIdentity,
): readonly IdentityChange[] {
  if (domains.size > 0) return [];
  const [highest] = roles;
  return [
    { kind: 'domain-set', thing: domain },
    { kind: 'project-set', thing: project },
    { kind: 'user-set', thing: admin },
    { kind: 'region-set', thing: region },
    ...[...roles, ...otherRoles].map((thing): IdentityChange => ({ kind: 'role-set', thing })),
    ...roles.slice(1).map((implied, index): IdentityChange => {
      const priorId = roles[index]?.id ?? implied.id;
      return {
        kind: 'implied-role-set',
        thing: { id: impliedRoleId(priorId, implied.id), priorId, impliedId: implied.id },
      };
    }),
    ...(highest
      ? [granted(admin.id, projectTarget(project.id), highest.id), granted(admin.id, wholeSystem, highest.id)]
      : []),
  ];
}

function projectTarget(id: ProjectId): Target {
  return { kind: 'project', id };
}

function granted(userId: UserId, target: Target, roleId: RoleId): IdentityChange {
  const actor = { kind: 'user', id: userId } as const;
  return {
    kind: 'assignment-set',
    thing: { id: assignmentId({ actor, target, roleId }), actor, target, roleId },
  };
}
