import type { DatabaseSync } from 'node:sqlite';
import { unreachable } from '../../unreachable.ts';
import { checkTable } from '../check-projection.ts';
import { encodeChange } from '../encode-change.ts';
import type { AddRows, RewriteChanges, TableOperation } from '../migration.ts';
import type { KindedChange, Row, Table } from '../projection.ts';
import { beginHistoryAgain } from './history.ts';
import { TableWriter } from './row-writer.ts';
import * as sql from './sql.ts';

/** Takes one step of a part's history, inside the caller's transaction. */
export function migrate(database: DatabaseSync, operations: readonly TableOperation[]): void {
  for (const operation of operations) carryOut(database, operation);
}

function carryOut(database: DatabaseSync, operation: TableOperation): void {
  switch (operation.do) {
    case 'create-table':
      return createTable(database, operation.table);
    case 'drop-table':
      return database.exec(`drop table ${sql.quote(operation.table)}`);
    case 'add-column':
      return database.exec(sql.addColumn(operation.table, operation.column, operation.type, operation.fill));
    case 'copy-column':
      return database.exec(sql.copyColumn(operation.table, operation.column, operation.from));
    case 'rewrite-table':
      return rewriteTable(database, operation.from, operation.to, operation.row);
    case 'add-rows':
      return addRows(database, operation);
    case 'rewrite-changes':
      return rewriteChanges(database, operation);
    default:
      return unreachable(operation);
  }
}

export function createTable(database: DatabaseSync, table: Table): void {
  checkTable(table);
  for (const statement of [sql.createTable(table), ...sql.createIndexes(table)]) database.exec(statement);
}

function rewriteTable(
  database: DatabaseSync,
  from: string,
  to: Table,
  rewrite: (row: Row) => Row | null,
): void {
  const old = sql.quote('berth_rewritten');
  database.exec(`alter table ${sql.quote(from)} rename to ${old}`);
  dropIndexes(database, 'berth_rewritten'); // they would keep their names, which the new ones need
  createTable(database, to);
  const writer = new TableWriter(database, to);
  for (const row of database.prepare(`select * from ${old}${orderFor(database, to)}`).iterate()) {
    const rewritten = rewrite(row as Row); // STRICT: a column holds text, an integer or a real, and no blob
    if (rewritten !== null) writer.put(rewritten);
  }
  writer.flush();
  database.exec(`drop table ${old}`);
}

function addRows(database: DatabaseSync, { from, to, rows }: AddRows): void {
  const writer = new TableWriter(database, to);
  for (const row of database.prepare(`select * from ${sql.quote(from)}`).iterate()) {
    for (const added of rows(row as Row)) writer.put(added); // As above.
  }
  writer.flush();
}

/**
 * In the order of the new key, where the old rows have its columns: rows that come in the order in which they are to lie
 * are written once, others again and again as pages split.
 */
function orderFor(database: DatabaseSync, to: Table): string {
  const key = sql.keyColumns(to);
  const found = database.prepare(`select name from pragma_table_info('berth_rewritten')`).all();
  const names = new Set(found.map(({ name }) => name));
  return key.every((column) => names.has(column)) ? ` order by ${key.map(sql.quote).join(', ')}` : '';
}

function dropIndexes(database: DatabaseSync, table: string): void {
  const indexes = database
    .prepare(`select name from sqlite_schema where type = 'index' and tbl_name = ? and sql is not null`)
    .all(table);
  for (const { name } of indexes) database.exec(`drop index ${sql.quote(String(name))}`);
}

/** In portions: the rows that are being read must not be those that are being written. */
function rewriteChanges(database: DatabaseSync, { kinds, change: rewrite }: RewriteChanges): void {
  const read = database.prepare(
    'select number, change from changes where number > ? order by number limit 1000',
  );
  const write = database.prepare('update changes set change = ? where number = ?');
  let isRewritten = false;
  for (let last = 0, portion = read.all(last); portion.length > 0; portion = read.all(last)) {
    for (const { number, change: encoded } of portion) {
      last = Number(number);
      const change = JSON.parse(String(encoded)) as KindedChange; // as all that is stored
      if (!kinds.includes(change.kind)) continue;
      write.run(encodeChange(rewrite(change)), last);
      isRewritten = true;
    }
  }
  // They are not what was hashed any more.
  if (isRewritten) beginHistoryAgain(database);
}
