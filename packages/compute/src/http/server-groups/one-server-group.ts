import { noContent } from '@berth/api-kit/endpoint.ts';
import type { PolicyTarget } from '@berth/api-kit/policy.ts';
import { ComputeRefusal } from '@berth/compute-engine/refusals.ts';
import type { GroupId } from '@berth/compute-engine/ids.ts';
import type { ServerGroup } from '@berth/compute-engine/server-groups/server-group.ts';
import { base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { isAdmin } from '../is-admin.ts';
import { shownServerGroup } from './server-group-view.ts';

export const showServerGroup = endpoint({
  route: `GET ${base}/os-server-groups/{server_group_id}`,
  find: findServerGroup,
  policy: 'os_compute_api:os-server-groups:show',
  target: targetOf,
  run: (context, group) => json(200, { server_group: shownServerGroup(context, group) }),
});

export const deleteServerGroup = endpoint({
  route: `DELETE ${base}/os-server-groups/{server_group_id}`,
  find: findServerGroup,
  policy: 'os_compute_api:os-server-groups:delete',
  target: targetOf,
  run: ({ app }, { id }) => app.commit({ kind: 'delete-server-group', id }, () => noContent),
});

/** The group of the path. One of another project is not there, but for administrators. */
function findServerGroup(context: ComputeContext): ServerGroup {
  const { app, caller, params } = context;
  const id = params['server_group_id'] as GroupId; // Both paths have it under this name.
  const group = app.cloud.compute.serverGroups.get(id);
  if (group && (group.projectId === caller.projectId || isAdmin(context))) return group;
  throw new ComputeRefusal({ kind: 'server-group-not-found', id });
}

function targetOf(_asked: unknown, { projectId }: ServerGroup): PolicyTarget {
  return { project_id: projectId };
}
