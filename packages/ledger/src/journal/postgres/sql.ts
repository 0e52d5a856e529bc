import type { Reference } from '../migration.ts';
import type { ColumnType, Table, Value } from '../projection.ts';
import { quote } from './session.ts';
import { toStored } from './stored-text.ts';

// The SQL that the journal speaks, made from a domain's tables.

export function createTable(table: Table): string {
  const columns = Object.entries(table.columns).map(([name, type]) => `${quote(name)} ${columnType(type)}`);
  return `create table ${quote(table.name)} (${[...columns, `primary key (${list(keyColumns(table))})`].join(', ')})`;
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

export function addColumn(table: string, column: string, type: ColumnType, fill: Value): string[] {
  const altered = `alter table ${quote(table)} add column ${quote(column)} ${columnType(type)}`;
  if (fill === null) return [altered];
  // The default is for the rows that are there; new ones say what they have.
  return [
    `${altered} default ${literal(fill)}`,
    `alter table ${quote(table)} alter column ${quote(column)} drop default`,
  ];
}

export function copyColumn(table: string, column: string, from: Reference): string {
  const matches = Object.entries(from.where)
    .map(([theirs, ours]) => `${quote(from.table)}.${quote(theirs)} = ${quote(table)}.${quote(ours)}`)
    .join(' and ');
  const found = `select ${quote(from.column)} from ${quote(from.table)} where ${matches}`;
  return `update ${quote(table)} set ${quote(column)} = coalesce((${found}), ${quote(column)})`;
}

/*
 * Many rows at a time, a list of values for each column.
 */

export function put(table: Table): string {
  const columns = Object.keys(table.columns);
  const others = columns.slice(table.keyLength);
  const update = others.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ');
  return (
    `insert into ${quote(table.name)} (${list(columns)}) select * from ${unnest(table, columns)} ` +
    `on conflict (${list(keyColumns(table))}) do ${update === '' ? 'nothing' : `update set ${update}`}`
  );
}

/** `columns` are the beginning of the key. */
export function removeMany(table: Table, columns: readonly string[]): string {
  return (
    `delete from ${quote(table.name)} using ${unnest(table, columns)} as given (${list(columns)}) ` +
    `where ${equal(table, columns)}`
  );
}

/** Rows by their key. */
export function patchMany(table: Table, set: readonly string[]): string {
  const columns = [...keyColumns(table), ...set];
  const settings = set.map((column) => `${quote(column)} = given.${quote(column)}`).join(', ');
  return (
    `update ${quote(table.name)} set ${settings} from ${unnest(table, columns)} as given (${list(columns)}) ` +
    `where ${equal(table, keyColumns(table))}`
  );
}

function unnest(table: Table, columns: readonly string[]): string {
  const lists = columns.map((column, index) => `$${index + 1}::${bareType(table, column)}[]`);
  return `unnest(${lists.join(', ')})`;
}

function equal(table: Table, columns: readonly string[]): string {
  return columns
    .map((column) => `${quote(table.name)}.${quote(column)} = given.${quote(column)}`)
    .join(' and ');
}

/*
 * One at a time, for what is sought by other columns than the key.
 */

export function patch(table: Table, where: readonly string[], set: readonly string[]): string {
  const settings = set.map((column, index) => `${quote(column)} = $${index + 1}::${bareType(table, column)}`);
  return `update ${quote(table.name)} set ${settings.join(', ')}${condition(table, where, set.length)}`;
}

export function remove(table: Table, where: readonly string[]): string {
  return `delete from ${quote(table.name)}${condition(table, where, 0)}`;
}

/** Null is found too. */
function condition(table: Table, where: readonly string[], given: number): string {
  if (where.length === 0) return '';
  const each = where.map((column, index) => {
    const value = `$${given + index + 1}::${bareType(table, column)}`;
    return table.columns[column]?.endsWith('?')
      ? `${quote(column)} is not distinct from ${value}`
      : `${quote(column)} = ${value}`;
  });
  return ` where ${each.join(' and ')}`;
}

/** So many rows in order of the key, after the given one if there is one. */
export function readSome(table: Table, isFirst: boolean, limit: number): string {
  const key = keyColumns(table);
  const given = key.map((column, index) => `$${index + 1}::${bareType(table, column)}`).join(', ');
  const after = isFirst ? '' : ` where (${list(key)}) > (${given})`;
  return `select ${list(Object.keys(table.columns))} from ${quote(table.name)}${after} order by ${list(key)} limit ${limit}`;
}

export function columnType(type: ColumnType): string {
  return type.endsWith('?') ? sqlType(type) : `${sqlType(type)} not null`;
}

/** Text by code point, whatever the language of the database. */
function sqlType(type: ColumnType): string {
  switch (type) {
    case 'integer':
    case 'integer?':
      return 'bigint';
    case 'real':
      return 'double precision';
    default:
      return 'text collate "C"';
  }
}

/** As the information schema calls it. */
export function sqlName(type: ColumnType): string {
  return sqlType(type).replace(/ collate "(.*)"/, ' $1');
}

function bareType(table: Table, column: string): string {
  const type = table.columns[column];
  if (type === 'real') return 'double precision';
  return type === 'integer' || type === 'integer?' ? 'bigint' : 'text';
}

export function keyColumns(table: Table): string[] {
  return Object.keys(table.columns).slice(0, table.keyLength);
}

export function list(names: readonly string[]): string {
  return names.map(quote).join(', ');
}

function literal(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return `E'${toStored(value).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
