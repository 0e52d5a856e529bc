import type { DatabaseSync } from 'node:sqlite';
import type { Table } from '../projection.ts';
import { ownTables } from './own-tables.ts';
import { columnType, indexName } from './sql.ts';

/**
 * In what the tables in the database differ from those stated, in words; null if in nothing. Finds a table that
 * was changed without a migration, and a migration that does not lead to what its part states.
 */
export function schemaDifference(database: DatabaseSync, tables: readonly Table[]): string | null {
  const found = new Set(names(database, 'table', ownTables));
  for (const table of tables) {
    if (!found.delete(table.name)) return `the table ${table.name} is missing`;
    const difference = columnsDifference(database, table) ?? indexesDifference(database, table);
    if (difference !== null) return difference;
  }
  const [unknown] = found;
  return unknown === undefined ? null : `the table ${unknown} is not known`;
}

function columnsDifference(database: DatabaseSync, table: Table): string | null {
  const stated = Object.entries(table.columns).map(([name, type], index) => {
    const key = index < table.keyLength ? ` key ${index + 1}` : '';
    return `${name} ${columnType(type)}${key}`;
  });
  const found = database
    .prepare('select name, type, "notnull", pk from pragma_table_info(?) order by cid')
    .all(table.name)
    .map(({ name, type, notnull, pk }) => {
      const key = pk === 0 ? '' : ` key ${String(pk)}`;
      return `${String(name)} ${String(type).toLowerCase()}${notnull === 1 ? ' not null' : ''}${key}`;
    });
  return differenceBetween(`the columns of ${table.name}`, stated, found);
}

function indexesDifference(database: DatabaseSync, table: Table): string | null {
  const stated = (table.indexes ?? []).map((columns) => indexName(table, columns)).sort();
  const found = database
    .prepare(
      `select name from sqlite_schema where type = 'index' and tbl_name = ? and sql is not null order by name`,
    )
    .all(table.name)
    .map(({ name }) => String(name));
  return differenceBetween(`the indexes of ${table.name}`, stated, found);
}

function differenceBetween(what: string, stated: readonly string[], found: readonly string[]): string | null {
  if (stated.join() === found.join()) return null;
  return `${what} are (${found.join(', ')}) instead of (${stated.join(', ')})`;
}

function names(database: DatabaseSync, type: string, except: readonly string[]): string[] {
  return database
    .prepare(`select name from sqlite_schema where type = ? and name not like 'sqlite\\_%' escape '\\'`)
    .all(type)
    .map(({ name }) => String(name))
    .filter((name) => !except.includes(name));
}
