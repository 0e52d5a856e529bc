import {
  type CreateCredential,
  createCredential,
  type DeleteCredential,
  deleteCredential,
} from './application-credentials/change-credentials.ts';
import {
  type GrantRole,
  grantRole,
  type WithdrawRole,
  withdrawRole,
} from './assignments/change-assignments.ts';
import { type ChangeCatalog, changeCatalog } from './catalog/change-catalog.ts';
import {
  type AddEndpointToProject,
  addEndpointToProject,
  type RemoveEndpointFromProject,
  removeEndpointFromProject,
} from './catalog/change-project-endpoints.ts';
import {
  type CreateDomain,
  createDomain,
  type DeleteDomain,
  deleteDomain,
  type UpdateDomain,
  updateDomain,
} from './domains/change-domains.ts';
import {
  addMember,
  type ChangeMembership,
  type CreateGroup,
  createGroup,
  type DeleteGroup,
  deleteGroup,
  removeMember,
  type UpdateGroup,
  updateGroup,
} from './groups/change-groups.ts';
import type { Identity } from './identity-state.ts';
import {
  type CreateLimits,
  createLimits,
  type DeleteLimit,
  deleteLimit,
  type UpdateLimit,
  updateLimit,
} from './limits/change-limits.ts';
import {
  type CreateRegisteredLimits,
  createRegisteredLimits,
  type DeleteRegisteredLimit,
  deleteRegisteredLimit,
  type UpdateRegisteredLimit,
  updateRegisteredLimit,
} from './limits/change-registered-limits.ts';
import type { IdentityChange } from './nouns.ts';
import {
  type CreateProject,
  createProject,
  type DeleteProject,
  deleteProject,
  type UpdateProject,
  updateProject,
} from './projects/change-projects.ts';
import {
  type ChangeImpliedRole,
  type CreateRole,
  createRole,
  type DeleteRole,
  deleteRole,
  implyRole,
  type UpdateRole,
  unimplyRole,
  updateRole,
} from './roles/change-roles.ts';
import {
  type RevokeToken,
  type RotateTokenKeys,
  revokeToken,
  rotateTokenKeys,
} from './tokens/change-tokens.ts';
import {
  type CreateUser,
  createUser,
  type DeleteUser,
  deleteUser,
  type UpdateUser,
  updateUser,
} from './users/change-users.ts';
import { type FoundIdentity, foundIdentity } from './found-identity.ts';

/** Every command of identity. */
export type IdentityCommand =
  | FoundIdentity
  | CreateDomain
  | UpdateDomain
  | DeleteDomain
  | CreateProject
  | UpdateProject
  | DeleteProject
  | CreateUser
  | UpdateUser
  | DeleteUser
  | CreateGroup
  | UpdateGroup
  | DeleteGroup
  | ChangeMembership
  | CreateRole
  | UpdateRole
  | DeleteRole
  | ChangeImpliedRole
  | GrantRole
  | WithdrawRole
  | CreateCredential
  | DeleteCredential
  | ChangeCatalog
  | AddEndpointToProject
  | RemoveEndpointFromProject
  | CreateRegisteredLimits
  | UpdateRegisteredLimit
  | DeleteRegisteredLimit
  | CreateLimits
  | UpdateLimit
  | DeleteLimit
  | RotateTokenKeys
  | RevokeToken;

type Decide = {
  readonly [Kind in IdentityCommand['kind']]: (
    identity: Identity,
    command: Of<Kind>,
  ) => readonly IdentityChange[];
};
type Of<Kind extends IdentityCommand['kind']> = IdentityCommand & { readonly kind: Kind };

/** One that is missing does not compile. */
const decides: Decide = {
  'found-identity': foundIdentity,
  'create-domain': createDomain,
  'update-domain': updateDomain,
  'delete-domain': deleteDomain,
  'create-project': createProject,
  'update-project': updateProject,
  'delete-project': deleteProject,
  'create-user': createUser,
  'update-user': updateUser,
  'delete-user': deleteUser,
  'create-group': createGroup,
  'update-group': updateGroup,
  'delete-group': deleteGroup,
  'add-member': addMember,
  'remove-member': removeMember,
  'create-role': createRole,
  'update-role': updateRole,
  'delete-role': deleteRole,
  'imply-role': implyRole,
  'unimply-role': unimplyRole,
  'grant-role': grantRole,
  'withdraw-role': withdrawRole,
  'create-application-credential': createCredential,
  'delete-application-credential': deleteCredential,
  'create-region': changeCatalog,
  'update-region': changeCatalog,
  'delete-region': changeCatalog,
  'create-service': changeCatalog,
  'update-service': changeCatalog,
  'delete-service': changeCatalog,
  'create-endpoint': changeCatalog,
  'update-endpoint': changeCatalog,
  'delete-endpoint': changeCatalog,
  'add-endpoint-to-project': addEndpointToProject,
  'remove-endpoint-from-project': removeEndpointFromProject,
  'create-registered-limits': createRegisteredLimits,
  'update-registered-limit': updateRegisteredLimit,
  'delete-registered-limit': deleteRegisteredLimit,
  'create-limits': createLimits,
  'update-limit': updateLimit,
  'delete-limit': deleteLimit,
  'rotate-token-keys': rotateTokenKeys,
  'revoke-token': revokeToken,
};

/** The changes that a command asks for; throws a refusal, and changes nothing. */
export function decideIdentityCommand(
  { identity }: { readonly identity: Identity },
  command: IdentityCommand,
): readonly IdentityChange[] {
  // Its line in the table takes commands of its kind.
  return (
    decides[command.kind] as (identity: Identity, command: IdentityCommand) => readonly IdentityChange[]
  )(identity, command);
}

export function isIdentityCommand(command: { readonly kind: string }): command is IdentityCommand {
  return Object.hasOwn(decides, command.kind);
}
