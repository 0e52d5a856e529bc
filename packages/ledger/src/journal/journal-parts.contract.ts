import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type CounterChange, setCounter } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { rejects } from '../testing/rejects.ts';
import { putRow, type RowsChange, rowsProjection } from '../testing/rows-projection.ts';
import { toVersion2, toVersion3, version1, version2, version3 } from '../testing/things-history.ts';
import { withoutHashes } from '../testing/without-hashes.ts';
import type { NewJournalStore } from './journal.contract.ts';
import {
  JournalMigrationFailed,
  JournalPartUnknown,
  JournalTooNew,
  JournalTooOld,
  UnstorableChange,
} from './journal-errors.ts';
import type { Projection, Table } from './projection.ts';

type Change = CounterChange | RowsChange;

const thing = (name: string, amount: number) => putRow('things', { name, amount });

/** A ledger of several parts is one ledger. */
export function partsContract(newStore: NewJournalStore): void {
  const open = async (t: TestContext, ...parts: Projection<Change>[]) =>
    await (await newStore(t)).open<Change>(parts);

  test('changes of several parts are stored in one batch, in their order, and loaded part by part', async (t) => {
    const batch = [thing('b', 1), setCounter('x'), thing('a', 2), setCounter('w')];
    const loaded: Change[][] = [];
    for (const parts of [
      [countersProjection, version1],
      [version1, countersProjection],
    ]) {
      const journal = await open(t, ...parts);
      await journal.append(batch, 1000);
      await journal.append([{ kind: 'counter-removed', name: 'x' }, thing('b', 3)], 1001);
      assert.deepEqual(
        withoutHashes(await journal.changesAfter(0, 4)).map(({ change }) => change),
        batch,
      );
      assert.deepEqual(await journal.problems(), []);
      loaded.push([...(await journal.load())]);
      await journal.close();
    }
    const [counters, things] = [[setCounter('w')], [thing('a', 2), thing('b', 3)]];
    assert.deepEqual(loaded, [
      [...counters, ...things],
      [...things, ...counters],
    ]);
  });

  test('a change that no part keeps is refused by its kind, and its batch with it', async (t) => {
    const journal = await open(t, countersProjection);
    const append = () => journal.append([setCounter('a'), thing('a', 1)], 1000);
    await rejects(append, UnstorableChange);
    await rejects(append, /No part of the ledger keeps changes of the kind rows-changed/);
    assert.equal(journal.lastNumber, 0);
    assert.deepEqual([...(await journal.load())], []);
    await journal.append([setCounter('b')], 1000);
    assert.deepEqual([...(await journal.load())], [setCounter('b')]);
    await journal.close();
  });

  test('parts that have something in common cannot be opened together', async (t) => {
    const other = { ...version1, name: 'other', kinds: {} };
    const mistakes: [readonly Projection<Change>[], RegExp][] = [
      [[], /at least one part/],
      [[version1, { ...countersProjection, name: 'rows' }], /the name rows is in two parts/],
      [[version1, other], /the table things is in two parts: rows and other/],
      [[version1, { ...other, tables: [], kinds: version1.kinds }], /the kind of change rows-changed/],
    ];
    for (const [parts, message] of mistakes) await rejects(() => open(t, ...parts), message);
  });
}

