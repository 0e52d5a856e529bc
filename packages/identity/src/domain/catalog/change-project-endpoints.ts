import { found } from '../found.ts';
import type { Identity } from '../identity-state.ts';
import type { EndpointId } from '../ids.ts';
import type { IdentityChange } from '../nouns.ts';
import { refuse } from '../refusals.ts';
import { type ProjectEndpoint, projectEndpointId } from './project-endpoint.ts';

export interface AddEndpointToProject {
  readonly kind: 'add-endpoint-to-project';
  readonly projectId: string;
  readonly endpointId: string;
  readonly isMounted: boolean;
}

export interface RemoveEndpointFromProject {
  readonly kind: 'remove-endpoint-from-project';
  readonly projectId: string;
  readonly endpointId: string;
}

export function addEndpointToProject(
  identity: Identity,
  { projectId, endpointId, isMounted }: AddEndpointToProject,
): readonly IdentityChange[] {
  if (!isMounted) found(identity, 'catalog-endpoint', endpointId);
  const project = found(identity, 'project', projectId);
  const id = projectEndpointId(projectId, endpointId);
  if (identity.projectEndpoints.has(id)) refuse({ kind: 'already-there', noun: 'project-endpoint' });
  const thing: ProjectEndpoint = {
    id,
    projectId: project.id,
    endpointId: endpointId as EndpointId, // It is one, here or in the ledger.
    isMounted,
  };
  return [{ kind: 'project-endpoint-set', thing }];
}

export function removeEndpointFromProject(
  identity: Identity,
  { projectId, endpointId }: RemoveEndpointFromProject,
): readonly IdentityChange[] {
  const id = projectEndpointId(projectId, endpointId);
  if (!identity.projectEndpoints.has(id)) refuse({ kind: 'endpoint-not-in-project', projectId, endpointId });
  return [{ kind: 'project-endpoint-removed', id }];
}

/** All of a project, or of an endpoint. */
export function* removalOfProjectEndpoints(
  { projectEndpoints }: Identity,
  of: 'project' | 'endpoint',
  id: string,
): Generator<IdentityChange> {
  for (const each of projectEndpoints.of(`${of}:${id}`))
    yield { kind: 'project-endpoint-removed', id: each.id };
}
