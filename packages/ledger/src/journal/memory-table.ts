import { compareKeys } from './compare-keys.ts';
import { UnstorableChange } from './journal-errors.ts';
import type { Row, Table, Value } from './projection.ts';
import { assertColumns, assertWholeRow } from './storable.ts';

/** Takes back one write. */
export type Undo = () => void;

/**
 * The rows of one table in memory. What always holds: a row stands under its key, in the group of its first
 * key column.
 *
 * Grouped by the first key column because that is how rows are sought: 'all allocations of a consumer' then
 * looks at those alone, and only a look-up by other columns goes through the whole table.
 */
export class MemoryTable {
  readonly #table: Table;
  readonly #columns: readonly string[];
  readonly #keyColumns: readonly string[];
  readonly #groupColumn: string;
  readonly #groups = new Map<Value, Map<string, Row>>();

  constructor(table: Table) {
    this.#table = table;
    this.#columns = Object.keys(table.columns);
    this.#keyColumns = this.#columns.slice(0, table.keyLength);
    this.#groupColumn = this.#columns[0] as string; // checkProjection: a key has a column
  }

  put(row: Row, undo: Undo[]): void {
    assertWholeRow(this.#table, row);
    this.#write(this.#copy(row), undo);
  }

  patch(where: Row, set: Row, undo: Undo[]): void {
    assertColumns(this.#table, where);
    assertColumns(this.#table, set);
    const matching = this.#find(where);
    for (const row of matching) this.#erase(row, undo);
    for (const row of matching) {
      const patched = this.#copy({ ...row, ...set });
      if (this.#has(patched)) {
        throw new UnstorableChange(`Two rows of ${this.#table.name} would have the same key.`);
      }
      this.#write(patched, undo);
    }
  }

  remove(where: Row, undo: Undo[]): void {
    assertColumns(this.#table, where);
    for (const row of this.#find(where)) this.#erase(row, undo);
  }

  inKeyOrder(): readonly Row[] {
    return [...this.#all()].sort((left, right) => compareKeys(this.#keyColumns, left, right));
  }

  #find(where: Row): readonly Row[] {
    const columns = Object.keys(where);
    const group = where[this.#groupColumn];
    const rows = group === undefined ? this.#all() : (this.#groups.get(group)?.values() ?? []);
    return [...rows].filter((row) => columns.every((column) => row[column] === where[column]));
  }

  *#all(): Generator<Row> {
    for (const group of this.#groups.values()) yield* group.values();
  }

  #has(row: Row): boolean {
    return this.#groups.get(this.#groupOf(row))?.has(this.#keyOf(row)) ?? false;
  }

  #write(row: Row, undo: Undo[]): void {
    const groupKey = this.#groupOf(row);
    const group = this.#groups.get(groupKey) ?? new Map<string, Row>();
    this.#groups.set(groupKey, group);
    const key = this.#keyOf(row);
    const before = group.get(key);
    group.set(key, row);
    undo.push(() => (before === undefined ? this.#erase(row, []) : this.#write(before, [])));
  }

  #erase(row: Row, undo: Undo[]): void {
    const groupKey = this.#groupOf(row);
    const group = this.#groups.get(groupKey);
    group?.delete(this.#keyOf(row));
    if (group?.size === 0) this.#groups.delete(groupKey);
    undo.push(() => this.#write(row, []));
  }

  #groupOf(row: Row): Value {
    return row[this.#groupColumn] as Value; // a stored row has every column
  }

  #keyOf(row: Row): string {
    return JSON.stringify(this.#keyColumns.map((column) => row[column]));
  }

  /** A row of our own, its columns in the table's order. */
  #copy(row: Row): Row {
    const copy: Record<string, Value> = {};
    for (const column of this.#columns) {
      const value = row[column] as Value; // assertWholeRow: none is missing
      copy[column] = value === 0 ? 0 : value; // -0 is stored as 0
    }
    return Object.freeze(copy);
  }
}
