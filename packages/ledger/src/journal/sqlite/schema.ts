import type { DatabaseSync } from 'node:sqlite';
import { unhashed } from '../chain.ts';
import {
  JournalMigrationFailed,
  JournalOutdated,
  JournalSchemaMismatch,
  JournalTooNew,
  JournalTooOld,
  type JournalUnavailable,
} from '../journal-errors.ts';
import type { Migration } from '../migration.ts';
import type { Projection } from '../projection.ts';
import { createFacts, readFact, writeFact } from './facts.ts';
import { beginHistory, beginHistoryAgain, createHistory } from './history.ts';
import { migrate } from './migrate.ts';
import { applicationId, isEmpty } from './open-database.ts';
import { schemaDifference } from './schema-difference.ts';
import * as sql from './sql.ts';
import { isNotTaken } from './result-code.ts';
import { inTransaction } from './transaction.ts';
import { writingFailure } from './writing-failure.ts';

/** The version of the journal's own tables. */
const layoutVersion = 2;

/**
 * Brings the tables to what the projection states: made if there are none, upgraded if they are older. Where they are right
 * and the disk takes nothing, gives that as a reason: what is there can be read, and written when there is room again.
 */
export function prepareSchema<Change>(
  database: DatabaseSync,
  place: string,
  projection: Projection<Change>,
  onMigration: (migration: Migration) => void,
): JournalUnavailable | null {
  try {
    inTransaction(database, () => {
      if (isEmpty(database)) createSchema(database, projection);
      else upgradeSchema(database, place, projection, onMigration);
      assertSchema(database, place, projection);
      // Written each time: it shows at once whether the place can be written, and the `-wal` file that marks an
      // open ledger is there from the start.
      writeFact(database, 'layout_version', layoutVersion);
    });
    return null;
  } catch (error) {
    if (!isNotTaken(error) || isEmpty(database)) throw error;
    assertReadable(database, place, projection);
    return writingFailure(place, error) as JournalUnavailable; // What a disk that takes nothing becomes there.
  }
}

/** Writes something that changes nothing. */
export function writeNothingNew(database: DatabaseSync): void {
  inTransaction(database, () => writeFact(database, 'layout_version', layoutVersion));
}

/** For a ledger opened for reading only: as it is, or not at all. */
export function assertReadable<Change>(
  database: DatabaseSync,
  place: string,
  projection: Projection<Change>,
): void {
  const stored = storedVersion(database, place, projection);
  const layout = readFact(database, 'layout_version') ?? 0;
  if (stored < projection.schemaVersion) throw new JournalOutdated(place, stored, projection.schemaVersion);
  if (layout < layoutVersion) throw new JournalOutdated(place, layout, layoutVersion, 'layout');
  assertSchema(database, place, projection);
}

function createSchema<Change>(database: DatabaseSync, projection: Projection<Change>): void {
  database.exec(`pragma application_id = ${applicationId}`);
  database.exec(createFacts);
  database.exec(
    `create table changes (
      number integer primary key, at integer not null, change text not null, hash text not null
    ) strict`,
  );
  database.exec(createHistory);
  beginHistory(database);
  for (const table of projection.tables) {
    for (const statement of [sql.createTable(table), ...sql.createIndexes(table)]) database.exec(statement);
  }
  writeFact(database, 'schema_version', projection.schemaVersion);
  writeFact(database, 'forgotten_through', 0);
}

function upgradeSchema<Change>(
  database: DatabaseSync,
  place: string,
  projection: Projection<Change>,
  onMigration: (migration: Migration) => void,
): void {
  const stored = storedVersion(database, place, projection);
  const oldest = projection.schemaVersion - projection.migrations.length;
  if (stored < oldest) throw new JournalTooOld(place, stored, oldest);
  if ((readFact(database, 'layout_version') ?? 0) < 2) addHashes(database);
  for (const migration of projection.migrations) {
    if (migration.to <= stored) continue;
    try {
      migrate(database, migration);
    } catch (error) {
      throw new JournalMigrationFailed(place, migration.to, migration.describe, error);
    }
    writeFact(database, 'schema_version', migration.to);
    onMigration(migration);
  }
}

/** From the first layout to the second. No row is written again but the last. */
function addHashes(database: DatabaseSync): void {
  database.exec(`alter table changes add column hash text not null default '${unhashed}'`);
  database.exec(createHistory);
  beginHistoryAgain(database);
}

function storedVersion<Change>(
  database: DatabaseSync,
  place: string,
  projection: Projection<Change>,
): number {
  const layout = readFact(database, 'layout_version') ?? 0;
  if (layout > layoutVersion) throw new JournalTooNew(place, layout, layoutVersion);
  const stored = readFact(database, 'schema_version');
  if (stored === null) throw new JournalSchemaMismatch(place, 'its schema version is not recorded');
  if (stored > projection.schemaVersion) throw new JournalTooNew(place, stored, projection.schemaVersion);
  return stored;
}

function assertSchema<Change>(database: DatabaseSync, place: string, projection: Projection<Change>): void {
  const difference = schemaDifference(database, projection.tables);
  if (difference !== null) throw new JournalSchemaMismatch(place, difference);
}