/** Opening a ledger with other parts than it has, or other versions of them. */
export function addingPartsContract(newStore: NewJournalStore): void {
  /** A ledger with counters and things, and what it holds when it is opened with other parts. */
  async function storeWithBoth(t: TestContext) {
    const store = await newStore(t);
    const journal = await store.open<Change>([countersProjection, version1]);
    await journal.append([setCounter('x'), thing('a', 4)], 1000);
    await journal.close();
    const open = (...parts: Projection<Change>[]) => store.open<Change>(parts);
    return {
      open,
      async stateAs(...parts: Projection<Change>[]) {
        const journal = await open(...parts);
        try {
          const changes = withoutHashes(await journal.changesAfter(0, 10)).map(({ change }) => change);
          return { state: [...(await journal.load())], changes, problems: await journal.problems() };
        } finally {
          await journal.close();
        }
      },
    };
  }
  const before = {
    state: [setCounter('x'), thing('a', 4)],
    changes: [setCounter('x'), thing('a', 4)],
    problems: [],
  };

  test('a part that is missing is added, at its newest version, and written', async (t) => {
    const store = await newStore(t);
    const first = await store.open([countersProjection]);
    await first.append([setCounter('x')], 1000);
    const hash = await first.hashAt(1);
    await first.close();
    const second = await store.open<Change>([countersProjection, version3]);
    assert.deepEqual([...(await second.load())], [setCounter('x')]);
    assert.equal(await second.hashAt(1), hash);
    const item = putRow('items', { owner: 1, name: 'A', amount: 2, unit: 'm' });
    await second.append([item, setCounter('y')], 1001);
    await second.close();
    const third = await store.open<Change>([countersProjection, version3]);
    assert.deepEqual([...(await third.load())], [setCounter('x'), setCounter('y'), item]);
    assert.equal(third.lastNumber, 3);
    await third.close();
  });

  test('a part that is stored and not known is refused by its name, and left as it is', async (t) => {
    const store = await storeWithBoth(t);
    for (const part of [countersProjection, { ...countersProjection, schemaVersion: 2, migrations: [] }]) {
      await rejects(() => store.open(part), JournalPartUnknown);
      await rejects(
        () => store.open(part),
        /has a part that this program does not know: rows\. .*newer program.* Nothing was changed\./,
      );
    }
    await rejects(() => store.open(version3), /does not know: counters\./);
    assert.deepEqual(await store.stateAs(countersProjection, version1), before);
  });

  test('parts may be listed in any order', async (t) => {
    const store = await storeWithBoth(t);
    const { state } = await store.stateAs(version1, countersProjection);
    assert.deepEqual(state, before.state.toReversed());
    assert.deepEqual(await store.stateAs(countersProjection, version1), before);
  });

  test('each part is upgraded by its own steps, and only its own changes are rewritten', async (t) => {
    const store = await storeWithBoth(t);
    const second = await store.stateAs(countersProjection, version2);
    assert.deepEqual(second.state, [
      setCounter('x'),
      putRow('things', { name: 'a', amount: 4, unit: "piece's", note: null }),
    ]);
    const third = await store.stateAs(secondCounters, version3);
    assert.deepEqual(third, {
      state: [setCounter('x'), putRow('items', { owner: 1, name: 'A', amount: 2, unit: "piece's" })],
      changes: [
        { kind: 'counter-set', again: setCounter('x') },
        { kind: 'rows-changed', was: thing('a', 4) },
      ],
      problems: [],
    });
    assert.deepEqual(await store.stateAs(secondCounters, version3), third);
  });

  test('what is too new, too old or fails to be upgraded is told with its part, and left as it is', async (t) => {
    const store = await storeWithBoth(t);
    const outdated = { ...version3, migrations: [toVersion3] };
    await rejects(() => store.open(secondCounters, outdated), JournalTooOld);
    await rejects(() => store.open(secondCounters, outdated), /part rows of .* schema version 1, .* 2 on/);
    const failing = rowsProjection(version2.tables, 2, [
      { ...toVersion2, operations: [...toVersion2.operations, { do: 'drop-table', table: 'nothing' }] },
    ]);
    await rejects(() => store.open(secondCounters, failing), JournalMigrationFailed);
    await rejects(() => store.open(secondCounters, failing), /Upgrading the part rows of .* version 2 /);
    assert.deepEqual(await store.stateAs(countersProjection, version1), before);

    await store.stateAs(countersProjection, version2);
    await rejects(() => store.open(countersProjection, version1), JournalTooNew);
    await rejects(
      () => store.open(countersProjection, version1),
      /its part rows has schema version 2, this program knows versions up to 1\. Use the newer program/,
    );
  });

  test('a part whose tables are there without it is not added', async (t) => {
    const store = await newStore(t);
    const table: Table = { name: 'things', columns: { id: 'integer' }, keyLength: 1 };
    const counters = { ...countersProjection, tables: [...countersProjection.tables, table] };
    await (await store.open([counters])).close();
    const open = () => store.open<Change>([countersProjection, version1]);
    await rejects(open, JournalMigrationFailed);
    await rejects(open, /part rows of .*\('the ledger gets a part: rows'\) failed and was undone/);
    await (await store.open([counters])).close();
  });
}

const secondCounters: Projection<Change> = {
  ...countersProjection,
  schemaVersion: 2,
  migrations: [
    {
      to: 2,
      describe: 'counters are set again',
      operations: [
        {
          do: 'rewrite-changes',
          kinds: ['counter-set'],
          change: (change) => ({ kind: 'counter-set', again: change }) as { kind: string },
        },
      ],
    },
  ],
};
