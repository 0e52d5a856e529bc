import type { Migration } from '../journal/migration.ts';
import type { Projection, Row, RowChange, Table } from '../journal/projection.ts';

/** The plainest domain there is: a change is a change of one table's rows, and the state is the rows. */
export type RowsChange = RowChange & { readonly kind: 'rows-changed' };

export function rowsProjection(
  tables: readonly Table[],
  schemaVersion = 1,
  migrations: readonly Migration[] = [],
): Projection<RowsChange> {
  return {
    name: 'rows',
    kinds: { 'rows-changed': true },
    schemaVersion,
    migrations,
    tables,
    rowsOf: (change) => [change],
    *changesOf(read) {
      for (const { name } of tables) {
        for (const row of read(name)) yield putRow(name, row);
      }
    },
  };
}

export function putRow(table: string, row: Row): RowsChange {
  return rowsChange({ do: 'put', table, row });
}

export function rowsChange(change: RowChange): RowsChange {
  return { kind: 'rows-changed', ...change };
}
