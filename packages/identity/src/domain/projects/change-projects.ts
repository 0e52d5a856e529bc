import { removalOfAssignments } from '../assignments/change-assignments.ts';
import { removalOfProjectEndpoints } from '../catalog/change-project-endpoints.ts';
import { found, refuseImmutable, withOptions } from '../found.ts';
import type { Identity } from '../identity-state.ts';
import type { IdentityChange } from '../nouns.ts';
import { removalOfLimits } from '../limits/removal-of-limits.ts';
import { refuse } from '../refusals.ts';
import type { User } from '../users/user.ts';
import type { Project } from './project.ts';

export interface CreateProject {
  readonly kind: 'create-project';
  readonly project: Project;
}

export interface UpdateProject {
  readonly kind: 'update-project';
  readonly id: string;
  readonly change: Partial<Omit<Project, 'id' | 'domainId' | 'parentId'>>;
}

export interface DeleteProject {
  readonly kind: 'delete-project';
  readonly id: string;
}

/** How many projects may be one below the other, the domain included. */
const depthMax = 5;

export function createProject(identity: Identity, { project }: CreateProject): readonly IdentityChange[] {
  const { id, domainId, parentId } = project;
  if (!identity.domains.has(domainId)) refuse({ kind: 'domain-of-project-not-found', domainId });
  if (identity.projects.has(id)) refuse({ kind: 'id-taken', noun: 'project', id });
  if (parentId === null) refuseDisabled(disabledAbove(identity, project));
  else {
    const parent = identity.projects.get(parentId);
    if (parent === undefined) refuse({ kind: 'parent-not-found', parentId });
    if (parent.domainId !== domainId)
      refuse({ kind: 'parent-in-other-domain', domainId, parentDomainId: parent.domainId });
    refuseDisabled(disabledAbove(identity, parent) ?? (parent.isEnabled ? null : parentId));
    if (depthOf(identity, parent) + 2 > depthMax) refuse({ kind: 'too-deep', id: parentId, most: depthMax });
  }
  refuseTakenName(identity, project);
  return [{ kind: 'project-set', thing: project }];
}

function refuseDisabled(id: string | null): void {
  if (id !== null) refuse({ kind: 'branch-disabled', id });
}

/** The nearest of those above a project that is disabled, which may be its domain; null where none is. */
function disabledAbove(identity: Identity, { parentId, domainId }: Project): string | null {
  if (parentId === null) return identity.domains.get(domainId)?.isEnabled === false ? domainId : null;
  const parent = identity.projects.get(parentId);
  if (parent === undefined) return null;
  return parent.isEnabled ? disabledAbove(identity, parent) : parentId;
}

export function updateProject(identity: Identity, { id, change }: UpdateProject): readonly IdentityChange[] {
  const project = found(identity, 'project', id);
  refuseImmutable('project', project, change);
  const thing: Project = {
    ...project,
    ...change,
    options: withOptions(project.options, change.options),
    extra: { ...project.extra, ...change.extra },
  };
  if (project.isEnabled && !thing.isEnabled) {
    for (const child of below(identity, project)) {
      if (child.isEnabled) refuse({ kind: 'children-enabled', id });
    }
  }
  if (!project.isEnabled && thing.isEnabled && disabledAbove(identity, project) !== null)
    refuse({ kind: 'parent-disabled', id });
  refuseTakenName(identity, thing);
  return [{ kind: 'project-set', thing }];
}

export function deleteProject(identity: Identity, { id }: DeleteProject): readonly IdentityChange[] {
  const project = found(identity, 'project', id);
  refuseImmutable('project', project, null);
  for (const _child of below(identity, project)) refuse({ kind: 'project-has-children', id });
  return [
    ...withoutDefault(identity.users.values(), (projectId) => projectId === id),
    ...removalOfProject(identity, project),
  ];
}

/** With who has a role in it, what logs in there, what it is told of, and how much it may have. */
export function* removalOfProject(identity: Identity, { id }: Project): Generator<IdentityChange> {
  yield* removalOfAssignments(identity, { kind: 'project', id });
  yield* removalOfLimits(identity, { kind: 'project', id });
  yield* removalOfProjectEndpoints(identity, 'project', id);
  for (const credential of identity.applicationCredentials.values()) {
    if (credential.projectId === id) yield { kind: 'application-credential-removed', id: credential.id };
  }
  yield { kind: 'project-removed', id };
}

/** Users whose own project goes have none. */
export function* withoutDefault(
  users: Iterable<User>,
  goes: (projectId: string) => boolean,
): Generator<IdentityChange> {
  for (const user of users) {
    if (user.defaultProjectId !== null && goes(user.defaultProjectId))
      yield { kind: 'user-set', thing: { ...user, defaultProjectId: null } };
  }
}

/** Right below it. */
export function* below({ projects }: Identity, { id, domainId }: Project): Generator<Project> {
  for (const project of projects.of(domainId)) if (project.parentId === id) yield project;
}

/** Right below the domain it is 1. */
function depthOf({ projects }: Identity, project: Project): number {
  let depth = 1;
  for (let up = project; up.parentId !== null; depth++) {
    const parent = projects.get(up.parentId);
    if (parent === undefined) break;
    up = parent;
  }
  return depth;
}

function refuseTakenName({ projects }: Identity, { id, name, domainId }: Project): void {
  const other = projects.named(domainId, name);
  if (other && other.id !== id)
    refuse({ kind: 'name-taken', noun: 'project', name, domainId, id, isDomainSaid: false });
}
