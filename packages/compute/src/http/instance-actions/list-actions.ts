import { badRequest } from '@berth/api-kit/http-error.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { type Action, actionId } from '@berth/compute-engine/actions/action.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { changeWindow } from '../change-window.ts';
import { base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { nextLink, pageSize, singlePagingParameters } from '../paging.ts';
import { targetOf } from '../servers/find-server.ts';
import { type QueryParameter, type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';
import { listedAction } from './action-view.ts';
import { findServerWithActions } from './find-server-with-actions.ts';

const path = `${base}/servers/{server_id}/os-instance-actions`;

export const listActions = endpoint({
  route: `GET ${path}`,
  until: '2.57',
  find: findServerWithActions,
  policy: 'os_compute_api:os-instance-actions:list',
  target: targetOf,
  run: (context, { id }) => {
    const actions = [...context.app.cloud.compute.actions.ofServer(id)];
    return json(200, { instanceActions: actions.map((action) => listedAction(context, action)) });
  },
});

/** The same in pages, and of a window of time. */
export const listActionsInPages = endpoint({
  route: `GET ${path}`,
  since: '2.58',
  input: (_sent, { query, version }) => takeQuery.at(version)?.(query) as Query,
  find: findServerWithActions,
  policy: 'os_compute_api:os-instance-actions:list',
  target: targetOf,
  run: (context, server, query) => {
    const limit = pageSize(query.limit, context);
    const page = pageOf(context, server, query, limit);
    const last = page.at(-1);
    const link = (requestId: string) =>
      nextLink(context, `servers/${server.id}/os-instance-actions`, requestId, query);
    return json(200, {
      instanceActions: page.map((action) => listedAction(context, action)),
      ...(last && page.length === limit ? { links: [link(last.requestId)] } : {}),
    });
  },
});

const moment = {
  value: { type: 'string', format: 'date-time' },
  isSingle: true,
} as const satisfies QueryParameter;
const since = { ...singlePagingParameters, 'changes-since': moment };
const sinceAndBefore = { ...since, 'changes-before': moment };

type Query = TakenQuery<keyof typeof sinceAndBefore>;

const takeQuery = versions.ladder<(query: QueryParams) => Query>(
  ['2.58', takenQuery(since, { isStrict: true })],
  ['2.66', takenQuery(sinceAndBefore, { isStrict: true })],
);

function pageOf(context: ComputeContext, { id }: Server, query: Query, limit: number): readonly Action[] {
  const window = changeWindow(query['changes-since']?.[0], query['changes-before']?.[0]);
  const { actions } = context.app.cloud.compute;
  const [marker] = query.marker ?? [];
  // None is asked for, so it is not looked where the page would begin.
  if (limit === 0) return [];
  const after = marker === undefined ? null : (actions.get(actionId(id, marker)) ?? refuseMarker());
  const page: Action[] = [];
  let isBehind = after === null;
  for (const action of actions.ofServer(id)) {
    const { updatedAt } = action;
    const isInside =
      window === null ||
      ((window.since ?? updatedAt) <= updatedAt && updatedAt <= (window.before ?? updatedAt));
    if (isBehind && isInside && page.push(action) === limit) break;
    if (action === after) isBehind = true;
  }
  return page;
}

/** The original does not say which it was. */
function refuseMarker(): never {
  throw badRequest('Marker None could not be found.');
}
