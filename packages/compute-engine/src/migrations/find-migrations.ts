import type { Compute } from '../compute-state.ts';
import { type ChangeWindow, isInWindow, isNarrow, runsInWindow } from '../change-window.ts';
import type { Ordered } from '../ordered-index.ts';
import { sortedPage, untilFull } from '../page-of.ts';
import type { Migration } from './migration.ts';
import { type Facet, hasFacet, newestFirst } from './migrations.ts';

/** Which migrations are asked for. */
export interface MigrationQuery {
  /** All of these hold. */
  readonly facets: readonly (readonly [facet: Facet, value: string])[];
  readonly sourceHost: string | null;
  /** Those that last changed then; null: whenever, or never. */
  readonly changed: ChangeWindow | null;
  /** Where the page before has ended: it is behind this one. */
  readonly after: Migration | null;
  readonly limit: number;
}

/**
 * The migrations that a query asks for, a page of them, the newest first. It yields now and then, so that a long search can be done in pieces.
 *
 * Candidates are those that have the rarest of what is asked for, or those of the window of time, where these are few; the search ends with the page.
 */
export function* findMigrations(
  { migrations }: Pick<Compute, 'migrations'>,
  query: MigrationQuery,
): Generator<void, readonly Migration[], void> {
  const { changed, after, limit } = query;
  if (limit === 0) return [];
  const rarest = rarestOf(migrations, query);
  const { size: all } = rarest;
  const isWanted = (migration: Migration) => isAskedFor(migration, query);
  const search = { isAskedFor: isWanted, limit, lookedAtOnce, compare: newestFirst, after };
  if (changed !== null && isNarrow([migrations.byUpdate], changed, { limit, all })) {
    return yield* sortedPage(runsInWindow(migrations.byUpdate, changed, lookedAtOnce), search);
  }
  const isBeforeStart = (each: Migration) => after !== null && newestFirst(each, after) <= 0;
  return yield* untilFull(rarest.runs({ isBeforeStart, lengthMax: lookedAtOnce }), search);
}

function rarestOf(
  migrations: Compute['migrations'],
  { facets, sourceHost }: MigrationQuery,
): Ordered<Migration> {
  const lists = facets.map(([facet, value]) => migrations.with(facet, value));
  if (sourceHost !== null) lists.push(migrations.with('host', sourceHost));
  return lists.reduce((least, list) => (list.size < least.size ? list : least), migrations.newest);
}

/** To look at one takes less than a microsecond. */
const lookedAtOnce = 500;

function isAskedFor(migration: Migration, { facets, sourceHost, changed }: MigrationQuery): boolean {
  if (sourceHost !== null && migration.source.host !== sourceHost) return false;
  if (changed !== null && !isInWindow(migration, changed)) return false;
  return facets.every(([facet, value]) => hasFacet(migration, facet, value));
}
