import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { unhashed } from '../chain.ts';
import { createFacts, writeFact } from './facts.ts';
import { beginHistory, beginHistoryAgain, createHistory } from './history.ts';
import { createParts, makeTooNew, nameOnlyPart } from './part-versions.ts';

/** The names of the journal's own tables. */
export const ownTables: readonly string[] = ['berth_schema', 'berth_parts', 'berth_history', 'changes'];

export function createOwnTables(database: DatabaseSync): void {
  database.exec(createFacts);
  database.exec(createParts);
  database.exec(
    `create table changes (
      number integer primary key, at integer not null, change text not null, hash text not null
    ) strict`,
  );
  database.exec(createHistory);
  beginHistory(database);
  makeTooNew(database);
  writeFact(database, 'forgotten_through', 0);
}

/** Brings the journal's own tables from the layout before to this one. */
export function changeLayout(database: DatabaseSync, to: number, firstPart: string): void {
  const change = layoutChanges[to];
  assert(change !== undefined, `nobody knows how to come to layout ${to}`);
  change(database, firstPart);
  writeFact(database, 'layout_version', to);
}

const layoutChanges: Readonly<Record<number, (database: DatabaseSync, firstPart: string) => void>> = {
  2: addHashes,
  3: nameOnlyPart,
};

/** No row is written again but the last. */
function addHashes(database: DatabaseSync): void {
  database.exec(`alter table changes add column hash text not null default '${unhashed}'`);
  database.exec(createHistory);
  beginHistoryAgain(database);
}
