import { badRequest } from '@berth/api-kit/http-error.ts';
import type { Answer } from '@berth/api-kit/endpoint.ts';
import type { Steps } from '@berth/api-kit/in-turns.ts';
import { findMigrations, type MigrationQuery } from '@berth/compute-engine/migrations/find-migrations.ts';
import type { Migration } from '@berth/compute-engine/migrations/migration.ts';
import type { Facet } from '@berth/compute-engine/migrations/migrations.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { changeWindow } from '../change-window.ts';
import { checkRule } from '../check-rule.ts';
import { base, type ComputeContext, endpoint } from '../endpoint.ts';
import { inPieces } from '../in-pieces.ts';
import { listAnswer } from '@berth/api-kit/list-answer.ts';
import { nextLink, pageSize } from '../paging.ts';
import { versions } from '../versions.ts';
import { type MigrationsQuery, takeMigrationsQuery } from './migration-query.ts';
import { migrationView } from './migration-view.ts';
import { migrationsPage } from './migrations-page.ts';

const rule = 'os_compute_api:os-migrations:index';

export const listMigrations = endpoint({
  route: `GET ${base}/os-migrations`,
  input: (_sent, { query, version }) => takeMigrationsQuery.at(version)?.(query) as MigrationsQuery,
  policy: rule,
  takesTurns: true,
  run: (context, _found, query) => inPieces(answer(context, query)),
});

function* answer(context: ComputeContext, query: MigrationsQuery): Steps<Answer> {
  const { app, caller } = context;
  const limit = limitOf.at(context.version)?.(context, query) ?? 0;
  const found = yield* findMigrations(app.cloud.compute, queryOf(context, query, limit));
  const seesHosts = app.policy.allows(`${rule}:host`, caller);
  if (found.length > app.settings.pageMax) {
    return listAnswer('migrations', found, (each) => migrationView(context, each, { seesHosts }));
  }
  const last = found.at(-1);
  const isFull = last !== undefined && found.length === limit;
  const next = isFull ? nextLink(context, 'os-migrations', last.id, query) : null;
  return { status: 200, body: yield* migrationsPage(context, found, { seesHosts, next }) };
}

/** Pages are of 2.59; before, the list has all of them. */
const limitOf = versions.ladder<(context: ComputeContext, query: MigrationsQuery) => number>(
  ['2.1', () => Number.MAX_SAFE_INTEGER],
  ['2.59', (context, query) => pageSize(query.limit, context)],
);

function queryOf(context: ComputeContext, query: MigrationsQuery, limit: number): MigrationQuery {
  const changed = changeWindow(query['changes-since']?.[0], query['changes-before']?.[0]);
  const facets: (readonly [Facet, string])[] = [];
  for (const [name, facet] of facetNames) {
    const value = query[name]?.at(-1);
    if (value !== undefined) facets.push([facet, value]);
  }
  return {
    facets: [...facets, ...ownProject(context, query)],
    // Who names a host means both ends, and the other parameter is not looked at.
    sourceHost: query.host === undefined ? (query.source_compute?.at(-1) ?? null) : null,
    changed,
    after: markerIn(context, query.marker?.[0]),
    // None is hidden, which is asked for by a number.
    limit: (query.hidden?.at(-1) ?? '0') === '0' ? limit : 0,
  };
}

const facetNames = [
  ['host', 'host'],
  ['instance_uuid', 'server'],
  ['status', 'status'],
  ['migration_type', 'type'],
  ['user_id', 'user'],
  ['project_id', 'project'],
] as const satisfies readonly (readonly [parameter: keyof MigrationsQuery, Facet])[];

/** Who may not see those of all projects sees those that were asked for in the own one. */
function ownProject(
  context: ComputeContext,
  query: MigrationsQuery,
): readonly (readonly ['project', string])[] {
  const { app, caller } = context;
  const allRule = `${rule}:all_projects`;
  if (app.policy.allows(allRule, caller)) return [];
  const own = caller.projectId ?? '';
  if ((query.project_id?.at(-1) ?? own) !== own) checkRule(context, allRule);
  return [['project', own]];
}

/** Where the page before has ended. It may be any migration, also one that is not in the list. */
function markerIn({ app }: ComputeContext, marker: string | undefined): Migration | null {
  if (marker === undefined || marker === '') return null;
  const migration = app.cloud.compute.migrations.get(marker as ConsumerId);
  if (migration === undefined) throw badRequest(`Marker ${marker} could not be found.`);
  return migration;
}
