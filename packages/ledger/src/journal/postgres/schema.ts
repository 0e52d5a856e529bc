import {
  JournalMigrationFailed,
  JournalMissing,
  JournalOutdated,
  JournalSchemaMismatch,
  JournalTooNew,
  JournalTooOld,
  NotAJournal,
} from '../journal-errors.ts';
import type { Migration } from '../migration.ts';
import type { Projection } from '../projection.ts';
import { readFact, writeFact } from './facts.ts';
import { migrate } from './migrate.ts';
import { beginHistory, beginHistoryAgain } from './history.ts';
import { createOwnTables, firstOwnTables, layoutVersion, upgradeOwnTables } from './own-tables.ts';
import { schemaDifference, tablesOf } from './schema-difference.ts';
import { quote, type Session } from './session.ts';
import * as sql from './sql.ts';
import { inTransaction } from './transaction.ts';

export interface Preparation {
  readonly schema: string;
  readonly place: string;
  readonly onMigration: (migration: Migration) => void;
}

/**
 * Brings the tables to what the projection states: made if there are none, upgraded if they are older. One process at a time,
 * however many begin together.
 */
export async function prepareSchema<Change>(
  session: Session,
  projection: Projection<Change>,
  { schema, place, onMigration }: Preparation,
): Promise<void> {
  await inTransaction(session, async () => {
    await session.ask('select pg_advisory_xact_lock(hashtext($1))', [`berth ${schema}`]);
    await session.ask(`create schema if not exists ${quote(schema)}`);
    const tables = await tablesOf(session, schema);
    if (tables.length === 0) await createSchema(session, projection);
    else if (!firstOwnTables.every((name) => tables.includes(name))) {
      throw new NotAJournal(place, `it has other tables (${tables.slice(0, 3).join(', ')})`);
    } else await upgradeSchema(session, place, projection, onMigration);
    await assertSchema(session, schema, place, projection);
  });
}

/** For a ledger opened for reading only: as it is, or not at all. */
export async function assertReadable<Change>(
  session: Session,
  projection: Projection<Change>,
  { schema, place }: Omit<Preparation, 'onMigration'>,
): Promise<void> {
  const tables = await tablesOf(session, schema);
  if (!firstOwnTables.every((name) => tables.includes(name))) throw new JournalMissing(place);
  const stored = await storedVersion(session, place, projection);
  if (stored < projection.schemaVersion) throw new JournalOutdated(place, stored, projection.schemaVersion);
  const layout = (await readFact(session, 'layout_version')) ?? 0;
  if (layout < layoutVersion) throw new JournalOutdated(place, layout, layoutVersion, 'layout');
  await assertSchema(session, schema, place, projection);
}

async function createSchema<Change>(session: Session, projection: Projection<Change>): Promise<void> {
  const made = projection.tables.flatMap((table) => [sql.createTable(table), ...sql.createIndexes(table)]);
  await session.ask([...createOwnTables, ...made].join(';\n'));
  await beginHistory(session);
  await writeFact(session, 'layout_version', layoutVersion);
  await writeFact(session, 'schema_version', projection.schemaVersion);
  await writeFact(session, 'forgotten_through', 0);
}

async function upgradeSchema<Change>(
  session: Session,
  place: string,
  projection: Projection<Change>,
  onMigration: (migration: Migration) => void,
): Promise<void> {
  const stored = await storedVersion(session, place, projection);
  const oldest = projection.schemaVersion - projection.migrations.length;
  if (stored < oldest) throw new JournalTooOld(place, stored, oldest);
  await upgradeLayout(session);
  for (const migration of projection.migrations) {
    if (migration.to <= stored) continue;
    try {
      await migrate(session, migration);
    } catch (error) {
      throw new JournalMigrationFailed(place, migration.to, migration.describe, error);
    }
    await writeFact(session, 'schema_version', migration.to);
    onMigration(migration);
  }
}

async function upgradeLayout(session: Session): Promise<void> {
  if (((await readFact(session, 'layout_version')) ?? 0) === layoutVersion) return;
  await session.ask(upgradeOwnTables.join(';\n'));
  await beginHistoryAgain(session);
  await writeFact(session, 'layout_version', layoutVersion);
}

async function storedVersion<Change>(
  session: Session,
  place: string,
  projection: Projection<Change>,
): Promise<number> {
  const layout = (await readFact(session, 'layout_version')) ?? 0;
  if (layout > layoutVersion) throw new JournalTooNew(place, layout, layoutVersion);
  const stored = await readFact(session, 'schema_version');
  if (stored === null) throw new JournalSchemaMismatch(place, 'its schema version is not recorded');
  if (stored > projection.schemaVersion) throw new JournalTooNew(place, stored, projection.schemaVersion);
  return stored;
}

async function assertSchema<Change>(
  session: Session,
  schema: string,
  place: string,
  projection: Projection<Change>,
): Promise<void> {
  const difference = await schemaDifference(session, schema, projection.tables);
  if (difference !== null) throw new JournalSchemaMismatch(place, difference);
}
