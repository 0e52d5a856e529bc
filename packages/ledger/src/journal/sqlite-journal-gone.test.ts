import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setCounter } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { JournalGone } from './journal-errors.ts';
import { lookEveryMs } from './sqlite/files-in-place.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

/** What somebody may do to the files of a ledger that is open. */
const deeds: Readonly<Record<string, (path: string) => void>> = {
  'removes it': (path) => unlinkSync(path),
  'moves it': (path) => renameSync(path, `${path}.moved`),
  'puts a copy in its place': (path) => {
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
  },
  'puts an empty file in its place': (path) => {
    unlinkSync(path);
    writeFileSync(path, '');
  },
  'cuts it off': (path) => truncateSync(path, statSync(path).size - 1),
  'removes its WAL': (path) => unlinkSync(`${path}-wal`),
  'puts an empty WAL in its place': (path) => {
    unlinkSync(`${path}-wal`);
    writeFileSync(`${path}-wal`, '');
  },
  'cuts off its WAL': (path) => truncateSync(`${path}-wal`, 0),
  'removes its directory': (path) => rmSync(dirname(path), { recursive: true }),
  'moves its directory': (path) => renameSync(dirname(path), `${dirname(path)}.moved`),
};

for (const [deed, doIt] of Object.entries(deeds)) {
  test(`once somebody ${deed}, nothing more is said to be stored`, (t) => {
    const { path, journal } = opened(t);
    journal.append([setCounter('a')], 1000);
    doIt(path);
    aMomentPasses();
    assert.throws(() => journal.append([setCounter('b')], 1001), JournalGone);
    // It is not forgotten when the file comes back.
    assert.throws(() => journal.append([setCounter('c')], 1002), JournalGone);
    assert.throws(() => journal.changesAfter(0, 1), JournalGone);
    assert.throws(() => journal.assertInPlace(), JournalGone);
    assert.equal(journal.lastNumber, 1);
    journal.close();
  });

  test(`whoever only looks notices as well that somebody ${deed}`, (t) => {
    const { path, journal } = opened(t);
    journal.append([setCounter('a')], 1000);
    journal.assertInPlace();
    doIt(path);
    assert.throws(() => journal.assertInPlace(), JournalGone);
    journal.close();
  });
}

test('whoever writes all the time looks every few milliseconds, and notices then', (t) => {
  const { path, journal } = opened(t);
  journal.append([setCounter('a')], 1000);
  unlinkSync(path);
  const goneMs = performance.now();
  let acknowledgedMs = goneMs;
  assert.throws(() => {
    for (let at = 1001; ; at++) {
      const begunMs = performance.now();
      journal.append([setCounter('b')], at);
      acknowledgedMs = begunMs;
    }
  }, JournalGone);
  assert.ok(acknowledgedMs - goneMs < lookEveryMs);
  journal.close();
});

test('a link that is let lead elsewhere is noticed', (t) => {
  const directory = temporaryDirectory(t);
  const link = join(directory, 'link.db');
  symlinkSync(join(directory, 'one.db'), link);
  const journal = openSqliteJournal(link, [countersProjection]);
  journal.append([setCounter('a')], 1000);
  unlinkSync(link);
  symlinkSync(join(directory, 'other.db'), link);
  aMomentPasses();
  assert.throws(() => journal.append([setCounter('b')], 1001), JournalGone);
  journal.close();
});

test('a second process that finds the path free keeps all it stores, though the first one ends later', (t) => {
  const { path, journal } = opened(t);
  journal.append([setCounter('a')], 1000);
  unlinkSync(path);
  unlinkSync(`${path}-wal`);
  const second = openSqliteJournal(path, [countersProjection]);
  second.append([setCounter('b')], 1001);
  aMomentPasses();
  assert.throws(() => journal.append([setCounter('c')], 1002), JournalGone);
  journal.close();
  second.append([setCounter('d')], 1003);
  assert.ok(statSync(`${path}-wal`).size > 0);
  second.close();
  const third = openSqliteJournal(path, [countersProjection]);
  assert.equal(third.lastNumber, 2);
  third.close();
});

test('a ledger whose WAL grows and is cut back is none that was cut off', (t) => {
  const { journal } = opened(t);
  for (let round = 0; round < 6; round++) {
    const changes = Array.from({ length: 4000 }, (_, index) =>
      setCounter(`c${index}`, { note: `${round}`.repeat(4000) }),
    );
    journal.append(changes, 1000 + round);
    journal.prune(1000 + round);
  }
  journal.assertInPlace();
  journal.close();
});

test('a ledger in memory is always in its place', () => {
  const journal = openSqliteJournal(':memory:', [countersProjection]);
  journal.append([setCounter('a')], 1000);
  journal.assertInPlace();
  journal.close();
});

/** Long enough for a look at the next write. */
function aMomentPasses(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * lookEveryMs);
}

function opened(t: TestContext) {
  const directory = join(temporaryDirectory(t), 'ledger');
  mkdirSync(directory);
  const path = join(directory, 'ledger.db');
  return { path, journal: openSqliteJournal(path, [countersProjection]) };
}
