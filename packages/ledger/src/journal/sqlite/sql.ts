import type { Reference } from '../migration.ts';
import type { ColumnType, Table, Value } from '../projection.ts';

// The SQL that the journal speaks, made from a domain's tables. Names are quoted: a column may be called `order`.

export function createTable(table: Table): string {
  const columns = Object.entries(table.columns).map(([name, type]) => `${quote(name)} ${columnType(type)}`);
  const key = keyColumns(table);
  // A single integer key is SQLite's own row id. Any other key would be a second tree beside the rows;
  // `without rowid` makes it the one they lie in.
  const isRowId = key.length === 1 && table.columns[key[0] as string] === 'integer';
  return [
    `create table ${quote(table.name)} (`,
    [...columns, `primary key (${list(key)})`].map((line) => `  ${line}`).join(',\n'),
    `) strict${isRowId ? '' : ', without rowid'}`,
  ].join('\n');
}

export function createIndexes(table: Table): string[] {
  return (table.indexes ?? []).map(
    (columns) =>
      `create index ${quote(indexName(table, columns))} on ${quote(table.name)} (${list(columns)})`,
  );
}

export function indexName(table: Table, columns: readonly string[]): string {
  return `${table.name}_by_${columns.join('_and_')}`;
}

export function addColumn(table: string, column: string, type: ColumnType, fill: Value): string {
  const defaultValue = fill === null ? '' : ` default ${literal(fill)}`;
  return `alter table ${quote(table)} add column ${quote(column)} ${columnType(type)}${defaultValue}`;
}

export function copyColumn(table: string, column: string, from: Reference): string {
  const matches = Object.entries(from.where)
    .map(([theirs, ours]) => `${quote(from.table)}.${quote(theirs)} = ${quote(table)}.${quote(ours)}`)
    .join(' and ');
  const found = `select ${quote(from.column)} from ${quote(from.table)} where ${matches}`;
  return `update ${quote(table)} set ${quote(column)} = coalesce((${found}), ${quote(column)})`;
}

/** Without the values. */
export function put(table: Table): string {
  return `insert or replace into ${quote(table.name)} (${list(Object.keys(table.columns))})`;
}

export function patch(table: Table, where: readonly string[], set: readonly string[]): string {
  const settings = set.map((column) => `${quote(column)} = ?`).join(', ');
  return `update ${quote(table.name)} set ${settings}${condition(where)}`;
}

export function remove(table: Table, where: readonly string[]): string {
  return `delete from ${quote(table.name)}${condition(where)}`;
}

/** So many rows in order of the key, from the first on. */
export function readFirst(table: Table, limit: number): string {
  return `${selectAll(table)}${inKeyOrder(table, limit)}`;
}

/** The same, of those whose key comes after the given one. */
export function readAfter(table: Table, limit: number): string {
  const key = keyColumns(table);
  return `${selectAll(table)} where (${list(key)}) > (${key.map(() => '?').join(', ')})${inKeyOrder(table, limit)}`;
}

function selectAll(table: Table): string {
  return `select ${list(Object.keys(table.columns))} from ${quote(table.name)}`;
}

function inKeyOrder(table: Table, limit: number): string {
  return ` order by ${list(keyColumns(table))} limit ${limit}`;
}

export function quote(name: string): string {
  return `"${name}"`; // checkProjection: names hold no quotes
}

export function columnType(type: ColumnType): string {
  return type.endsWith('?') ? type.slice(0, -1) : `${type} not null`;
}

/** `is` rather than `=`, so that null is found too. It uses indexes just as well. */
function condition(where: readonly string[]): string {
  if (where.length === 0) return '';
  return ` where ${where.map((column) => `${quote(column)} is ?`).join(' and ')}`;
}

export function keyColumns(table: Table): string[] {
  return Object.keys(table.columns).slice(0, table.keyLength);
}

function list(names: readonly string[]): string {
  return names.map(quote).join(', ');
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
