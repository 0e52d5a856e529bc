import type { Identity } from '../identity-state.ts';
import type { RoleId } from '../ids.ts';
import type { Role } from '../roles/role.ts';
import { type Assignment, keyOf, type Target } from './assignment.ts';

/** The roles that a user has somewhere: their own, those of their groups, and all that these imply. */
export function effectiveRoles(identity: Identity, userId: string, target: Target): readonly Role[] {
  const ids = new Set<RoleId>();
  for (const { target: where, roleId } of assignmentsOfUser(identity, userId)) {
    if (where.kind === target.kind && where.id === target.id) addImplied(identity, roleId, ids);
  }
  return rolesOf(identity, ids);
}

/** Those of the user and of the groups they are in. */
export function* assignmentsOfUser(
  { assignments, memberships }: Identity,
  userId: string,
): Generator<Assignment> {
  yield* assignments.of(keyOf({ kind: 'user', id: userId }));
  for (const { groupId } of memberships.of(`user:${userId}`)) {
    yield* assignments.of(keyOf({ kind: 'group', id: groupId }));
  }
}

/** The role, and all that follow from it: they may imply each other in a circle. */
function addImplied({ impliedRoles }: Identity, roleId: RoleId, to: Set<RoleId>): void {
  const due = [roleId];
  for (let next = due.pop(); next !== undefined; next = due.pop()) {
    if (to.has(next)) continue;
    to.add(next);
    for (const { impliedId } of impliedRoles.of(`prior:${next}`)) due.push(impliedId);
  }
}

export function rolesOf({ roles }: Identity, ids: Iterable<RoleId>): readonly Role[] {
  const all: Role[] = [];
  for (const id of ids) {
    const role = roles.get(id);
    if (role) all.push(role);
  }
  return all;
}
