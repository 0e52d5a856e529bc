import type { DatabaseSync } from 'node:sqlite';
import { unreachable } from '../../unreachable.ts';
import { JournalMigrationFailed, JournalSchemaMismatch, type JournalUnavailable } from '../journal-errors.ts';
import type { Upgrade } from '../migration.ts';
import type { Parts } from '../parts.ts';
import { assertUpToDate, layoutVersion, planUpgrade, type UpgradeStep } from '../plan-upgrade.ts';
import type { KindedChange, Table } from '../projection.ts';
import { writeFact } from './facts.ts';
import { createTable, migrate } from './migrate.ts';
import { applicationId, isEmpty } from './open-database.ts';
import { changeLayout, createOwnTables } from './own-tables.ts';
import { readVersions, writePartVersion } from './part-versions.ts';
import { isNotTaken } from './result-code.ts';
import { schemaDifference } from './schema-difference.ts';
import { inTransaction } from './transaction.ts';
import { writingFailure } from './writing-failure.ts';

/**
 * Brings the tables to what the parts state: made if there are none, upgraded if they are older. Where they are right
 * and the disk takes nothing, gives that as a reason: what is there can be read, and written when there is room again.
 */
export function prepareSchema<Change extends KindedChange>(
  database: DatabaseSync,
  place: string,
  parts: Parts<Change>,
  onUpgrade: (upgrade: Upgrade) => void,
): JournalUnavailable | null {
  try {
    inTransaction(database, () => {
      if (isEmpty(database)) createSchema(database, parts);
      else upgradeSchema(database, place, parts, onUpgrade);
      assertSchema(database, place, parts);
      // Written each time: it shows at once whether the place can be written, and the `-wal` file that marks an
      // open ledger is there from the start.
      writeFact(database, 'layout_version', layoutVersion);
    });
    return null;
  } catch (error) {
    if (!isNotTaken(error) || isEmpty(database)) throw error;
    assertReadable(database, place, parts);
    return writingFailure(place, error) as JournalUnavailable; // What a disk that takes nothing becomes there.
  }
}

/** Writes something that changes nothing. */
export function writeNothingNew(database: DatabaseSync): void {
  inTransaction(database, () => writeFact(database, 'layout_version', layoutVersion));
}

/** For a ledger opened for reading only: as it is, or not at all. */
export function assertReadable<Change extends KindedChange>(
  database: DatabaseSync,
  place: string,
  parts: Parts<Change>,
): void {
  assertUpToDate(place, readVersions(database), parts);
  assertSchema(database, place, parts);
}

function createSchema<Change extends KindedChange>(database: DatabaseSync, { all }: Parts<Change>): void {
  database.exec(`pragma application_id = ${applicationId}`);
  createOwnTables(database);
  for (const { name, schemaVersion, tables } of all) addPart(database, name, schemaVersion, tables);
}

function upgradeSchema<Change extends KindedChange>(
  database: DatabaseSync,
  place: string,
  parts: Parts<Change>,
  onUpgrade: (upgrade: Upgrade) => void,
): void {
  for (const step of planUpgrade(place, readVersions(database), parts)) {
    try {
      carryOut(database, step);
    } catch (error) {
      throw new JournalMigrationFailed(place, step, error);
    }
    onUpgrade(step);
  }
}

function carryOut(database: DatabaseSync, step: UpgradeStep): void {
  switch (step.do) {
    case 'change-layout':
      return changeLayout(database, step.to, step.firstPart);
    case 'add-part':
      return addPart(database, step.part, step.to, step.tables);
    case 'migrate':
      migrate(database, step.operations);
      return writePartVersion(database, step.part, step.to);
    default:
      return unreachable(step);
  }
}

function addPart(database: DatabaseSync, name: string, version: number, tables: readonly Table[]): void {
  for (const table of tables) createTable(database, table);
  writePartVersion(database, name, version);
}

function assertSchema<Change extends KindedChange>(
  database: DatabaseSync,
  place: string,
  parts: Parts<Change>,
): void {
  const difference = schemaDifference(database, parts.tables);
  if (difference !== null) throw new JournalSchemaMismatch(place, difference);
}
