import type { Answer } from '@berth/api-kit/endpoint.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import type { Steps } from '@berth/api-kit/in-turns.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { serversInUse } from '@berth/compute-engine/servers/servers-in-use.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { aboutNobody, base, type ComputeContext, endpoint } from '../endpoint.ts';
import { inPieces } from '../in-pieces.ts';
import type { Link } from '../links.ts';
import { nextLink, pageSize, pagingParameters } from '../paging.ts';
import { type QueryParameter, type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';
import { ProjectUse } from './project-use.ts';
import { type UsagePeriod, usagePeriod } from './usage-period.ts';

const path = 'os-simple-tenant-usage';

/** What all projects have used in a time. */
export const listTenantUsage = endpoint({
  route: `GET ${base}/${path}`,
  input: (_sent, { query, version }) => takeListQuery.at(version)?.(query) as Query,
  policy: 'os_compute_api:os-simple-tenant-usage:list',
  target: aboutNobody,
  takesTurns: true,
  run: (context, _found, query) => {
    const period = usagePeriod(query, context.now);
    const isDetailed = query.detailed?.[0] === '1';
    return inPieces(list(context, query, period, isDetailed));
  },
});

/** The same of one project, with its servers. */
export const showTenantUsage = endpoint({
  route: `GET ${base}/${path}/{id}`,
  input: (_sent, { query, version }) => takeQuery.at(version)?.(query) as Query,
  policy: 'os_compute_api:os-simple-tenant-usage:show',
  target: ({ params }) => ({ project_id: params['id'] as string }), // The path has it.
  takesTurns: true,
  run: (context, _found, query) => inPieces(show(context, query, usagePeriod(query, context.now))),
});

function* list(
  context: ComputeContext,
  query: Query,
  period: UsagePeriod,
  isDetailed: boolean,
): Steps<Answer> {
  const { projects, links } = yield* usesOf(context, query, { period, projectId: null, path });
  const shown: string[] = [];
  for (const use of projects) shown.push(yield* use.json(isDetailed));
  return answer('tenant_usages', `[${shown.join(',')}]`, links);
}

function* show(context: ComputeContext, query: Query, period: UsagePeriod): Steps<Answer> {
  const projectId = context.params['id'] as string; // As above.
  const own = { period, projectId, path: `${path}/${projectId}` };
  const { projects, links } = yield* usesOf(context, query, own);
  const [use] = projects;
  return answer('tenant_usage', use === undefined ? '{}' : yield* use.json(true), links);
}

function answer(name: string, usage: string, links: readonly Link[] | undefined): Answer {
  const more = links === undefined ? '' : `,"${name}_links":${JSON.stringify(links)}`;
  return { status: 200, body: `{"${name}":${usage}${more}}` };
}

interface Wanted {
  readonly period: UsagePeriod;
  readonly projectId: string | null;
  readonly path: string;
}

/** Pages are of servers, whatever projects these are of. */
function* usesOf(context: ComputeContext, query: Query, { period, projectId, path: below }: Wanted) {
  const { compute } = context.app.cloud;
  const limit = features.at(context.version).hasPages ? pageSize(query.limit, context) : null;
  const after = markerIn(context, query.marker?.at(-1));
  const servers = yield* serversInUse(compute, { ...period, projectId, after, limit });
  const projects: ProjectUse[] = [];
  for (const [index, server] of servers.entries()) {
    if (projects.at(-1)?.id !== server.projectId) {
      projects.push(new ProjectUse(server.projectId, period, context.now));
    }
    projects.at(-1)?.add(server);
    if (index % addedAtOnce === addedAtOnce - 1) yield;
  }
  const last = servers.at(-1);
  const links = last && servers.length === limit ? [nextLink(context, below, last.id, query)] : undefined;
  return { projects, links };
}

const addedAtOnce = 1_000;

function markerIn({ app }: ComputeContext, marker: string | undefined): Server | null {
  if (marker === undefined) return null;
  const server = app.cloud.compute.servers.get(marker as ConsumerId);
  if (server === undefined) throw badRequest(`Marker ${marker} could not be found.`);
  return server;
}

const features = versions.features({ hasPages: '2.40' });

const text = { value: { type: 'string' } } as const satisfies QueryParameter;
const ofOne = { start: text, end: text } as const;
const ofAll = { ...ofOne, detailed: text } as const;

type Query = TakenQuery<keyof typeof ofAll | keyof typeof pagingParameters>;

const takeListQuery = versions.ladder<(query: QueryParams) => Query>(
  ['2.1', takenQuery(ofAll)],
  ['2.40', takenQuery({ ...ofAll, ...pagingParameters })],
  ['2.75', takenQuery({ ...ofAll, ...pagingParameters }, { isStrict: true })],
);

const takeQuery = versions.ladder<(query: QueryParams) => Query>(
  ['2.1', takenQuery(ofOne)],
  ['2.40', takenQuery({ ...ofOne, ...pagingParameters })],
  ['2.75', takenQuery({ ...ofOne, ...pagingParameters }, { isStrict: true })],
);
