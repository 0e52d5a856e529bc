import { compareText } from '../journal/compare-keys.ts';
import type { Projection, Row, RowChange, Table } from '../journal/projection.ts';
import { unreachable } from '../unreachable.ts';
import type { Counter, CounterChange, Label } from './counters.ts';

// Every column type, a key of two columns, a look-up by another column, and two tables that are read side by
// side.
const countersTable: Table = {
  name: 'counters',
  columns: { name: 'text', value: 'integer', limit: 'integer?', ratio: 'real', note: 'text?' },
  keyLength: 1,
};

const labelsTable: Table = {
  name: 'labels',
  columns: { counter: 'text', label: 'text', weight: 'integer' },
  keyLength: 2,
  indexes: [['label']],
};

export const countersProjection: Projection<CounterChange> = {
  name: 'counters',
  kinds: {
    'counter-set': true,
    'counter-counted': true,
    'counter-removed': true,
    'label-renamed': true,
  } satisfies Record<CounterChange['kind'], true>,
  schemaVersion: 1,
  migrations: [],
  tables: [countersTable, labelsTable],

  *rowsOf(change): Generator<RowChange> {
    switch (change.kind) {
      case 'counter-set': {
        const { labels, ...row } = change.counter;
        yield { do: 'put', table: 'counters', row };
        yield { do: 'remove', table: 'labels', where: { counter: row.name } };
        for (const { label, weight } of labels) {
          yield { do: 'put', table: 'labels', row: { counter: row.name, label, weight } };
        }
        return;
      }
      case 'counter-counted':
        yield { do: 'patch', table: 'counters', where: { name: change.name }, set: { value: change.value } };
        return;
      case 'counter-removed':
        yield { do: 'remove', table: 'labels', where: { counter: change.name } };
        yield { do: 'remove', table: 'counters', where: { name: change.name } };
        return;
      case 'label-renamed':
        yield { do: 'patch', table: 'labels', where: { label: change.from }, set: { label: change.to } };
        return;
      default:
        unreachable(change);
    }
  },

  *changesOf(read): Generator<CounterChange> {
    const labels = read('labels')[Symbol.iterator]();
    let next = labels.next();
    for (const row of read('counters')) {
      const name = String(row['name']);
      const worn: Label[] = [];
      for (; next.done !== true && next.value['counter'] === name; next = labels.next())
        worn.push(labelOf(next.value));
      yield { kind: 'counter-set', counter: counterOf(row, worn) };
    }
    if (next.done !== true)
      throw new Error(`a label of ${String(next.value['counter'])}, which is not there`);
  },
};

/** Labels as they come out of the journal: in the order of their key. */
export function withLabelsInOrder(counter: Counter): Counter {
  return { ...counter, labels: [...counter.labels].sort((a, b) => compareText(a.label, b.label)) };
}

function counterOf(row: Row, labels: readonly Label[]): Counter {
  return {
    name: row['name'] as string,
    value: row['value'] as number,
    limit: row['limit'] as number | null,
    ratio: row['ratio'] as number,
    note: row['note'] as string | null,
    labels,
  };
}

function labelOf(row: Row): Label {
  return { label: row['label'] as string, weight: row['weight'] as number };
}
