import { unreachable } from '../../unreachable.ts';
import type { Row, RowChange, Table, Value } from '../projection.ts';
import { assertColumns, assertWholeRow } from '../storable.ts';
import * as sql from './sql.ts';
import { type Statement, statement } from './statement.ts';
import { storedValue } from './stored-text.ts';

/**
 * What a group of changes does to one table, gathered so that it takes a few statements however large the group is: first
 * what is removed, then what is patched, then what is put.
 *
 * What comes in another order is made to come to the same: a row that is put and then removed is not put; one that is put and then
 * patched is put as patched. What cannot be gathered so (rows sought by other columns than their key, keys that change)
 * becomes a statement of its own, after all that was gathered before.
 */
export class TableBatch {
  readonly #table: Table;
  readonly #columns: readonly string[];
  readonly #key: readonly string[];
  readonly #statements: Statement[] = [];
  /** By how many columns of the key they are sought, and then by these. */
  readonly #removals = new Map<number, Map<string, readonly Value[]>>();
  /** By the columns they set, and then by the key of the row. */
  readonly #patches = new Map<string, Map<string, Row>>();
  readonly #puts = new Map<string, Row>();
  /** The keys of what is put, by how many columns of the key they are sought, and then by these. */
  readonly #putsBy = new Map<number, Map<string, string[]>>();

  constructor(table: Table) {
    this.#table = table;
    this.#columns = Object.keys(table.columns);
    this.#key = sql.keyColumns(table);
  }

  carryOut(change: RowChange): void {
    switch (change.do) {
      case 'put':
        return this.put(change.row);
      case 'patch':
        return this.patch(change.where, change.set);
      case 'remove':
        return this.remove(change.where);
      default:
        return unreachable(change);
    }
  }

  put(row: Row): void {
    assertWholeRow(this.#table, row);
    const key = this.#keyOf(row, this.#key.length);
    if (!this.#puts.has(key)) {
      for (const [length, keys] of this.#putsBy) {
        keys.getOrInsertComputed(this.#keyOf(row, length), () => []).push(key);
      }
    }
    this.#puts.set(key, row);
  }

  remove(where: Row): void {
    assertColumns(this.#table, where);
    const sought = Object.keys(where);
    const length = this.#keyColumnsAmong(sought);
    if (length === 0 || length < sought.length) {
      this.#byItself(sql.remove(this.#table, sought), Object.values(where));
      return;
    }
    const key = this.#keyOf(where, length);
    for (const put of this.#putsWith(key, length)) this.#puts.delete(put);
    const columns = this.#key.slice(0, length);
    this.#removals
      .getOrInsertComputed(length, () => new Map())
      .set(
        key,
        columns.map((column) => where[column] as Value), // They were found in it.
      );
  }

  patch(where: Row, set: Row): void {
    assertColumns(this.#table, where);
    assertColumns(this.#table, set);
    const sought = Object.keys(where);
    const changed = Object.keys(set).sort();
    if (changed.length === 0) return;
    const isByKey = sought.length === this.#key.length && this.#keyColumnsAmong(sought) === sought.length;
    if (!isByKey || changed.some((column) => this.#key.includes(column))) {
      const values = changed.map((column) => set[column] as Value);
      this.#byItself(sql.patch(this.#table, sought, changed), [...values, ...Object.values(where)]);
      return;
    }
    const key = this.#keyOf(where, this.#key.length);
    const put = this.#puts.get(key);
    if (put) {
      this.#puts.set(key, { ...put, ...set });
      return;
    }
    const shape = changed.join();
    for (const [other, patches] of this.#patches) if (other !== shape && patches.has(key)) this.#gather();
    this.#patches.getOrInsertComputed(shape, () => new Map()).set(key, { ...where, ...set });
  }

  /** All statements; the batch is empty afterwards. */
  take(): Statement[] {
    this.#gather();
    return this.#statements.splice(0);
  }

  #byItself(text: string, values: readonly Value[]): void {
    this.#gather();
    this.#statements.push(statement(text, values.map(storedValue)));
  }

  #gather(): void {
    const table = this.#table;
    for (const [length, removals] of this.#removals) {
      const columns = this.#key.slice(0, length);
      const lists = columns.map((_, index) =>
        Array.from(removals.values(), (values) => storedValue(values[index] as Value)),
      );
      this.#statements.push(statement(sql.removeMany(table, columns), lists));
    }
    for (const [shape, rows] of this.#patches) {
      const set = shape.split(',');
      this.#statements.push(statement(sql.patchMany(table, set), listsOf([...this.#key, ...set], rows)));
    }
    if (this.#puts.size > 0) {
      this.#statements.push(statement(sql.put(table), listsOf(this.#columns, this.#puts)));
    }
    this.#removals.clear();
    this.#patches.clear();
    this.#puts.clear();
    this.#putsBy.clear();
  }

  /** How many columns of the key, from the first on, are among these; 0 if others of the key are among them, too. */
  #keyColumnsAmong(columns: readonly string[]): number {
    let length = 0;
    while (length < this.#key.length && columns.includes(this.#key[length] as string)) length++;
    return length;
  }

  #putsWith(prefix: string, length: number): readonly string[] {
    const known = this.#putsBy.get(length);
    const keys =
      known ?? Map.groupBy(this.#puts.keys(), (key) => this.#keyOf(this.#puts.get(key) as Row, length));
    if (!known) this.#putsBy.set(length, keys);
    const found = keys.get(prefix) ?? [];
    keys.delete(prefix);
    return found;
  }

  #keyOf(row: Row, length: number): string {
    if (length === 1) return String(row[this.#key[0] as string]);
    return JSON.stringify(this.#key.slice(0, length).map((column) => row[column]));
  }
}

function listsOf(columns: readonly string[], rows: ReadonlyMap<string, Row>): Value[][] {
  return columns.map((column) => Array.from(rows.values(), (row) => storedValue(row[column] as Value)));
}
