import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setCounter, worldOf } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { type TwoPartsChange, twoParts } from '../testing/journal-steps.ts';
import { openUnprivileged } from '../testing/open-unprivileged.ts';
import { SpawnedAppender } from '../testing/spawned-appender.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { version1, version2, version3 } from '../testing/things-history.ts';
import {
  JournalClosed,
  JournalLocked,
  JournalMissing,
  JournalOutdated,
  JournalPartUnknown,
  JournalTooNew,
  NotAJournal,
} from './journal-errors.ts';
import { openSqliteJournalReadOnly } from './sqlite-journal-reader.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

test('a ledger nobody serves can be read, and is not changed by it', (t) => {
  const path = smallLedger(t);
  const before = readFileSync(path);
  const reader = openSqliteJournalReadOnly(path, [countersProjection]);
  assert.equal(reader.lastNumber, 2);
  assert.deepEqual(worldOf(reader.load()), worldOf([setCounter('a'), setCounter('b')]));
  assert.equal(reader.changesAfter(0, 10).length, 2);
  reader.close();
  reader.close();
  assert.throws(() => reader.load(), JournalClosed);
  assert.deepEqual(readFileSync(path), before);
});

test('reading after a process was killed shows what it had stored', async (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const appender = new SpawnedAppender(t, path, 3);
  await appender.printed(4);
  assert.throws(() => openSqliteJournalReadOnly(path, [countersProjection]), JournalLocked);
  await appender.kill();
  const reader = openSqliteJournalReadOnly(path, [countersProjection]);
  assert.equal(String(reader.lastNumber), appender.lines.at(-1));
  reader.close();
  const journal = openSqliteJournal(path, [countersProjection], { lockWaitMs: 0 });
  assert.equal(journal.lastNumber, reader.lastNumber);
  journal.close();
});

test('a user who may only read a ledger that was not closed is told so', async (t) => {
  const [served, copied] = [temporaryDirectory(t), temporaryDirectory(t)];
  const appender = new SpawnedAppender(t, join(served, 'ledger.db'), 3);
  await appender.printed(4);
  await appender.kill();
  for (const file of ['ledger.db', 'ledger.db-wal']) {
    copyFileSync(join(served, file), join(copied, file));
    chmodSync(join(copied, file), 0o444);
  }
  chmodSync(copied, 0o555);
  const outcome = openUnprivileged('read', join(copied, 'ledger.db'));
  chmodSync(copied, 0o755);
  if (outcome === null) return t.skip('the unprivileged user cannot read this program');
  assert.match(outcome, /^JournalUnreadable: .* not closed by its last process/);
});

test('a ledger that is being served is refused, even before its first write', (t) => {
  const path = smallLedger(t);
  const journal = openSqliteJournal(path, [countersProjection]);
  assert.throws(() => openSqliteJournalReadOnly(path, [countersProjection]), JournalLocked);
  journal.close();
});

test('a user who may only read the file can read it, unless it is being served', (t) => {
  const directory = temporaryDirectory(t);
  const path = smallLedger(t, directory);
  chmodSync(path, 0o444);
  chmodSync(directory, 0o555);
  const outcome = openUnprivileged('read', path);
  if (outcome === null) return t.skip('the unprivileged user cannot read this program');
  assert.equal(outcome, 'opened with 2 changes');

  chmodSync(directory, 0o755);
  chmodSync(path, 0o644);
  const journal = openSqliteJournal(path, [countersProjection]);
  assert.match(openUnprivileged('read', path) ?? '', /^JournalLocked/);
  journal.close();
});

test('a missing ledger is not made', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  assert.throws(() => openSqliteJournalReadOnly(path, [countersProjection]), JournalMissing);
  assert(!existsSync(path));
  writeFileSync(path, '');
  assert.throws(() => openSqliteJournalReadOnly(path, [countersProjection]), JournalMissing);
  writeFileSync(path, 'hello');
  assert.throws(() => openSqliteJournalReadOnly(path, [countersProjection]), NotAJournal);
});

test('an older ledger is not upgraded by looking at it', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  openSqliteJournal(path, [version1]).close();
  assert.throws(() => openSqliteJournalReadOnly(path, [version2]), JournalOutdated);
  openSqliteJournal(path, [version3]).close();
  assert.throws(() => openSqliteJournalReadOnly(path, [version2]), JournalTooNew);
});

test('a ledger that lacks a part, or has another one, is not read', (t) => {
  const path = smallLedger(t);
  const before = readFileSync(path);
  const read = () => openSqliteJournalReadOnly<TwoPartsChange>(path, twoParts);
  assert.throws(read, JournalOutdated);
  assert.throws(read, /does not have the part rows yet\. Starting the service adds it/);
  assert.deepEqual(readFileSync(path), before);
  openSqliteJournal<TwoPartsChange>(path, twoParts).close();
  read().close();
  assert.throws(() => openSqliteJournalReadOnly(path, [countersProjection]), JournalPartUnknown);
});

function smallLedger(test: TestContext, directory = temporaryDirectory(test)): string {
  const path = join(directory, 'ledger.db');
  const journal = openSqliteJournal(path, [countersProjection]);
  journal.append([setCounter('a'), setCounter('b')], 1000);
  journal.close();
  return path;
}
