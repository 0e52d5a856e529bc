import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type CounterChange, setCounter } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { openUnprivileged } from '../testing/open-unprivileged.ts';
import { rowsProjection } from '../testing/rows-projection.ts';
import { SpawnedAppender } from '../testing/spawned-appender.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { version1, version3 } from '../testing/things-history.ts';
import {
  JournalCorrupt,
  JournalDirectoryMissing,
  JournalLocked,
  JournalSchemaMismatch,
  JournalTooNew,
  JournalUnreadable,
  NotAJournal,
} from './journal-errors.ts';
import { openDatabase } from './sqlite/open-database.ts';
import { openSqliteJournal, type SqliteJournal } from './sqlite-journal.ts';

test('a missing directory is named', (t) => {
  const directory = join(temporaryDirectory(t), 'missing');
  assert.throws(() => open(join(directory, 'ledger.db')), JournalDirectoryMissing);
  assert.throws(
    () => open(join(directory, 'ledger.db')),
    new RegExp(`the directory ${directory} does not exist`),
  );
});

test('a directory is no ledger', (t) => {
  assert.throws(() => open(temporaryDirectory(t)), JournalUnreadable);
});

test('a file that is no database is refused and left as it is', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  for (const content of ['hello', 'hello '.repeat(2000)]) {
    writeFileSync(path, content);
    assert.throws(() => open(path), NotAJournal);
    assert.equal(readFileSync(path, 'utf8'), content);
  }
});

test('the database of another program is refused and left as it is', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const other = new DatabaseSync(path);
  other.exec('create table changes (number integer primary key)');
  other.close();
  const before = readFileSync(path);
  assert.throws(() => open(path), NotAJournal);
  assert.throws(() => open(path), /another program/);
  assert.deepEqual(readFileSync(path), before);
});

test('a ledger whose own tables are newer, or not what they should be, is refused', (t) => {
  const path = filledLedger(t);
  const outcomes = [
    [`update berth_schema set value = 99 where name = 'layout_version'`, JournalTooNew],
    [`update berth_schema set value = 3 where name = 'layout_version'`, null],
    ['delete from berth_parts', JournalSchemaMismatch],
    ['drop table berth_parts', JournalSchemaMismatch],
    ['drop table berth_schema', JournalSchemaMismatch],
  ] as const;
  for (const [sql, expected] of outcomes) {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
    if (expected === null) open(path).close();
    else assert.throws(() => open(path), expected);
  }
});

test('an empty file becomes a ledger', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  writeFileSync(path, '');
  const journal = open(path);
  journal.append([setCounter('a')], 1000);
  journal.close();
  const reopened = open(path);
  assert.equal(reopened.lastNumber, 1);
  reopened.close();
});

test('damage to the list of tables is found when opening', (t) => {
  const path = filledLedger(t);
  overwrite(path, 100, 4000);
  assert.throws(() => open(path), JournalCorrupt);
});

test('damage to the rows is found when loading', (t) => {
  const path = filledLedger(t);
  overwrite(path, 4096 * 5, statSync(path).size - 4096 * 5);
  assert.throws(() => {
    const journal = open(path);
    try {
      for (const _ of journal.load());
    } finally {
      journal.close();
    }
  }, JournalCorrupt);
});

test('a file this user may not read, may not write, or has no room around is refused by name', (t) => {
  const directory = temporaryDirectory(t);
  chmodSync(directory, 0o755);
  const path = filledLedger(t, directory);
  const closed = join(directory, 'closed');
  mkdirSync(closed, { mode: 0o555 });
  chmodSync(path, 0o444);
  const readOnly = openUnprivileged('write', path);
  if (readOnly === null) return t.skip('the unprivileged user cannot read this program');
  assert.match(readOnly, /^JournalReadOnly: .* may not write it/);
  chmodSync(path, 0o000);
  assert.match(openUnprivileged('write', path) ?? '', /^JournalUnreadable: .* may not read it/);
  assert.match(openUnprivileged('read', path) ?? '', /^JournalUnreadable: .* may not read it/);
  assert.match(
    openUnprivileged('write', join(closed, 'ledger.db')) ?? '',
    /^JournalReadOnly: .* may not make files in .*closed/,
  );
  chmodSync(closed, 0o755);
});

test('a file in a directory where no other files can be made cannot be written', (t) => {
  const directory = temporaryDirectory(t);
  const path = filledLedger(t, directory);
  chmodSync(path, 0o666);
  chmodSync(directory, 0o555);
  const outcome = openUnprivileged('write', path);
  chmodSync(directory, 0o755);
  if (outcome === null) return t.skip('the unprivileged user cannot read this program');
  assert.match(outcome, /^JournalReadOnly: .* may not make files in/);
});

test('a ledger that is open already is refused, naming the process that has it', (t) => {
  const path = filledLedger(t);
  const journal = open(path);
  assert.throws(
    () => open(path),
    (error) => {
      assert(error instanceof JournalLocked);
      if (process.platform === 'linux') assert.equal(error.owner, `process ${process.pid}`);
      return true;
    },
  );
  journal.close();
});

test('opening waits for a process that is about to end', async (t) => {
  const path = filledLedger(t);
  const appender = new SpawnedAppender(t, path, 0);
  await appender.printed(1);
  spawn('sh', ['-c', `sleep 0.2; kill -9 ${appender.pid}`], { stdio: 'ignore' });
  openSqliteJournal(path, [countersProjection], { lockWaitMs: 10_000 }).close();
});

test('an open that fails leaves no lock behind', (t) => {
  const path = filledLedger(t);
  assert.throws(() => openSqliteJournal(path, [rowsProjection([])], { lockWaitMs: 0 }));
  open(path).close();
});

test('what is committed is on the disk before anybody is told', (t) => {
  const database = openDatabase(join(temporaryDirectory(t), 'ledger.db'), 0);
  assert.equal(database.prepare('pragma journal_mode').get()?.['journal_mode'], 'wal');
  assert.equal(database.prepare('pragma synchronous').get()?.['synchronous'], 2);
  database.close();
});

test('the steps of an upgrade are told', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  openSqliteJournal(path, [version1]).close();
  const told: string[] = [];
  openSqliteJournal(path, [version3], { onUpgrade: ({ describe }) => told.push(describe) }).close();
  assert.deepEqual(told, ['things have a unit, and there are owners', 'things are items of an owner']);
});

test('the tables can be read by anybody who knows SQL', (t) => {
  const path = filledLedger(t);
  const database = new DatabaseSync(path, { readOnly: true });
  const sql = database.prepare(`select sql from sqlite_schema where name = 'labels'`).get()?.['sql'];
  database.close();
  assert.equal(
    sql,
    `CREATE TABLE "labels" (
  "counter" text not null,
  "label" text not null,
  "weight" integer not null,
  primary key ("counter", "label")
) strict, without rowid`,
  );
});

function open(path: string): SqliteJournal<CounterChange> {
  return openSqliteJournal(path, [countersProjection], { lockWaitMs: 0 });
}

/** A closed ledger with a thousand counters. */
function filledLedger(test: TestContext, directory = temporaryDirectory(test)): string {
  const path = join(directory, 'ledger.db');
  const journal = open(path);
  journal.append(
    Array.from({ length: 1000 }, (_, index) => setCounter(`counter ${index}`, { note: 'n'.repeat(100) })),
    1000,
  );
  journal.close();
  return path;
}

function overwrite(path: string, offset: number, length: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, new Uint8Array(length).fill(0x5a), 0, length, offset);
  closeSync(file);
}
