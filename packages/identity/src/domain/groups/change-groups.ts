import { removalOfAssignments } from '../assignments/change-assignments.ts';
import { found } from '../found.ts';
import type { Identity } from '../identity-state.ts';
import type { IdentityChange } from '../nouns.ts';
import { refuse } from '../refusals.ts';
import { type Group, membershipId } from './group.ts';

export interface CreateGroup {
  readonly kind: 'create-group';
  readonly group: Group;
}

export interface UpdateGroup {
  readonly kind: 'update-group';
  readonly id: string;
  /** A group stays in its domain, which may be said again. */
  readonly change: Partial<Omit<Group, 'id'>>;
}

export interface DeleteGroup {
  readonly kind: 'delete-group';
  readonly id: string;
}

export interface ChangeMembership {
  readonly kind: 'add-member' | 'remove-member';
  readonly groupId: string;
  readonly userId: string;
}

export function createGroup(identity: Identity, { group }: CreateGroup): readonly IdentityChange[] {
  found(identity, 'domain', group.domainId);
  if (identity.groups.has(group.id)) refuse({ kind: 'id-taken', noun: 'group', id: group.id });
  refuseTakenName(identity, group, true);
  return [{ kind: 'group-set', thing: group }];
}

export function updateGroup(identity: Identity, { id, change }: UpdateGroup): readonly IdentityChange[] {
  const group = found(identity, 'group', id);
  const extra = { ...group.extra, ...change.extra };
  const thing: Group = { ...group, ...change, domainId: group.domainId, extra };
  refuseTakenName(identity, thing, change.domainId !== undefined);
  return [{ kind: 'group-set', thing }];
}

export function deleteGroup(identity: Identity, { id }: DeleteGroup): readonly IdentityChange[] {
  return [...removalOfGroup(identity, found(identity, 'group', id))];
}

export function* removalOfGroup(identity: Identity, { id }: Group): Generator<IdentityChange> {
  for (const membership of identity.memberships.of(`group:${id}`)) {
    yield { kind: 'membership-removed', id: membership.id };
  }
  yield* removalOfAssignments(identity, { kind: 'group', id });
  yield { kind: 'group-removed', id };
}

/** Who is in it already stays so. */
export function addMember(
  identity: Identity,
  { groupId, userId }: ChangeMembership,
): readonly IdentityChange[] {
  const user = found(identity, 'user', userId);
  const group = found(identity, 'group', groupId);
  const id = membershipId(groupId, userId);
  if (identity.memberships.has(id)) return [];
  return [{ kind: 'membership-set', thing: { id, groupId: group.id, userId: user.id } }];
}

export function removeMember(
  identity: Identity,
  { groupId, userId }: ChangeMembership,
): readonly IdentityChange[] {
  found(identity, 'user', userId);
  found(identity, 'group', groupId);
  const id = membershipId(groupId, userId);
  if (!identity.memberships.has(id)) refuse({ kind: 'membership-not-found', userId, groupId });
  return [{ kind: 'membership-removed', id }];
}

function refuseTakenName({ groups }: Identity, { id, name, domainId }: Group, isDomainSaid: boolean): void {
  const other = groups.named(domainId, name);
  if (other && other.id !== id)
    refuse({ kind: 'name-taken', noun: 'group', name, domainId, id, isDomainSaid });
}
