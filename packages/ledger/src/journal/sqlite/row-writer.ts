import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { unreachable } from '../../unreachable.ts';
import { UnstorableChange } from '../journal-errors.ts';
import type { ColumnType, Row, RowChange, Table, Value } from '../projection.ts';
import { assertColumns, assertNoMore, fits, unfit } from '../storable.ts';
import { RowBuffer } from './row-buffer.ts';
import * as sql from './sql.ts';

/**
 * Carries out row changes with prepared statements, each prepared once. The rows are as they should be after `flush`;
 * before, some may still wait to be put.
 */
export class RowWriter {
  readonly #tables: ReadonlyMap<string, TableWriter>;
  /** Those in which rows may wait: few of all. */
  readonly #waiting = new Set<TableWriter>();

  constructor(database: DatabaseSync, tables: readonly Table[]) {
    this.#tables = new Map(tables.map((table) => [table.name, new TableWriter(database, table)]));
  }

  carryOut(change: RowChange): void {
    const table = this.#tables.get(change.table);
    if (table === undefined) throw new UnstorableChange(`There is no table ${change.table}.`);
    switch (change.do) {
      case 'put':
        this.#waiting.add(table);
        return table.put(change.row);
      case 'patch':
        return table.patch(change.where, change.set);
      case 'remove':
        return table.remove(change.where);
      default:
        return unreachable(change);
    }
  }

  flush(): void {
    for (const table of this.#waiting) table.flush();
    this.#waiting.clear();
  }

  /** To be called when the transaction is rolled back: nothing of it may get into the next one. */
  clear(): void {
    for (const table of this.#waiting) table.clear();
    this.#waiting.clear();
  }
}

export class TableWriter {
  readonly #database: DatabaseSync;
  readonly #table: Table;
  readonly #columns: readonly (readonly [name: string, type: ColumnType])[];
  /** Rows wait here to be put together. Whatever else is done to the table comes after them. */
  readonly #puts: RowBuffer;
  /** The values of the row being put, in the order of the columns; one array for all rows. */
  readonly #values: Value[];
  /** Patches and removals by the columns they name. A domain has a handful of each. */
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, table: Table) {
    this.#database = database;
    this.#table = table;
    this.#columns = Object.entries(table.columns);
    this.#puts = new RowBuffer(database, sql.put(table), this.#columns.length);
    this.#values = this.#columns.map(() => null);
  }

  put(row: Row): void {
    const values = this.#values;
    let count = 0;
    for (const [name, type] of this.#columns) {
      const value = row[name];
      if (!fits(type, value)) throw unfit(this.#table, name, type, value);
      values[count++] = value;
    }
    assertNoMore(this.#table, row, count);
    this.#puts.add(values);
  }

  patch(where: Row, set: Row): void {
    assertColumns(this.#table, where);
    assertColumns(this.#table, set);
    const sought = Object.keys(where);
    const changed = Object.keys(set);
    if (changed.length === 0) return;
    this.flush();
    const statement = this.#prepared(`patch ${changed.join()} where ${sought.join()}`, () =>
      sql.patch(this.#table, sought, changed),
    );
    statement.run(...Object.values(set), ...Object.values(where));
  }

  remove(where: Row): void {
    assertColumns(this.#table, where);
    this.flush();
    const sought = Object.keys(where);
    const statement = this.#prepared(`remove where ${sought.join()}`, () => sql.remove(this.#table, sought));
    statement.run(...Object.values(where));
  }

  flush(): void {
    this.#puts.flush();
  }

  clear(): void {
    this.#puts.clear();
  }

  #prepared(name: string, text: () => string): StatementSync {
    let statement = this.#statements.get(name);
    if (statement === undefined) {
      statement = this.#database.prepare(text());
      this.#statements.set(name, statement);
    }
    return statement;
  }
}
