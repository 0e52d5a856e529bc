import type { ServerGroup } from '@berth/compute-engine/server-groups/server-group.ts';
import type { ComputeContext } from '../endpoint.ts';
import { versions } from '../versions.ts';

export function shownServerGroup({ version }: ComputeContext, group: ServerGroup): Record<string, unknown> {
  return view.at(version)(group);
}

const view = versions.view<ServerGroup>({
  id: { get: ({ id }) => id },
  name: { get: ({ name }) => name },
  policy: { since: '2.64', get: ({ policy }) => policy },
  rules: {
    since: '2.64',
    get: ({ perHostMax }) => (perHostMax === null ? {} : { max_server_per_host: perHostMax }),
  },
  policies: { until: '2.63', get: ({ policy }) => [policy] },
  // There was never anything in it.
  metadata: { until: '2.63', get: () => ({}) },
  members: { get: ({ members }) => members },
  project_id: { since: '2.13', get: ({ projectId }) => projectId },
  user_id: { since: '2.13', get: ({ userId }) => userId },
});
