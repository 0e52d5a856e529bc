import { unreachable } from '../unreachable.ts';
import { UnstorableChange } from './journal-errors.ts';
import type { ColumnType, Row, Table, Value } from './projection.ts';

/**
 * Whether values fit their columns, decided here for every journal alike. SQL stores would otherwise each bend
 * what does not fit in their own way: SQLite takes `true` for 1 and NaN for null, and replaces half a surrogate
 * pair.
 */
export function assertWholeRow(table: Table, row: Row): void {
  let expected = 0;
  for (const column in table.columns) {
    expected += 1;
    assertFits(table, column, row[column]);
  }
  assertNoMore(table, row, expected);
}

/** Of a row whose other columns were looked at: it has so many. */
export function assertNoMore(table: Table, row: Row, expected: number): void {
  let found = 0;
  for (const _ in row) found += 1;
  if (found !== expected)
    throw new UnstorableChange(`A row of ${table.name} has columns it should not have.`);
}

/** For part of a row: what is sought or set. */
export function assertColumns(table: Table, columns: Row): void {
  for (const column in columns) assertFits(table, column, columns[column]);
}

function assertFits(table: Table, column: string, value: Value | undefined): void {
  const type = table.columns[column];
  if (type === undefined) throw new UnstorableChange(`${table.name} has no column ${column}.`);
  if (!fits(type, value)) throw unfit(table, column, type, value);
}

export function unfit(
  table: Table,
  column: string,
  type: ColumnType,
  value: Value | undefined,
): UnstorableChange {
  return new UnstorableChange(`${table.name}.${column} is ${type}, it cannot hold ${describe(value)}.`);
}

export function fits(type: ColumnType, value: Value | undefined): value is Value {
  switch (type) {
    case 'text':
      return typeof value === 'string' && value.isWellFormed();
    case 'text?':
      return value === null || (typeof value === 'string' && value.isWellFormed());
    case 'integer':
      return Number.isSafeInteger(value);
    case 'integer?':
      return value === null || Number.isSafeInteger(value);
    case 'real':
      return Number.isFinite(value);
    default:
      return unreachable(type);
  }
}

function describe(value: Value | undefined): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 60))}`;
  return value === undefined ? 'nothing' : String(value);
}
