import { noContent } from '@berth/api-kit/endpoint.ts';
import type { CatalogEndpoint } from '../../domain/catalog/catalog.ts';
import { projectEndpointId } from '../../domain/catalog/project-endpoint.ts';
import { found } from '../../domain/found.ts';
import { refuse } from '../../domain/refusals.ts';
import { endpoint, type IdentityContext, type IdentityEndpoint } from '../endpoint.ts';
import { listAnswer } from '../list-answer.ts';
import { projectView } from '../projects/project-view.ts';
import { endpointsOf, endpointView } from './catalog-endpoints.ts';
import { isMountedEndpoint } from './mounted-services.ts';

const one = '/v3/OS-EP-FILTER/projects/{project_id}/endpoints/{endpoint_id}';

/** Which endpoints tokens of which projects are told of. */
export const endpointFilter: readonly IdentityEndpoint[] = [
  endpoint({
    route: `GET ${one}`,
    policy: 'identity:check_endpoint_in_project',
    run: (context) => {
      const { identity } = context.app;
      const { projectId, endpointId } = namedIn(context);
      foundEndpoint(context, endpointId);
      found(identity, 'project', projectId);
      if (identity.projectEndpoints.has(projectEndpointId(projectId, endpointId))) return noContent;
      return refuse({ kind: 'endpoint-not-in-project', projectId, endpointId });
    },
  }),
  endpoint({
    route: `PUT ${one}`,
    policy: 'identity:add_endpoint_to_project',
    run: (context) => {
      const named = namedIn(context);
      const isMounted = isMountedEndpoint(context, named.endpointId);
      return context.app.commit({ kind: 'add-endpoint-to-project', ...named, isMounted }, () => noContent);
    },
  }),
  endpoint({
    route: `DELETE ${one}`,
    policy: 'identity:remove_endpoint_from_project',
    run: (context) =>
      context.app.commit({ kind: 'remove-endpoint-from-project', ...namedIn(context) }, () => noContent),
  }),
  endpoint({
    route: 'GET /v3/OS-EP-FILTER/projects/{project_id}/endpoints',
    policy: 'identity:list_endpoints_for_project',
    run: (context) => {
      const { projectId } = namedIn(context);
      found(context.app.identity, 'project', projectId);
      const ids = toldOf(context, projectId);
      const shown = endpointsOf(context).filter(({ id }) => ids.has(id));
      const path = `/OS-EP-FILTER/projects/${projectId}/endpoints`;
      return listAnswer(context, path, 'endpoints', shown, endpointView);
    },
  }),
  endpoint({
    route: 'GET /v3/OS-EP-FILTER/endpoints/{endpoint_id}/projects',
    policy: 'identity:list_projects_for_endpoint',
    run: (context) => {
      const { identity } = context.app;
      const { endpointId } = namedIn(context);
      foundEndpoint(context, endpointId);
      const projects = Array.from(identity.projectEndpoints.of(`endpoint:${endpointId}`), ({ projectId }) =>
        found(identity, 'project', projectId),
      );
      const path = `/OS-EP-FILTER/endpoints/${endpointId}/projects`;
      return listAnswer(context, path, 'projects', projects, projectView);
    },
  }),
];

/** The ids of what a project is told of; none where it is told of everything. */
export function toldOf({ app }: Pick<IdentityContext, 'app'>, projectId: string): ReadonlySet<string> {
  const there = new Set<string>();
  for (const { endpointId, isMounted } of app.identity.projectEndpoints.of(`project:${projectId}`)) {
    // What was served here once counts no longer.
    if (!isMounted || isMountedEndpoint({ app }, endpointId)) there.add(endpointId);
  }
  return there;
}

function namedIn({ params }: IdentityContext): { readonly projectId: string; readonly endpointId: string } {
  return { projectId: params['project_id'] ?? '', endpointId: params['endpoint_id'] ?? '' };
}

function foundEndpoint(context: IdentityContext, id: string): CatalogEndpoint {
  const known = endpointsOf(context).find((each) => each.id === id);
  return known ?? refuse({ kind: 'not-found', noun: 'catalog-endpoint', id });
}
