import type { EndpointId, ProjectId } from '../ids.ts';

/** That tokens of a project are told of an endpoint. Where a project has such, they are told of no other. */
export interface ProjectEndpoint {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly endpointId: EndpointId;
  /** Whether it is of a service that this process serves, or was told of: nothing else is kept of such an endpoint. */
  readonly isMounted: boolean;
}

export function projectEndpointId(projectId: string, endpointId: string): string {
  return `${projectId}/${endpointId}`;
}
