import { type Collected, Collection } from '@berth/ledger/documents/collection.ts';
import type { Collections } from '@berth/ledger/documents/apply-noun-change.ts';
import type { ApplicationCredential } from './application-credentials/application-credential.ts';
import { type Assignment, keyOf } from './assignments/assignment.ts';
import type { CatalogEndpoint, CatalogService, Region } from './catalog/catalog.ts';
import type { ProjectEndpoint } from './catalog/project-endpoint.ts';
import type { Domain } from './domains/domain.ts';
import { GroupedThings } from './grouped-things.ts';
import type { Group, Membership } from './groups/group.ts';
import type { Limit, RegisteredLimit } from './limits/limit.ts';
import { NamedThings } from './named-things.ts';
import type { Nouns } from './nouns.ts';
import type { Project } from './projects/project.ts';
import type { ImpliedRole, Role } from './roles/role.ts';
import type { Revocation } from './tokens/revocation.ts';
import type { TokenKey } from './tokens/token-key.ts';
import type { User } from './users/user.ts';

/** What identity knows. Only `apply` changes it. */
export class IdentityState {
  readonly domains = new NamedThings<Domain>(() => '');
  readonly projects = new NamedThings<Project>(({ domainId }) => domainId);
  readonly users = new NamedThings<User>(({ domainId }) => domainId);
  readonly groups = new NamedThings<Group>(({ domainId }) => domainId);
  readonly memberships = new GroupedThings<Membership>(({ groupId, userId }) => [
    `group:${groupId}`,
    `user:${userId}`,
  ]);
  readonly roles = new NamedThings<Role>(() => '');
  readonly impliedRoles = new GroupedThings<ImpliedRole>(({ priorId, impliedId }) => [
    `prior:${priorId}`,
    `implied:${impliedId}`,
  ]);
  readonly assignments = new GroupedThings<Assignment>(({ actor, target, roleId }) => [
    keyOf(actor),
    keyOf(target),
    `role:${roleId}`,
  ]);
  readonly applicationCredentials = new NamedThings<ApplicationCredential>(({ userId }) => userId);
  readonly regions = new Collection<Region>();
  readonly catalogServices = new Collection<CatalogService>();
  readonly catalogEndpoints = new GroupedThings<CatalogEndpoint>(({ serviceId, regionId }) => [
    `service:${serviceId}`,
    ...(regionId === null ? [] : [`region:${regionId}`]),
  ]);
  readonly projectEndpoints = new GroupedThings<ProjectEndpoint>(({ projectId, endpointId }) => [
    `project:${projectId}`,
    `endpoint:${endpointId}`,
  ]);
  readonly registeredLimits = new GroupedThings<RegisteredLimit>(({ service }) => [`service:${service.id}`]);
  readonly limits = new GroupedThings<Limit>(({ registeredLimitId, target }) => [
    `registered:${registeredLimitId}`,
    keyOf(target),
  ]);
  readonly tokenKeys = new Collection<TokenKey>();
  readonly revocations = new GroupedThings<Revocation>(({ userId }) => [userId]);

  /** The collections by their nouns. */
  readonly of: Collections<Nouns> = {
    domain: this.domains,
    project: this.projects,
    user: this.users,
    group: this.groups,
    membership: this.memberships,
    role: this.roles,
    'implied-role': this.impliedRoles,
    assignment: this.assignments,
    'application-credential': this.applicationCredentials,
    region: this.regions,
    'catalog-service': this.catalogServices,
    'catalog-endpoint': this.catalogEndpoints,
    'project-endpoint': this.projectEndpoints,
    'registered-limit': this.registeredLimits,
    limit: this.limits,
    'token-key': this.tokenKeys,
    revocation: this.revocations,
  };
}

/** The same for everybody else. */
export interface Identity {
  readonly domains: Named<Domain>;
  readonly projects: Named<Project>;
  readonly users: Named<User>;
  readonly groups: Named<Group>;
  readonly memberships: Linked<Membership>;
  readonly roles: Named<Role>;
  readonly impliedRoles: Linked<ImpliedRole>;
  readonly assignments: Linked<Assignment>;
  readonly applicationCredentials: Named<ApplicationCredential>;
  readonly regions: Collected<Region>;
  readonly catalogServices: Collected<CatalogService>;
  readonly catalogEndpoints: Linked<CatalogEndpoint>;
  readonly projectEndpoints: Linked<ProjectEndpoint>;
  readonly registeredLimits: Linked<RegisteredLimit>;
  readonly limits: Linked<Limit>;
  readonly tokenKeys: Collected<TokenKey>;
  readonly revocations: Linked<Revocation>;
}

type Named<Thing extends { readonly id: string; readonly name: string }> = Collected<Thing> &
  Pick<NamedThings<Thing>, 'named' | 'of' | 'countOf'>;
type Linked<Thing extends { readonly id: string }> = Collected<Thing> &
  Pick<GroupedThings<Thing>, 'of' | 'countOf'>;
