import {
  type ComputeChange,
  aboutNoun,
  computeChangeKinds,
  StoredSet,
} from '@berth/compute-engine/changes.ts';
import type { Series } from '@berth/compute-engine/ids.ts';
import { type Noun, nouns, rowKeyOf } from '@berth/compute-engine/nouns.ts';
import type { Projection, Row, RowChange } from '@berth/ledger/journal/projection.ts';
import { migrations } from './migrations.ts';

/**
 * How compute is kept in a journal. Each noun has a table; a thing is one row, with what it is kept by and the whole of it as
 * JSON: nobody looks for rows by anything else, since the state is in memory.
 */
export const computeProjection: Projection<ComputeChange> = {
  name: 'compute',
  kinds: computeChangeKinds,
  schemaVersion: 4,
  migrations,
  tables: [
    { name: 'number_series', columns: { series: 'text', last: 'integer' }, keyLength: 1 },
    ...nouns.map((noun) => ({
      name: tableOf(noun),
      columns: { row_key: 'text', thing: 'text' } as const,
      keyLength: 1,
    })),
  ],
  rowsOf,
  changesOf,
};

export function tableOf(noun: Noun): string {
  return `${noun.replaceAll('-', '_')}s`;
}

function rowsOf(change: ComputeChange): RowChange[] {
  if (change.kind === 'numbers-given') {
    const { series, last } = change;
    return [{ do: 'put', table: 'number_series', row: { series, last } }];
  }
  const about = aboutNoun(change);
  const table = tableOf(about.noun);
  if (about.thing === null) return [{ do: 'remove', table, where: { row_key: about.rowKey } }];
  const rowKey = rowKeyOf(about.noun, about.thing);
  return [{ do: 'put', table, row: { row_key: rowKey, thing: JSON.stringify(about.thing) } }];
}

function* changesOf(read: (table: string) => Iterable<Row>): Generator<ComputeChange> {
  for (const row of read('number_series')) {
    yield { kind: 'numbers-given', series: row['series'] as Series, last: row['last'] as number };
  }
  for (const noun of nouns) {
    for (const row of read(tableOf(noun))) yield storedSet(noun, row);
  }
}

function storedSet(noun: Noun, { row_key: rowKey, thing }: Row): ComputeChange {
  // The columns are texts, and the compiler does not follow which noun it is.
  return new StoredSet(noun, rowKey as string, thing as string) as unknown as ComputeChange;
}
