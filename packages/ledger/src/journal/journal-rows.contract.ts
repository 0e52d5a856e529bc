import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rejects } from '../testing/rejects.ts';
import { putRow, rowsChange, rowsProjection } from '../testing/rows-projection.ts';
import type { NewJournalStore } from './journal.contract.ts';
import { UnstorableChange } from './journal-errors.ts';
import type { Row, RowChange, Table } from './projection.ts';

/** What a change of rows does, told by the rows afterwards. */
export function rowsContract(newStore: NewJournalStore): void {
  const table: Table = {
    name: 'things',
    columns: { shelf: 'text', place: 'integer', order: 'text?', weight: 'integer?', ratio: 'real' },
    keyLength: 2,
    indexes: [['order'], ['weight', 'order']],
  };
  const numbered: Table = { name: 'numbered', columns: { id: 'integer', name: 'text' }, keyLength: 1 };
  const thing = (shelf: string, place: number, more: Row = {}) => ({
    shelf,
    place,
    order: null,
    weight: null,
    ratio: 1,
    ...more,
  });
  const given = [
    thing('a', 1, { order: 'x' }),
    thing('a', 2, { weight: 5 }),
    thing('a', 10),
    thing('b', 1, { order: 'x', weight: 5 }),
  ];

  async function after(t: TestContext, ...changes: RowChange[]): Promise<Row[]> {
    const store = await newStore(t);
    const journal = await store.open([rowsProjection([table, numbered])]);
    await journal.append(
      given.map((row) => putRow('things', row)),
      1000,
    );
    await journal.append(changes.map(rowsChange), 1001);
    const rows = [...(await journal.load())].map((change) => (change.do === 'put' ? change.row : {}));
    await journal.close();
    return rows;
  }

  test('put replaces the row with the same key', async (t) => {
    const rows = await after(t, putRow('things', thing('a', 2, { ratio: 2.5 })));
    assert.deepEqual(rows, [given[0], thing('a', 2, { ratio: 2.5 }), given[2], given[3]]);
  });

  test('remove takes every row that matches, by key, part of a key, other columns or null', async (t) => {
    const remove = (where: Row): RowChange => ({ do: 'remove', table: 'things', where });
    assert.deepEqual(await after(t, remove({ shelf: 'a', place: 2 })), [given[0], given[2], given[3]]);
    assert.deepEqual(await after(t, remove({ shelf: 'a' })), [given[3]]);
    assert.deepEqual(await after(t, remove({ place: 1 })), [given[1], given[2]]);
    assert.deepEqual(await after(t, remove({ order: 'x', weight: 5 })), given.slice(0, 3));
    assert.deepEqual(await after(t, remove({ order: null })), [given[0], given[3]]);
    assert.deepEqual(await after(t, remove({ order: 'nowhere' })), given);
    assert.deepEqual(await after(t, remove({})), []);
  });

  test('patch sets columns on every row that matches', async (t) => {
    const patch = (where: Row, set: Row): RowChange => ({ do: 'patch', table: 'things', where, set });
    assert.deepEqual(await after(t, patch({ order: 'x' }, { order: null, ratio: 0.1 })), [
      thing('a', 1, { ratio: 0.1 }),
      given[1],
      given[2],
      thing('b', 1, { weight: 5, ratio: 0.1 }),
    ]);
    assert.deepEqual(await after(t, patch({ shelf: 'c' }, { ratio: 0.1 })), given);
    assert.deepEqual(await after(t, patch({ shelf: 'a' }, {})), given);
  });

  test('patch may move rows to another key', async (t) => {
    const rows = await after(t, { do: 'patch', table: 'things', where: { place: 1 }, set: { place: 3 } });
    assert.deepEqual(rows, [given[1], thing('a', 3, { order: 'x' }), given[2], { ...given[3], place: 3 }]);
  });

  test('patch that would give two rows one key is refused', async (t) => {
    const patch = (where: Row, set: Row): RowChange => ({ do: 'patch', table: 'things', where, set });
    await rejects(() => after(t, patch({ shelf: 'a', place: 1 }, { place: 2 })), UnstorableChange);
    await rejects(() => after(t, patch({ shelf: 'a' }, { place: 7 })), UnstorableChange);
  });

  test('rows are read in order of their key: numbers by size, text by code point', async (t) => {
    const shelves = ['', 'B', 'a', 'ab', 'ä', 'ﬀ', '😀', '😁'];
    const rows = await after(
      t,
      { do: 'remove', table: 'things', where: {} },
      ...shelves
        .toReversed()
        .flatMap((shelf) => [-5, 100, 20, 3].map((place) => putRow('things', thing(shelf, place)))),
      ...[-(2 ** 53 - 1), 30, 4, 2 ** 53 - 1].map((id) => putRow('numbered', { id, name: 'n' })),
    );
    const things = shelves.flatMap((shelf) => [-5, 3, 20, 100].map((place) => thing(shelf, place)));
    const numbers = [-(2 ** 53 - 1), 4, 30, 2 ** 53 - 1].map((id) => ({ id, name: 'n' }));
    assert.deepEqual(rows, [...things, ...numbers]);
  });

  test('any number of rows is read, each once and in order', async (t) => {
    for (const count of [999, 1000, 1001, 2500]) {
      const shelves = Array.from({ length: count }, (_, index) => thing(`${index % 7}`, index));
      const rows = await after(
        t,
        { do: 'remove', table: 'things', where: {} },
        ...shelves.map((row) => putRow('things', row)),
      );
      const inOrder = shelves.toSorted((a, b) => Number(a.shelf) - Number(b.shelf) || a.place - b.place);
      assert.deepEqual(rows, inOrder);
    }
  });

  test('what is done to one row in one batch is done in its order', async (t) => {
    const where = { shelf: 'a', place: 1 };
    const patch = (set: Row): RowChange => ({ do: 'patch', table: 'things', where, set });
    const [row] = await after(
      t,
      patch({ ratio: 2, weight: 1 }),
      patch({ ratio: 3 }),
      patch({ ratio: 4, weight: 2 }),
    );
    assert.deepEqual(row, thing('a', 1, { order: 'x', ratio: 4, weight: 2 }));
    const [put] = await after(t, patch({ ratio: 2 }), putRow('things', thing('a', 1)), patch({ weight: 7 }));
    assert.deepEqual(put, thing('a', 1, { weight: 7 }));
    const [again] = await after(
      t,
      { do: 'remove', table: 'things', where: { shelf: 'a' } },
      putRow('things', thing('a', 1)),
      { do: 'remove', table: 'things', where },
      putRow('things', thing('a', 1, { ratio: 9 })),
      patch({ order: 'z' }),
    );
    assert.deepEqual(again, thing('a', 1, { ratio: 9, order: 'z' }));
  });

  test('what is done to the rows of a batch is done in its order', async (t) => {
    const remove: RowChange = { do: 'remove', table: 'things', where: { shelf: 'c' } };
    const heavier: RowChange = { do: 'patch', table: 'things', where: { shelf: 'c' }, set: { weight: 9 } };
    const put: RowChange[] = Array.from({ length: 40 }, (_, place) => putRow('things', thing('c', place)));
    const [first, second, ...others] = put as [RowChange, RowChange, ...RowChange[]];
    assert.deepEqual(await after(t, ...put, remove), given);
    assert.deepEqual(await after(t, remove, first), [...given, thing('c', 0)]);
    assert.deepEqual(await after(t, first, remove, second), [...given, thing('c', 1)]);
    assert.deepEqual(await after(t, first, heavier, second), [
      ...given,
      thing('c', 0, { weight: 9 }),
      thing('c', 1),
    ]);
    assert.deepEqual(await after(t, first, ...others, remove, ...put, heavier, remove, second), [
      ...given,
      thing('c', 1),
    ]);
    const twice = Array.from({ length: 40 }, (_, weight) => putRow('things', thing('c', 0, { weight })));
    assert.deepEqual(await after(t, ...twice), [...given, thing('c', 0, { weight: 39 })]);
  });

  test('row changes that name what is not there are refused', async (t) => {
    const odd: RowChange[] = [
      { do: 'remove', table: 'nowhere', where: {} },
      { do: 'remove', table: 'things', where: { colour: 'red' } },
      { do: 'patch', table: 'things', where: {}, set: { colour: 'red' } },
      { do: 'put', table: 'things', row: { ...thing('a', 1), colour: 'red' } },
      { do: 'put', table: 'things', row: { shelf: 'a', place: 1 } },
    ];
    for (const change of odd) await rejects(() => after(t, change), UnstorableChange);
  });
}
