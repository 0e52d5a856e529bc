import { badRequest } from '@berth/api-kit/http-error.ts';
import type { Steps } from '@berth/api-kit/in-turns.ts';
import { findServers } from '@berth/compute-engine/servers/find-servers.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { Answer } from '@berth/api-kit/endpoint.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { base, type ComputeContext, endpoint } from '../endpoint.ts';
import { inPieces } from '../in-pieces.ts';
import { nextLink, pageSize } from '../paging.ts';
import { serverFilters } from './server-filters.ts';
import { type ServersQuery, takeServersQuery } from './server-query.ts';
import { listedServers } from './listed-servers.ts';
import { briefServers } from './server-view.ts';
import { type ServerViewer, serverViewer } from './server-viewer.ts';
import { orderOf, sortingIn } from './sort-servers.ts';

export const listServers = list('servers', 'index', briefServers);
export const listServersInDetail = list('servers/detail', 'detail', listedServers);

/** How each server is shown: as parts of bytes. */
type Show = (context: ComputeContext, viewer: ServerViewer) => (server: Server) => readonly Uint8Array[];

function list(path: string, rule: string, show: Show) {
  return endpoint({
    route: `GET ${base}/${path}`,
    input: (_sent, { query, version }) => takeServersQuery.at(version)?.(query) as ServersQuery,
    policy: `os_compute_api:servers:${rule}`,
    takesTurns: true,
    run: (context, _found, query) => inPieces(answer(context, query, { path, rule, show })),
  });
}

interface Listing {
  readonly path: string;
  readonly rule: string;
  readonly show: Show;
}

function* answer(context: ComputeContext, query: ServersQuery, { path, rule, show }: Listing): Steps<Answer> {
  const limit = pageSize(query.limit, context);
  const servers = yield* serversFor(context, query, limit, `os_compute_api:servers:${rule}:get_all_tenants`);
  const showOne = show(context, serverViewer(context));
  const parts: Uint8Array[] = [start];
  for (const [index, server] of servers.entries()) {
    if (index > 0) parts.push(comma);
    parts.push(...showOne(server));
    if (index % shownAtOnce === shownAtOnce - 1) yield;
  }
  const last = servers.at(-1);
  const isFull = last !== undefined && servers.length === limit;
  const links = isFull ? `,"servers_links":${JSON.stringify([nextLink(context, path, last.id, query)])}` : '';
  parts.push(Buffer.from(`]${links}}`));
  return { status: 200, body: Buffer.concat(parts) };
}

const start = Buffer.from('{"servers":[');
const comma = Buffer.from(',');

/** To show one takes some microseconds. */
const shownAtOnce = 100;

function* serversFor(
  context: ComputeContext,
  query: ServersQuery,
  limit: number,
  allProjectsRule: string,
): Steps<readonly Server[]> {
  const filters = serverFilters(context, query, allProjectsRule);
  if (filters === null) return [];
  const sorting = sortingIn(context, query);
  if (filters.ids?.length === 0) return [];
  const order = orderOf(sorting);
  const { compute } = context.app.cloud;
  const after = markerIn(context, query.marker?.at(-1));
  return yield* findServers(compute, { ...filters, order, after, limit });
}

/** Where the page before has ended. It may be any server, also one that is not in the list. */
function markerIn({ app }: ComputeContext, marker: string | undefined): Server | null {
  if (marker === undefined || marker === '') return null;
  const server = app.cloud.compute.servers.get(marker as ConsumerId);
  if (server === undefined) throw badRequest(`marker [${marker}] not found`);
  return server;
}
