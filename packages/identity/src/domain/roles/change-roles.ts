import { found, refuseImmutable, withOptions } from '../found.ts';
import type { Identity } from '../identity-state.ts';
import type { IdentityChange } from '../nouns.ts';
import { refuse } from '../refusals.ts';
import { impliedRoleId, type Role } from './role.ts';

export interface CreateRole {
  readonly kind: 'create-role';
  readonly role: Role;
}

export interface UpdateRole {
  readonly kind: 'update-role';
  readonly id: string;
  readonly change: Partial<Omit<Role, 'id'>>;
}

export interface DeleteRole {
  readonly kind: 'delete-role';
  readonly id: string;
}

export interface ChangeImpliedRole {
  readonly kind: 'imply-role' | 'unimply-role';
  readonly priorId: string;
  readonly impliedId: string;
}

/** What nobody is to get in passing. */
const neverImplied = 'admin';

export function createRole(identity: Identity, { role }: CreateRole): readonly IdentityChange[] {
  if (identity.roles.has(role.id)) refuse({ kind: 'id-taken', noun: 'role', id: role.id });
  refuseTakenName(identity, role);
  return [{ kind: 'role-set', thing: role }];
}

export function updateRole(identity: Identity, { id, change }: UpdateRole): readonly IdentityChange[] {
  const role = found(identity, 'role', id);
  refuseImmutable('role', role, change);
  const thing: Role = {
    ...role,
    ...change,
    options: withOptions(role.options, change.options),
    extra: { ...role.extra, ...change.extra },
  };
  refuseTakenName(identity, thing);
  return [{ kind: 'role-set', thing }];
}

/** Nobody has it then. Credentials that stand for it go with it: they would stand for less than was said. */
export function deleteRole(identity: Identity, { id }: DeleteRole): readonly IdentityChange[] {
  const role = found(identity, 'role', id);
  refuseImmutable('role', role, null);
  const implied = new Set([
    ...identity.impliedRoles.of(`prior:${id}`),
    ...identity.impliedRoles.of(`implied:${id}`),
  ]);
  return [
    ...Array.from(implied, (each): IdentityChange => ({ kind: 'implied-role-removed', id: each.id })),
    ...Array.from(
      identity.assignments.of(`role:${id}`),
      (each): IdentityChange => ({ kind: 'assignment-removed', id: each.id }),
    ),
    ...Array.from(identity.applicationCredentials.values())
      .filter(({ roleIds }) => roleIds.includes(role.id))
      .map((each): IdentityChange => ({ kind: 'application-credential-removed', id: each.id })),
    { kind: 'role-removed', id },
  ];
}

export function implyRole(
  identity: Identity,
  { priorId, impliedId }: ChangeImpliedRole,
): readonly IdentityChange[] {
  const prior = found(identity, 'role', priorId);
  const implied = found(identity, 'role', impliedId);
  if (implied.name === neverImplied) refuse({ kind: 'role-cannot-be-implied', roleId: impliedId });
  const id = impliedRoleId(priorId, impliedId);
  if (identity.impliedRoles.has(id)) refuse({ kind: 'id-taken', noun: 'implied-role', id });
  return [{ kind: 'implied-role-set', thing: { id, priorId: prior.id, impliedId: implied.id } }];
}

export function unimplyRole(
  identity: Identity,
  { priorId, impliedId }: ChangeImpliedRole,
): readonly IdentityChange[] {
  found(identity, 'role', priorId);
  found(identity, 'role', impliedId);
  const id = impliedRoleId(priorId, impliedId);
  if (!identity.impliedRoles.has(id)) refuse({ kind: 'implied-role-not-found', priorId, impliedId });
  return [{ kind: 'implied-role-removed', id }];
}

function refuseTakenName({ roles }: Identity, { id, name }: Role): void {
  const other = roles.named('', name);
  if (other && other.id !== id)
    refuse({ kind: 'name-taken', noun: 'role', name, domainId: null, id, isDomainSaid: false });
}
