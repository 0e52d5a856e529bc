import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyComputeChange } from '@berth/compute-engine/apply.ts';
import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import { ComputeState } from '@berth/compute-engine/compute-state.ts';
import { someFlavor } from '@berth/compute-engine/testing/some-flavor.ts';
import type { Row } from '@berth/ledger/journal/projection.ts';
import { computeChecks } from './compute-checks.ts';
import { computeProjection } from './projection.ts';

type Rows = Readonly<Record<string, readonly Row[]>>;

const text = JSON.stringify(someFlavor());
const inOrder = {
  number_series: [{ series: 'flavors', last: 1 }],
  flavors: [{ row_key: 'small', thing: text }],
};

/** Of the tables that are not given there is nothing. */
const reading = (rows: Rows) => (table: string) => rows[table] ?? [];

test('nothing is wrong with rows in order, and they are counted by table', () => {
  const { problems, counts } = computeChecks.checkRows(reading(inOrder));
  assert.deepEqual(problems, []);
  assert.equal(counts['number_series'], 1);
  assert.equal(counts['flavors'], 1);
  assert.deepEqual(
    Object.keys(counts),
    computeProjection.tables.map(({ name }) => name),
  );
});

for (const [rows, problem] of [
  [{ flavors: [{ row_key: 'small', thing: '{"id":' }] }, 'The row small of flavors is no JSON.'],
  [
    { flavors: [{ row_key: 'small', thing: null }] },
    /small of flavors is not as it should be: it has no id\.$/,
  ],
  [{ flavors: [{ row_key: 'large', thing: text }] }, 'The row large of flavors is not kept by its key.'],
  [
    { flavors: [{ row_key: 'small', thing: text.replace('"vcpus":1', '"vcpus":0') }] },
    'The row small of flavors is not as it should be: flavor small: vcpus: 0 is less than the minimum of 1.',
  ],
  [
    { number_series: [{ series: 'flavours', last: 1 }] },
    'The row flavours of number_series is not as it should be: there are no numbers of flavours.',
  ],
] as const satisfies readonly (readonly [Rows, string | RegExp])[]) {
  test(`what is wrong with a row is told: ${String(problem).slice(0, 70)}`, () => {
    const { problems } = computeChecks.checkRows(reading({ ...inOrder, ...rows }));
    assert.equal(problems.length, 1);
    if (typeof problem === 'string') assert.deepEqual(problems, [problem]);
    else assert.match(problems[0] ?? '', problem);
  });
}

test('a row that cannot be read keeps the state from being loaded, and is named', () => {
  const rows = { flavors: [{ row_key: 'small', thing: '{"id":' }] };
  const load = () => {
    const state = new ComputeState();
    for (const change of computeProjection.changesOf(reading(rows))) applyComputeChange(state, change);
  };
  assert.throws(load, { message: 'the flavor in the row small is no JSON' });
});

const set = (change: Parameters<typeof someFlavor>[0] = {}): ComputeChange => ({
  kind: 'flavor-set',
  thing: someFlavor(change),
});
const removed: ComputeChange = { kind: 'flavor-removed', id: someFlavor().id, rowKey: 'small' };
const numbers = (last: number): ComputeChange => ({ kind: 'numbers-given', series: 'flavors', last });

for (const [what, said, state, found] of [
  ['as they were made', [set({ vcpus: 2 }), set()], [set()], []],
  [
    'with keys in another order',
    [set({ extraSpecs: { a: '', b: '' } })],
    [set({ extraSpecs: { b: '', a: '' } })],
    [],
  ],
  ['of which nothing was said', [], [set()], []],
  ['removed', [set(), removed], [], []],
  [
    'older',
    [set(), set({ vcpus: 2 })],
    [set()],
    ['The row of flavor small is not what change 2 has made it.'],
  ],
  ['gone', [set()], [], ['The row of flavor small is not what change 1 has made it.']],
  ['still there', [set(), removed], [set()], ['The row of flavor small is not what change 2 has made it.']],
  [
    'counted back',
    [numbers(2)],
    [numbers(1)],
    ['The row of the numbers of flavors is not what change 1 has made it.'],
  ],
] as const satisfies readonly (readonly [
  string,
  readonly ComputeChange[],
  readonly ComputeChange[],
  readonly string[],
])[]) {
  test(`rows are compared with the changes that are kept: ${what}`, () => {
    const check = computeChecks.newChangesCheck();
    said.forEach((change, index) => check.note({ number: index + 1, at: 1, hash: '', change }));
    const { problems, repairs } = check.compare(state);
    assert.deepEqual(problems, found);
    // What was said last is what mends it.
    assert.deepEqual(repairs, found.length > 0 ? [said.at(-1)] : []);
  });
}
