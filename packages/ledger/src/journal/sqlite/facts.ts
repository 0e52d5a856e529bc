import type { DatabaseSync } from 'node:sqlite';

/**
 * What the journal knows of itself: numbers by name, in `berth_schema`.
 *
 * - `layout_version`: the version of the journal's own tables (own-tables.ts)
 * - `schema_version`: up to the second layout, the version of the only part's tables; since then 3 (part-versions.ts)
 * - `forgotten_through`: the number of the newest change that was pruned
 * - `restored_at`: when it was put back from a copy, if it was
 */
export type FactName = 'layout_version' | 'schema_version' | 'forgotten_through' | 'restored_at';

export const createFacts = 'create table berth_schema (name text primary key, value integer not null) strict';

export function readFact(database: DatabaseSync, name: FactName): number | null {
  const row = database.prepare('select value from berth_schema where name = ?').get(name);
  return row === undefined ? null : Number(row['value']);
}

export function writeFact(database: DatabaseSync, name: FactName, value: number): void {
  database.prepare('insert or replace into berth_schema (name, value) values (?, ?)').run(name, value);
}
