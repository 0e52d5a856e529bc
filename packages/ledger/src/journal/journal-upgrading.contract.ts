import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rejects } from '../testing/rejects.ts';
import { withoutHashes } from '../testing/without-hashes.ts';
import { putRow, type RowsChange, rowsProjection } from '../testing/rows-projection.ts';
import { toVersion2, toVersion3, version1, version2, version3 } from '../testing/things-history.ts';
import type { NewJournalStore } from './journal.contract.ts';
import {
  JournalMigrationFailed,
  JournalSchemaMismatch,
  JournalTooNew,
  JournalTooOld,
} from './journal-errors.ts';
import type { Projection, Table } from './projection.ts';

/** Opening a store that a program with older, newer or other tables has written. */
export function upgradingContract(newStore: NewJournalStore): void {
  const thing = (name: string, amount: number) => putRow('things', { name, amount });

  /** A store of version 1 with things in it, opened as these versions of its part one after the other. */
  async function storeWithThings(t: TestContext) {
    const store = await newStore(t);
    const journal = await store.open([version1]);
    await journal.append([thing('a', 3), thing('b', 0), thing('c', 4)], 1000);
    await journal.close();
    return {
      async stateAs(part: Projection<RowsChange>) {
        const journal = await store.open([part]);
        try {
          return { state: [...(await journal.load())], changes: [...(await journal.changesAfter(0, 10))] };
        } finally {
          await journal.close();
        }
      },
      open: store.open.bind(store),
    };
  }

  const itemsAfterUpgrade = [
    putRow('items', { owner: 1, name: 'A', amount: 1.5, unit: "piece's" }),
    putRow('items', { owner: 1, name: 'C', amount: 2, unit: "piece's" }),
  ];

  test('a store two versions behind takes both steps', async (t) => {
    const store = await storeWithThings(t);
    const { state, changes } = await store.stateAs(version3);
    assert.deepEqual(state, itemsAfterUpgrade);
    assert.deepEqual(withoutHashes(changes), [
      { number: 1, at: 1000, change: { kind: 'rows-changed', was: thing('a', 3) } },
      { number: 2, at: 1000, change: { kind: 'rows-changed', was: thing('b', 0) } },
      { number: 3, at: 1000, change: { kind: 'rows-changed', was: thing('c', 4) } },
    ]);
  });

  test('a store one version behind takes the last step only', async (t) => {
    const store = await storeWithThings(t);
    const { state, changes } = await store.stateAs(version2);
    assert.deepEqual(
      state,
      Object.entries({ a: 3, b: 0, c: 4 }).map(([name, amount]) =>
        putRow('things', { name, amount, unit: "piece's", note: null }),
      ),
    );
    assert.equal(changes.length, 3);
    assert.deepEqual((await store.stateAs(version3)).state, itemsAfterUpgrade);
    assert.deepEqual((await store.stateAs(version3)).state, itemsAfterUpgrade);
  });

  test('a table can be rewritten under its own name, and keeps its indexes', async (t) => {
    const [things] = version1.tables;
    assert(things !== undefined);
    const before = { ...things, indexes: [['amount']] };
    const after = { ...before, columns: { name: 'text' as const, amount: 'real' as const } };
    const store = await newStore(t);
    const first = await store.open([rowsProjection([before])]);
    await first.append([thing('a', 3), thing('b', 4)], 1000);
    await first.close();
    const second = await store.open([
      rowsProjection([after], 2, [
        {
          to: 2,
          describe: 'amounts may be fractions',
          operations: [
            {
              do: 'rewrite-table',
              from: 'things',
              to: after,
              row: ({ name = null, amount }) => ({ name, amount: Number(amount) + 0.5 }),
            },
          ],
        },
      ]),
    ]);
    assert.deepEqual([...(await second.load())], [thing('a', 3.5), thing('b', 4.5)]);
    await second.close();
  });

  test('a part of what rows hold can become rows of their own', async (t) => {
    const boxes: Table = { name: 'boxes', columns: { name: 'text', things: 'text' }, keyLength: 1 };
    const inBoxes: Table = { name: 'in_boxes', columns: { box: 'text', thing: 'text' }, keyLength: 2 };
    const store = await newStore(t);
    const first = await store.open([rowsProjection([boxes])]);
    const box = (name: string, things: string) => putRow('boxes', { name, things });
    const filled = [box('a', 'pen hat'), box('b', ''), box('c', 'hat')];
    await first.append(filled, 1000);
    await first.close();
    const second = await store.open([
      rowsProjection([boxes, inBoxes], 2, [
        {
          to: 2,
          describe: 'what is in boxes is told one by one',
          operations: [
            { do: 'create-table', table: inBoxes },
            {
              do: 'add-rows',
              from: 'boxes',
              to: inBoxes,
              rows: ({ name = null, things }) =>
                String(things)
                  .split(' ')
                  .filter((thing) => thing !== '')
                  .map((thing) => ({ box: name, thing })),
            },
          ],
        },
      ]),
    ]);
    const inside = [
      ['a', 'hat'],
      ['a', 'pen'],
      ['c', 'hat'],
    ].map(([name = '', thing = '']) => putRow('in_boxes', { box: name, thing }));
    assert.deepEqual([...(await second.load())], [...filled, ...inside]);
    await second.close();
  });

  test('a column can be copied from the row that another refers to, and become part of the key', async (t) => {
    const owners: Table = { name: 'owners', columns: { id: 'text', age: 'integer' }, keyLength: 1 };
    const before: Table = { name: 'things', columns: { owner: 'text', name: 'text' }, keyLength: 2 };
    const after: Table = {
      name: 'things',
      columns: { age: 'integer', owner: 'text', name: 'text' },
      keyLength: 3,
    };
    const store = await newStore(t);
    const first = await store.open([rowsProjection([owners, before])]);
    const of = (owner: string, name: string, more = {}) => putRow('things', { ...more, owner, name });
    const people = [putRow('owners', { id: 'ann', age: 50 }), putRow('owners', { id: 'bob', age: 7 })];
    await first.append(
      [...people, of('ann', 'hat'), of('ann', 'pen'), of('bob', 'hat'), of('nobody', 'hat')],
      1000,
    );
    await first.close();
    const from = { table: 'owners', column: 'age', where: { id: 'owner' } };
    const second = await store.open([
      rowsProjection([owners, after], 2, [
        {
          to: 2,
          describe: 'things lie in order of the age of their owners',
          operations: [
            { do: 'add-column', table: 'things', column: 'age', type: 'integer', fill: -1 },
            { do: 'copy-column', table: 'things', column: 'age', from },
            { do: 'rewrite-table', from: 'things', to: after, row: (row) => row },
          ],
        },
      ]),
    ]);
    assert.deepEqual(
      [...(await second.load())],
      [
        ...people,
        of('nobody', 'hat', { age: -1 }),
        of('bob', 'hat', { age: 7 }),
        of('ann', 'hat', { age: 50 }),
        of('ann', 'pen', { age: 50 }),
      ],
    );
    await second.close();
  });

  test('an upgraded store is written and numbered on', async (t) => {
    const store = await storeWithThings(t);
    const journal = await store.open([version3]);
    assert.equal(journal.lastNumber, 3);
    await journal.append([putRow('items', { owner: 2, name: 'D', amount: 0.5, unit: 'm' })], 2000);
    assert.equal(journal.lastNumber, 4);
    assert.equal([...(await journal.load())].length, 3);
    await journal.close();
  });

  test('a store made by a newer program is refused, naming both versions, and left as it is', async (t) => {
    const store = await storeWithThings(t);
    const before = await store.stateAs(version3);
    await rejects(() => store.open([version1]), /schema version 3, .* up to 1\b/);
    await rejects(() => store.open([version2]), JournalTooNew);
    assert.deepEqual(await store.stateAs(version3), before);
  });

  test('a store older than the oldest known step is refused and left as it is', async (t) => {
    const store = await storeWithThings(t);
    await rejects(() => store.open([{ ...version3, migrations: [toVersion3] }]), JournalTooOld);
    assert.equal((await store.stateAs(version1)).state.length, 3);
  });

  test('a step that fails leaves the store as it was before all steps', async (t) => {
    const store = await storeWithThings(t);
    const failing = {
      ...toVersion3,
      operations: [
        ...toVersion3.operations,
        {
          do: 'rewrite-changes' as const,
          kinds: ['rows-changed'],
          change() {
            throw new Error('not that one');
          },
        },
      ],
    };
    const open = () => store.open([{ ...version3, migrations: [toVersion2, failing] }]);
    await rejects(open, JournalMigrationFailed);
    await rejects(open, /schema version 3 \('things are items of an owner'\).*not that one/);
    assert.equal((await store.stateAs(version1)).state.length, 3);
    assert.deepEqual((await store.stateAs(version3)).state, itemsAfterUpgrade);
  });

  test('steps that do not lead to the stated tables are refused and undone', async (t) => {
    const store = await storeWithThings(t);
    const incomplete = { ...toVersion2, operations: toVersion2.operations.slice(1) };
    await rejects(() => store.open([{ ...version2, migrations: [incomplete] }]), JournalSchemaMismatch);
    assert.equal((await store.stateAs(version1)).state.length, 3);
  });

  test('tables that differ without a new version are refused', async (t) => {
    const store = await storeWithThings(t);
    const [things] = version1.tables;
    assert(things !== undefined);
    const others = [
      { ...things, columns: { ...things.columns, colour: 'text' as const } },
      { ...things, columns: { name: 'text' as const, amount: 'integer?' as const } },
      { ...things, keyLength: 2 },
      { ...things, indexes: [['amount']] },
    ];
    for (const other of others) {
      await rejects(() => store.open([rowsProjection([other])]), JournalSchemaMismatch);
    }
    await rejects(() => store.open([rowsProjection([])]), JournalSchemaMismatch);
    await rejects(
      () => store.open([rowsProjection([things, { ...things, name: 'more' }])]),
      JournalSchemaMismatch,
    );
    assert.equal((await store.stateAs(version1)).state.length, 3);
  });
}
