import { badRequest, notFound } from '@berth/api-kit/http-error.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { changeWindow } from '../change-window.ts';
import { base, endpoint, json } from '../endpoint.ts';
import { singlePagingParameters } from '../paging.ts';
import { findServer, serverIdIn, targetOf } from '../servers/find-server.ts';
import { type QueryParameter, type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';

/** Servers are not moved here yet, so there are no migrations; what is asked about them is checked all the same. */
export const listMigrations = endpoint({
  route: `GET ${base}/os-migrations`,
  input: (_sent, { query, version }) => takeQuery.at(version)?.(query) as Query,
  policy: 'os_compute_api:os-migrations:index',
  run: (_context, _found, query) => {
    changeWindow(query['changes-since']?.[0], query['changes-before']?.[0]);
    const [marker] = query.marker ?? [];
    if (marker) throw badRequest(`Marker ${marker} could not be found.`);
    return json(200, { migrations: [] });
  },
});

const text = { value: { type: 'string' } } as const satisfies QueryParameter;
const moment = {
  value: { type: 'string', format: 'date-time' },
  isSingle: true,
} as const satisfies QueryParameter;

const filters = {
  hidden: text,
  host: text,
  instance_uuid: text,
  source_compute: text,
  status: text,
  migration_type: text,
} as const;
const paged = { ...filters, ...singlePagingParameters, 'changes-since': moment };
const bounded = { ...paged, 'changes-before': moment };
const owned = {
  ...bounded,
  user_id: { ...text, isSingle: true },
  project_id: { ...text, isSingle: true },
} as const;

type Query = TakenQuery<keyof typeof owned>;

const takeQuery = versions.ladder<(query: QueryParams) => Query>(
  ['2.1', takenQuery(filters)],
  ['2.59', takenQuery(paged, { isStrict: true })],
  ['2.66', takenQuery(bounded, { isStrict: true })],
  ['2.80', takenQuery(owned, { isStrict: true })],
);

export const listMigrationsOfServer = endpoint({
  route: `GET ${base}/servers/{server_id}/migrations`,
  since: '2.23',
  find: findServer,
  policy: 'os_compute_api:servers:migrations:index',
  target: targetOf,
  run: () => json(200, { migrations: [] }),
});

export const showMigrationOfServer = endpoint({
  route: `GET ${base}/servers/{server_id}/migrations/{migration_id}`,
  since: '2.23',
  find: findServer,
  policy: 'os_compute_api:servers:migrations:show',
  target: targetOf,
  run: (context) => {
    const id = context.params['migration_id'] as string; // The path has it.
    throw notFound(`In-progress live migration ${id} is not found for server ${serverIdIn(context)}.`);
  },
});
