import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setCounter, worldOf } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { JournalOutdated } from './journal-errors.ts';
import { openSqliteJournal } from './sqlite-journal.ts';
import { openSqliteJournalReadOnly } from './sqlite-journal-reader.ts';

test('a ledger from before there were hashes gets them, from its newest change on', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const first = openSqliteJournal(path, countersProjection);
  for (const name of ['a', 'b', 'c']) first.append([setCounter(name)], 1000);
  first.close();
  asBefore(path);
  assert.throws(() => openSqliteJournalReadOnly(path, countersProjection), JournalOutdated);

  const second = openSqliteJournal(path, countersProjection);
  assert.equal(second.lastNumber, 3);
  assert.deepEqual([second.hashAt(1), second.hashAt(2)], [null, null]);
  const hash = second.hashAt(3);
  assert.equal(hash?.length, 22);
  second.append([setCounter('d')], 1001);
  assert.deepEqual(second.problems(), []);
  assert.deepEqual([...worldOf(second.load()).keys()], ['a', 'b', 'c', 'd']);
  second.close();

  const third = openSqliteJournalReadOnly(path, countersProjection);
  assert.equal(third.hashAt(3), hash);
  assert.deepEqual(third.problems(), []);
  third.close();
});

test('so does one whose changes are all forgotten', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const first = openSqliteJournal(path, countersProjection);
  first.append([setCounter('a')], 1000);
  first.prune(2000);
  first.close();
  asBefore(path);
  const second = openSqliteJournal(path, countersProjection);
  assert.equal(second.hashAt(1)?.length, 22);
  second.append([setCounter('b')], 3000);
  assert.deepEqual(second.problems(), []);
  second.close();
});

/** What the program made that knew no hashes. */
function asBefore(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(`
    alter table changes drop column hash;
    drop table berth_history;
    update berth_schema set value = 1 where name = 'layout_version';
  `);
  database.close();
}
