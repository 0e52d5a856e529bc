import assert from 'node:assert/strict';
import { unreachable } from '../../unreachable.ts';
import {
  JournalMigrationFailed,
  JournalMissing,
  JournalSchemaMismatch,
  NotAJournal,
} from '../journal-errors.ts';
import type { Upgrade } from '../migration.ts';
import type { Parts } from '../parts.ts';
import { assertUpToDate, layoutVersion, planUpgrade, type UpgradeStep } from '../plan-upgrade.ts';
import type { KindedChange, Table } from '../projection.ts';
import { writeFact } from './facts.ts';
import { beginHistory, beginHistoryAgain } from './history.ts';
import { createTable, migrate } from './migrate.ts';
import { createOwnTables, firstOwnTables, toSecondLayout } from './own-tables.ts';
import { nameOnlyPart, readVersions, writePartVersion } from './part-versions.ts';
import { schemaDifference, tablesOf } from './schema-difference.ts';
import { quote, type Session } from './session.ts';
import { inTransaction } from './transaction.ts';

export interface Preparation {
  readonly schema: string;
  readonly place: string;
  readonly onUpgrade: (upgrade: Upgrade) => void;
}

/**
 * Brings the tables to what the parts state: made if there are none, upgraded if they are older. One process at a time,
 * however many begin together.
 */
export async function prepareSchema<Change extends KindedChange>(
  session: Session,
  parts: Parts<Change>,
  { schema, place, onUpgrade }: Preparation,
): Promise<void> {
  await inTransaction(session, async () => {
    await session.ask('select pg_advisory_xact_lock(hashtext($1))', [`berth ${schema}`]);
    await session.ask(`create schema if not exists ${quote(schema)}`);
    const tables = await tablesOf(session, schema);
    if (tables.length === 0) await createSchema(session, parts);
    else if (!firstOwnTables.every((name) => tables.includes(name))) {
      throw new NotAJournal(place, `it has other tables (${tables.slice(0, 3).join(', ')})`);
    } else await upgradeSchema(session, place, parts, onUpgrade);
    await assertSchema(session, schema, place, parts);
  });
}

/** For a ledger opened for reading only: as it is, or not at all. */
export async function assertReadable<Change extends KindedChange>(
  session: Session,
  parts: Parts<Change>,
  { schema, place }: Omit<Preparation, 'onUpgrade'>,
): Promise<void> {
  const tables = await tablesOf(session, schema);
  if (!firstOwnTables.every((name) => tables.includes(name))) throw new JournalMissing(place);
  assertUpToDate(place, await readVersions(session), parts);
  await assertSchema(session, schema, place, parts);
}

async function createSchema<Change extends KindedChange>(
  session: Session,
  { all }: Parts<Change>,
): Promise<void> {
  await session.ask(createOwnTables.join(';\n'));
  await beginHistory(session);
  await writeFact(session, 'layout_version', layoutVersion);
  await writeFact(session, 'forgotten_through', 0);
  for (const { name, schemaVersion, tables } of all) await addPart(session, name, schemaVersion, tables);
}

async function upgradeSchema<Change extends KindedChange>(
  session: Session,
  place: string,
  parts: Parts<Change>,
  onUpgrade: (upgrade: Upgrade) => void,
): Promise<void> {
  for (const step of planUpgrade(place, await readVersions(session), parts)) {
    try {
      await carryOut(session, step);
    } catch (error) {
      throw new JournalMigrationFailed(place, step, error);
    }
    onUpgrade(step);
  }
}

async function carryOut(session: Session, step: UpgradeStep): Promise<void> {
  switch (step.do) {
    case 'change-layout':
      return await changeLayout(session, step.to, step.firstPart);
    case 'add-part':
      return await addPart(session, step.part, step.to, step.tables);
    case 'migrate':
      await migrate(session, step.operations);
      return await writePartVersion(session, step.part, step.to);
    default:
      return unreachable(step);
  }
}

async function changeLayout(session: Session, to: number, firstPart: string): Promise<void> {
  const change = layoutChanges[to];
  assert(change !== undefined, `nobody knows how to come to layout ${to}`);
  await change(session, firstPart);
  await writeFact(session, 'layout_version', to);
}

/** How the journal's own tables come to each layout from the one before. */
const layoutChanges: Readonly<Record<number, (session: Session, firstPart: string) => Promise<void>>> = {
  2: async (session) => {
    await session.ask(toSecondLayout.join(';\n'));
    await beginHistoryAgain(session);
  },
  3: nameOnlyPart,
};

async function addPart(
  session: Session,
  name: string,
  version: number,
  tables: readonly Table[],
): Promise<void> {
  for (const table of tables) await createTable(session, table);
  await writePartVersion(session, name, version);
}

async function assertSchema<Change extends KindedChange>(
  session: Session,
  schema: string,
  place: string,
  parts: Parts<Change>,
): Promise<void> {
  const difference = await schemaDifference(session, schema, parts.tables);
  if (difference !== null) throw new JournalSchemaMismatch(place, difference);
}
