import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Journal } from '../journal/journal.ts';
import type { Projection, Row, RowChange, Table } from '../journal/projection.ts';
import { arbitraryChange } from './arbitrary-counters.ts';
import type { CounterChange } from './counters.ts';
import { countersProjection } from './counters-projection.ts';
import { type RowsChange, rowsChange, rowsProjection } from './rows-projection.ts';

const table: Table = {
  name: 'things',
  columns: { shelf: 'text', place: 'integer', order: 'text?', weight: 'integer?', ratio: 'real' },
  keyLength: 2,
  indexes: [['order']],
};

/** Two parts, which meet in every batch. */
export const twoParts: readonly Projection<TwoPartsChange>[] = [countersProjection, rowsProjection([table])];
export type TwoPartsChange = CounterChange | RowsChange;

const values = {
  shelf: fc.constantFrom('a', 'b', '😀', 'ﬀ'),
  place: fc.integer({ min: -1, max: 2 }),
  order: fc.constantFrom(null, 'x', "y'"),
  weight: fc.constantFrom(null, 0, 2 ** 53 - 1),
  ratio: fc.constantFrom(0, -0, 0.1, 16),
};

/** Now and then what no journal takes. */
const row: fc.Arbitrary<Row> = fc.oneof(
  { weight: 30, arbitrary: fc.record(values, { noNullPrototype: true }) },
  {
    weight: 1,
    arbitrary: fc.record({ ...values, place: fc.constantFrom(0.5, null) }, { noNullPrototype: true }),
  },
);
const part: fc.Arbitrary<Row> = fc.record(values, { requiredKeys: [], noNullPrototype: true });

const { shelf, place, ...facts } = values;
const key = fc.record({ shelf, place }, { noNullPrototype: true });

const rowChange: fc.Arbitrary<RowChange> = fc.oneof(
  { weight: 4, arbitrary: row.map((row) => ({ do: 'put' as const, table: 'things', row })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(part, part)
      .map(([where, set]) => ({ do: 'patch' as const, table: 'things', where, set })),
  },
  // By the key alone, as most are: several of the same row in one batch.
  {
    weight: 3,
    arbitrary: fc
      .tuple(key, fc.record(facts, { requiredKeys: [], noNullPrototype: true }))
      .map(([where, set]) => ({ do: 'patch' as const, table: 'things', where, set })),
  },
  { weight: 1, arbitrary: part.map((where) => ({ do: 'remove' as const, table: 'things', where })) },
  {
    weight: 1,
    arbitrary: fc
      .oneof(key, fc.record({ shelf: values.shelf }, { noNullPrototype: true }))
      .map((where) => ({ do: 'remove' as const, table: 'things', where })),
  },
);

export type Step =
  | { readonly do: 'append'; readonly changes: readonly TwoPartsChange[]; readonly at: number }
  | { readonly do: 'prune'; readonly before: number; readonly limit: number };

const change: fc.Arbitrary<TwoPartsChange> = fc.oneof(
  { weight: 3, arbitrary: rowChange.map(rowsChange) },
  { weight: 1, arbitrary: arbitraryChange },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.array(change, { maxLength: 6 }), fc.nat(20))
      .map(([changes, at]) => ({ do: 'append' as const, changes, at })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(20), fc.nat(6))
      .map(([before, limit]) => ({ do: 'prune' as const, before, limit })),
  },
);

export const arbitrarySteps = fc.array(step, { maxLength: 12 });

/** How many were pruned, or the name of the error. */
export async function outcomeOf(step: Step, journal: Journal<TwoPartsChange>): Promise<number | string> {
  try {
    if (step.do === 'prune') return await journal.prune(step.before, step.limit);
    await journal.append(step.changes, step.at);
    return 0;
  } catch (error) {
    assert(error instanceof Error);
    return error.name;
  }
}
