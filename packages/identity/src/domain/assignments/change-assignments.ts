import { found } from '../found.ts';
import type { Identity } from '../identity-state.ts';
import type { RoleId } from '../ids.ts';
import type { IdentityChange } from '../nouns.ts';
import { refuse } from '../refusals.ts';
import { type Actor, type Assignment, assignmentId, keyOf, type Target } from './assignment.ts';

export interface GrantRole {
  readonly kind: 'grant-role';
  readonly actor: Actor;
  readonly target: Target;
  readonly roleId: string;
}

export interface WithdrawRole extends Omit<GrantRole, 'kind'> {
  readonly kind: 'withdraw-role';
}

/** Who has it already has it still. */
export function grantRole(identity: Identity, asked: GrantRole): readonly IdentityChange[] {
  const { actor, target } = asked;
  const roleId = foundAll(identity, asked);
  const id = assignmentId({ actor, target, roleId });
  if (identity.assignments.has(id)) return [];
  return [{ kind: 'assignment-set', thing: { id, actor, target, roleId } }];
}

/** Credentials of a user for the project go with each of the user's roles there, since they could stand for it. */
export function withdrawRole(identity: Identity, asked: WithdrawRole): readonly IdentityChange[] {
  const assignment = assignmentOf(identity, asked);
  const { actor, target } = assignment;
  const changes: IdentityChange[] = [{ kind: 'assignment-removed', id: assignment.id }];
  if (actor.kind !== 'user' || target.kind !== 'project') return changes;
  for (const credential of identity.applicationCredentials.of(actor.id)) {
    if (credential.projectId === target.id)
      changes.push({ kind: 'application-credential-removed', id: credential.id });
  }
  return changes;
}

/** Refuses where nobody has such a role there. */
export function assignmentOf(identity: Identity, asked: Omit<GrantRole, 'kind'>): Assignment {
  const { actor, target } = asked;
  const roleId = foundAll(identity, asked);
  return (
    identity.assignments.get(assignmentId({ actor, target, roleId })) ??
    refuse({ kind: 'assignment-not-found', roleId, actorId: actor.id, target })
  );
}

/** All roles of an actor, or in a place. */
export function* removalOfAssignments(
  { assignments }: Identity,
  of: Actor | Target,
): Generator<IdentityChange> {
  for (const { id } of assignments.of(keyOf(of))) yield { kind: 'assignment-removed', id };
}

function foundAll(identity: Identity, { actor, target, roleId }: Omit<GrantRole, 'kind'>): RoleId {
  const role = found(identity, 'role', roleId);
  found(identity, actor.kind, actor.id);
  if (target.kind !== 'system') found(identity, target.kind, target.id);
  return role.id;
}
