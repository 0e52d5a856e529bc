import type { DatabaseSync } from 'node:sqlite';
import { layoutVersion, type StoredVersions } from '../plan-upgrade.ts';
import { readFact, writeFact } from './facts.ts';

/** The version of each part's tables. */
export const createParts =
  'create table berth_parts (name text primary key, version integer not null) strict, without rowid';

export function readVersions(database: DatabaseSync): StoredVersions {
  const layout = readFact(database, 'layout_version') ?? 0;
  // What is in a newer layout is not known.
  if (layout > layoutVersion) return { layout, parts: new Map() };
  if (layout < 3) {
    const version = readFact(database, 'schema_version');
    return { layout, parts: new Map(version === null ? [] : [[null, version]]) };
  }
  const rows = database.prepare('select name, version from berth_parts order by name').all();
  return { layout, parts: new Map(rows.map(({ name, version }) => [String(name), Number(version)])) };
}

export function writePartVersion(database: DatabaseSync, part: string, version: number): void {
  database.prepare('insert or replace into berth_parts (name, version) values (?, ?)').run(part, version);
}

/** From the second layout, where the only part had no name, to the third. */
export function nameOnlyPart(database: DatabaseSync, part: string): void {
  database.exec(createParts);
  database
    .prepare(`insert into berth_parts select ?, value from berth_schema where name = 'schema_version'`)
    .run(part);
  makeTooNew(database);
}

/**
 * For programs of the second layout: they refuse to open a newer one, but their `berth restore` looks at the version of the only part
 * alone. This one is newer than any that they know.
 */
export function makeTooNew(database: DatabaseSync): void {
  writeFact(database, 'schema_version', 3);
}
