import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync, PrepareOptions } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type CounterChange, setCounter, worldOf } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import {
  JournalClosed,
  JournalFateUnknown,
  JournalFull,
  JournalNotTaken,
  JournalUnavailable,
} from './journal-errors.ts';
import { openDatabase } from './sqlite/open-database.ts';
import { openSqliteJournal, SqliteJournal } from './sqlite-journal.ts';

test('a full disk stores nothing of the batch, and appends work again when there is room', (t) => {
  const { path, database, journal } = openWithDatabase(t);
  journal.append([setCounter('first')], 1000);
  const { page_count: pages } = database.prepare('pragma page_count').get() ?? {};
  database.exec(`pragma max_page_count = ${Number(pages) + 4}`);
  assert.throws(() => journal.append(bulky(1000), 1001), JournalFull);
  assert.throws(() => journal.append(bulky(1000), 1002), JournalUnavailable);
  assert.equal(journal.lastNumber, 1);
  assert.deepEqual(worldOf(journal.load()), worldOf([setCounter('first')]));

  database.exec('pragma max_page_count = 1000000');
  journal.append(bulky(1000), 1003);
  assert.equal(journal.lastNumber, 1001);
  journal.close();
  const reopened = openSqliteJournal(path, [countersProjection]);
  assert.deepEqual(worldOf(reopened.load()), worldOf([setCounter('first'), ...bulky(1000)]));
  reopened.close();
});

test('an error of the disk while writing stores nothing, and the next append may work', (t) => {
  const { database, journal, failing } = openWithDatabase(t, 'insert into changes');
  failing.error = diskError();
  assert.throws(() => journal.append([setCounter('a')], 1000), JournalUnavailable);
  assert(!database.isTransaction);
  failing.error = null;
  journal.append([setCounter('b')], 1001);
  assert.equal(journal.lastNumber, 1);
  assert.deepEqual([...worldOf(journal.load()).keys()], ['b']);
  journal.close();
});

test('after a commit of unknown fate the journal is of no use until it is opened again', (t) => {
  for (const hasReachedTheDisk of [true, false]) {
    const { path, journal, failing } = openWithDatabase(t, 'commit');
    journal.append([setCounter('a')], 1000);
    failing.error = diskError();
    failing.after = hasReachedTheDisk;
    assert.throws(() => journal.append([setCounter('b')], 1001), JournalFateUnknown);
    failing.error = null;
    assert.throws(() => journal.append([setCounter('c')], 1002), JournalFateUnknown);
    assert.throws(() => journal.prune(2000), JournalFateUnknown);
    assert.throws(() => journal.load(), JournalFateUnknown);
    assert.throws(() => journal.changesAfter(0, 1), JournalFateUnknown);
    journal.close();

    const reopened = openSqliteJournal(path, [countersProjection]);
    assert.deepEqual([...worldOf(reopened.load()).keys()], hasReachedTheDisk ? ['a', 'b'] : ['a']);
    assert.equal(reopened.lastNumber, hasReachedTheDisk ? 2 : 1);
    reopened.close();
  }
});

test('what the disk does not take at the commit was not stored, and the next append may work', (t) => {
  for (const [error, kind] of [
    [sqliteError('database or disk is full', 13), JournalFull],
    // SQLITE_IOERR_WRITE: the quota is used up, or the file system has become read-only.
    [sqliteError('disk I/O error', 778), JournalNotTaken],
  ] as const) {
    const { path, journal, failing } = openWithDatabase(t, 'commit');
    journal.append([setCounter('a')], 1000);
    failing.error = error;
    assert.throws(() => journal.append([setCounter('b')], 1001), kind);
    failing.error = null;
    journal.append([setCounter('c')], 1002);
    assert.equal(journal.lastNumber, 2);
    journal.close();
    const reopened = openSqliteJournal(path, [countersProjection]);
    assert.deepEqual([...worldOf(reopened.load()).keys()], ['a', 'c']);
    reopened.close();
  }
});

test('whether something can be stored can be found out without storing anything new', async (t) => {
  const { path, journal } = openWithDatabase(t);
  journal.append([setCounter('a')], 1000);
  await journal.probe();
  assert.equal(journal.lastNumber, 1);
  assert.deepEqual(readdirSync(dirname(path)).sort(), [basename(path), `${basename(path)}-wal`]);
  assert.ok((journal.size()?.bytes ?? 0) > 0);
  journal.close();
  await assert.rejects(journal.probe(), JournalClosed);
});

test('a transaction that cannot be undone makes the journal useless', (t) => {
  const { database, journal, failing } = openWithDatabase(t, 'insert into changes');
  failing.error = diskError();
  t.mock.method(database, 'exec', () => {
    throw diskError();
  });
  assert.throws(() => journal.append([setCounter('a')], 1000), JournalFateUnknown);
  failing.error = null;
  assert.throws(() => journal.append([setCounter('b')], 1001), JournalFateUnknown);
  journal.close();
});

/** A journal whose statements with this beginning fail as long as there is an error. */
function openWithDatabase(test: TestContext, beginning?: string) {
  const path = join(temporaryDirectory(test), 'ledger.db');
  const database = openDatabase(path, 0);
  const failing: { error: Error | null; after: boolean } = { error: null, after: false };
  if (beginning !== undefined) failWhenTold(test, database, beginning, failing);
  const journal: SqliteJournal<CounterChange> = new SqliteJournal(database, path, [countersProjection]);
  return { path, database, journal, failing };
}

function failWhenTold(
  test: TestContext,
  database: DatabaseSync,
  beginning: string,
  failing: { readonly error: Error | null; readonly after: boolean },
): void {
  const prepare = database.prepare.bind(database);
  test.mock.method(database, 'prepare', (sql: string, options?: PrepareOptions) => {
    const statement = prepare(sql, options);
    if (!sql.startsWith(beginning)) return statement;
    const run = statement.run.bind(statement);
    test.mock.method(statement, 'run', (...values: Parameters<typeof run>) => {
      if (failing.error === null || failing.after) run(...values);
      if (failing.error !== null) throw failing.error;
    });
    return statement;
  });
}

/** What node:sqlite throws when fsync fails: SQLITE_IOERR_FSYNC. */
function diskError(): Error {
  return sqliteError('disk I/O error', 1034);
}

function sqliteError(message: string, errcode: number): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
}

function bulky(count: number): CounterChange[] {
  return Array.from({ length: count }, (_, index) => setCounter(`c${index}`, { note: 'n'.repeat(200) }));
}
