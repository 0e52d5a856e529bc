import { kindsOf, type NounChange } from '@berth/ledger/documents/noun-changes.ts';
import type { ApplicationCredential } from './application-credentials/application-credential.ts';
import type { Assignment } from './assignments/assignment.ts';
import type { CatalogEndpoint, CatalogService, Region } from './catalog/catalog.ts';
import type { ProjectEndpoint } from './catalog/project-endpoint.ts';
import type { Domain } from './domains/domain.ts';
import type { Group, Membership } from './groups/group.ts';
import type { Limit, RegisteredLimit } from './limits/limit.ts';
import type { Project } from './projects/project.ts';
import type { ImpliedRole, Role } from './roles/role.ts';
import type { Revocation } from './tokens/revocation.ts';
import type { TokenKey } from './tokens/token-key.ts';
import type { User } from './users/user.ts';

/** What identity has, noun by noun; what is referred to comes first. */
export interface Nouns {
  readonly domain: Domain;
  readonly project: Project;
  readonly user: User;
  readonly group: Group;
  readonly membership: Membership;
  readonly role: Role;
  readonly 'implied-role': ImpliedRole;
  readonly assignment: Assignment;
  readonly 'application-credential': ApplicationCredential;
  readonly region: Region;
  readonly 'catalog-service': CatalogService;
  readonly 'catalog-endpoint': CatalogEndpoint;
  readonly 'project-endpoint': ProjectEndpoint;
  readonly 'registered-limit': RegisteredLimit;
  readonly limit: Limit;
  readonly 'token-key': TokenKey;
  readonly revocation: Revocation;
}

export type Noun = keyof Nouns;

/** Every noun; one that is missing does not compile. */
export const nouns = Object.keys({
  domain: true,
  project: true,
  user: true,
  group: true,
  membership: true,
  role: true,
  'implied-role': true,
  assignment: true,
  'application-credential': true,
  region: true,
  'catalog-service': true,
  'catalog-endpoint': true,
  'project-endpoint': true,
  'registered-limit': true,
  limit: true,
  'token-key': true,
  revocation: true,
} satisfies Record<Noun, true>) as readonly Noun[];

export type IdentityChange = NounChange<Nouns>;

const kinds = kindsOf<Nouns>(nouns);

export function isIdentityChange(change: { readonly kind: string }): change is IdentityChange {
  return Object.hasOwn(kinds, change.kind);
}
