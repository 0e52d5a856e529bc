import type { QueryParams } from '@berth/api-kit/query-params.ts';
import type { ServerGroup } from '@berth/compute-engine/server-groups/server-group.ts';
import { checkRule } from '../check-rule.ts';
import { base, type ComputeContext, endpoint } from '../endpoint.ts';
import { listAnswer } from '@berth/api-kit/list-answer.ts';
import { isAdmin } from '../is-admin.ts';
import { pageSize, pagingParameters } from '../paging.ts';
import { type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';
import { shownServerGroup } from './server-group-view.ts';

export const listServerGroups = endpoint({
  route: `GET ${base}/os-server-groups`,
  input: (_sent, { query, version }) => takeQuery.at(version)?.(query) as Query,
  policy: 'os_compute_api:os-server-groups:index',
  run: (context, _found, { all_projects: all, limit, offset }) => {
    const groups = groupsFor(context, all !== undefined).toSorted((one, other) => one.number - other.number);
    const first = Number(offset?.at(-1) ?? 0);
    // Here none is as many as there are.
    const size = pageSize(limit, context) || context.app.settings.pageMax;
    const page = groups.slice(first, first + size);
    return listAnswer('server_groups', page, (group) => shownServerGroup(context, group));
  },
});

const parameters = {
  all_projects: { value: { type: 'string' } },
  limit: pagingParameters.limit,
  offset: pagingParameters.limit,
} as const;

type Query = TakenQuery<keyof typeof parameters>;

const takeQuery = versions.ladder<(query: QueryParams) => Query>(
  ['2.1', takenQuery(parameters)],
  ['2.75', takenQuery(parameters, { isStrict: true })],
);

/** Those of the project. An administrator may ask for all; whoever else does is not refused, and gets their own. */
function groupsFor(context: ComputeContext, wantsAll: boolean): readonly ServerGroup[] {
  const { app, caller } = context;
  const { serverGroups } = app.cloud.compute;
  if (wantsAll && isAdmin(context)) {
    checkRule(context, 'os_compute_api:os-server-groups:index:all_projects');
    return [...serverGroups.values()];
  }
  // Whoever is in no project is looking at the whole.
  return caller.projectId === null ? [...serverGroups.values()] : serverGroups.ofProject(caller.projectId);
}
