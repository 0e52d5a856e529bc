import { effectiveRoles } from '../assignments/effective-roles.ts';
import { found } from '../found.ts';
import type { Identity } from '../identity-state.ts';
import type { IdentityChange } from '../nouns.ts';
import { refuse } from '../refusals.ts';
import type { ApplicationCredential } from './application-credential.ts';

export interface CreateCredential {
  readonly kind: 'create-application-credential';
  readonly credential: ApplicationCredential;
}

export interface DeleteCredential {
  readonly kind: 'delete-application-credential';
  readonly userId: string;
  readonly id: string;
}

/** How many a user may have: everybody can make them. */
export const credentialsMax = 100;

export function createCredential(
  identity: Identity,
  { credential }: CreateCredential,
): readonly IdentityChange[] {
  const { id, userId, projectId, name, roleIds } = credential;
  found(identity, 'user', userId);
  found(identity, 'project', projectId);
  const own = new Set(
    effectiveRoles(identity, userId, { kind: 'project', id: projectId }).map((role) => role.id),
  );
  for (const roleId of roleIds) if (!own.has(roleId)) refuse({ kind: 'credential-role-missing', roleId });
  if (identity.applicationCredentials.has(id))
    refuse({ kind: 'id-taken', noun: 'application-credential', id });
  if (identity.applicationCredentials.named(userId, name))
    refuse({
      kind: 'name-taken',
      noun: 'application-credential',
      name,
      domainId: null,
      id,
      isDomainSaid: false,
    });
  if (identity.applicationCredentials.countOf(userId) >= credentialsMax)
    refuse({ kind: 'too-many-credentials', most: credentialsMax });
  return [{ kind: 'application-credential-set', thing: credential }];
}

export function deleteCredential(
  identity: Identity,
  { userId, id }: DeleteCredential,
): readonly IdentityChange[] {
  const credential = found(identity, 'application-credential', id);
  if (credential.userId !== userId) refuse({ kind: 'not-found', noun: 'application-credential', id });
  return [{ kind: 'application-credential-removed', id }];
}
