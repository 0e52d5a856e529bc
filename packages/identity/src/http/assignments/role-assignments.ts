import { badRequest, notFound } from '@berth/api-kit/http-error.ts';
import type { PolicyTarget } from '@berth/api-kit/policy.ts';
import { type Assignment, assignmentId, keyOf } from '../../domain/assignments/assignment.ts';
import type { Identity } from '../../domain/identity-state.ts';
import { below } from '../../domain/projects/change-projects.ts';
import { isFlagSet } from '../boolean-of.ts';
import { forbidden } from '../dialect/keystone-dialect.ts';
import { endpoint, type IdentityContext, type IdentityEndpoint } from '../endpoint.ts';
import { listAnswer } from '../list-answer.ts';
import { assignmentView, type Shown } from './assignment-view.ts';

/** All assignments, or those of somebody, somewhere. */
export const roleAssignments: readonly IdentityEndpoint[] = [
  endpoint({
    route: 'GET /v3/role_assignments',
    find: ({ app, caller, query }) => {
      const { domainId } = caller;
      const target = ofDomain(domainId);
      if (isFlagSet(query.all('include_subtree')) && !app.policy.allows(treeRule, caller, target))
        throw forbidden(treeRule);
      return domainId;
    },
    policy: 'identity:list_role_assignments',
    target: (_asked, domainId: string | null) => ofDomain(domainId),
    run: (context, domainId: string | null) => {
      const { identity } = context.app;
      const asked = askedIn(context);
      const shown: Shown[] = [];
      for (const each of assignmentsFor(identity, asked)) {
        if (domainId !== null && domainOf(identity, each.assignment) !== domainId) continue;
        shown.push(each);
      }
      const hasNames = isFlagSet(context.query.all('include_names'));
      return listAnswer(context, '/role_assignments', 'role_assignments', shown, (at, each) =>
        assignmentView(at, each, hasNames),
      );
    },
  }),
];

/** For those below a project. */
const treeRule = 'identity:list_role_assignments_for_tree';

function ofDomain(domainId: string | null): PolicyTarget {
  return domainId === null ? {} : { 'target.domain_id': domainId };
}

interface Asked {
  readonly userId: string | undefined;
  readonly groupId: string | undefined;
  readonly roleId: string | undefined;
  readonly projectIds: ReadonlySet<string> | undefined;
  readonly domainId: string | undefined;
  readonly isSystem: boolean;
  /** Not as they were given, but for each user all that comes of it. */
  readonly isEffective: boolean;
}

function askedIn({ query, app: { identity } }: IdentityContext): Asked {
  const one = (name: string) => query.last(name) || undefined;
  const projectId = one('scope.project.id');
  const domainId = one('scope.domain.id');
  const system = one('scope.system');
  const userId = one('user.id');
  const groupId = one('group.id');
  const isEffective = isFlagSet(query.all('effective'));
  const isTree = isFlagSet(query.all('include_subtree'));
  if (isTree && !projectId)
    throw badRequest('scope.project.id must be specified if include_subtree is also specified');
  if (domainId && projectId) throw badRequest('Specify a domain or project, not both');
  if (domainId && system) throw badRequest('Specify system or domain, not both');
  if (projectId && system) throw badRequest('Specify system or project, not both');
  if (userId && groupId) throw badRequest('Specify a user or group, not both');
  if (isEffective && groupId)
    throw badRequest('Combining effective and group filter will always result in an empty list.');
  if (
    (isEffective || isTree) &&
    projectId &&
    !identity.projects.has(projectId) &&
    !identity.domains.has(projectId)
  )
    throw notFound(`Could not find project: ${projectId}.`);
  if (isEffective && userId && !identity.users.has(userId)) throw notFound(`Could not find user: ${userId}.`);
  const projectIds =
    projectId === undefined ? undefined : new Set(isTree ? treeOf(identity, projectId) : [projectId]);
  return {
    userId,
    groupId,
    roleId: one('role.id'),
    projectIds,
    domainId,
    isSystem: system !== undefined,
    isEffective,
  };
}

function* treeOf(identity: Identity, projectId: string): Generator<string> {
  yield projectId;
  const project = identity.projects.get(projectId);
  if (project) for (const child of below(identity, project)) yield* treeOf(identity, child.id);
}

function* assignmentsFor(identity: Identity, asked: Asked): Generator<Shown> {
  const seen = new Set<string>();
  for (const assignment of candidatesFor(identity, asked)) {
    if (!isThere(assignment, asked)) continue;
    for (const shown of asked.isEffective ? effectsOf(identity, assignment, seen) : [{ assignment }]) {
      const { actor, roleId } = shown.assignment;
      if (asked.userId !== undefined && (actor.kind !== 'user' || actor.id !== asked.userId)) continue;
      if (asked.groupId !== undefined && (actor.kind !== 'group' || actor.id !== asked.groupId)) continue;
      if (asked.roleId === undefined || roleId === asked.roleId) yield shown;
    }
  }
}

/** Few of many, where it is said whose they are. */
function* candidatesFor({ assignments, memberships }: Identity, asked: Asked): Generator<Assignment> {
  const { userId, groupId, isEffective } = asked;
  if (userId !== undefined) {
    yield* assignments.of(keyOf({ kind: 'user', id: userId }));
    if (!isEffective) return;
    for (const membership of memberships.of(`user:${userId}`))
      yield* assignments.of(keyOf({ kind: 'group', id: membership.groupId }));
  } else if (groupId !== undefined) yield* assignments.of(keyOf({ kind: 'group', id: groupId }));
  else yield* assignments.values();
}

function isThere({ target }: Assignment, { projectIds, domainId, isSystem }: Asked): boolean {
  if (projectIds !== undefined) return target.kind === 'project' && projectIds.has(target.id);
  if (domainId !== undefined) return target.kind === 'domain' && target.id === domainId;
  return !isSystem || target.kind === 'system';
}

/**
 * What comes of an assignment: for everybody in the group, and each role that it implies, once for each role that implies it. What
 * has come of another one already, which `seen` tells, does not come again.
 */
function* effectsOf(identity: Identity, assignment: Assignment, seen: Set<string>): Generator<Shown> {
  for (const user of usersOf(identity, assignment)) {
    const effects: Shown[] = [user];
    // What is added on the way is gone through as well.
    for (const effect of effects) {
      yield effect;
      const { assignment: shown, groupId } = effect;
      for (const { impliedId } of identity.impliedRoles.of(`prior:${shown.roleId}`)) {
        const implied = { ...shown, roleId: impliedId };
        const text = `${assignmentId(implied)} for ${shown.roleId} by ${groupId}`;
        if (seen.has(text)) continue;
        seen.add(text);
        effects.push({ ...effect, priorRoleId: shown.roleId, assignment: implied });
      }
    }
  }
}

/** The assignment for each user who has it. */
function usersOf(identity: Identity, assignment: Assignment): Shown[] {
  const { actor } = assignment;
  if (actor.kind === 'user') return [{ assignment }];
  return Array.from(identity.memberships.of(`group:${actor.id}`), ({ userId }) => ({
    groupId: actor.id,
    assignment: { ...assignment, actor: { kind: 'user', id: userId } },
  }));
}

function domainOf({ projects }: Identity, { target }: Assignment): string | undefined {
  if (target.kind === 'domain') return target.id;
  return target.kind === 'project' ? projects.get(target.id)?.domainId : undefined;
}
