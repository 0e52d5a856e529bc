import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type CounterChange, setCounter, worldOf } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { JournalLocked, JournalNotCopied } from './journal-errors.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

test('a copy is the ledger at one moment, however much is written meanwhile', async (t) => {
  const { directory, journal } = opened(t);
  for (let number = 1; number <= 40; number++) journal.append(bulky(50, number), number);
  for (const round of [1, 2, 3]) {
    const path = join(directory, `copy-${round}.db`);
    const done = new AbortController();
    let appends = 0;
    const moment = journal.lastNumber;
    const copied = journal.copyTo(path).finally(() => {
      done.abort();
    });
    while (!done.signal.aborted) {
      journal.append([setCounter('during', { value: ++appends }), ...bulky(20, appends)], 1000 + appends);
      await new Promise(setImmediate);
    }
    const { number, bytes } = await copied;
    assert.ok(number >= moment, 'of a moment since it was asked for');
    assert.equal(statSync(path).size, bytes);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.ok(appends > 0 && journal.lastNumber > moment);
    const copy = openSqliteJournal(path, [countersProjection]);
    assert.equal(copy.lastNumber, number);
    const changes = copy.changesAfter(0, 1_000_000).map(({ change }) => change);
    assert.equal(changes.length, number);
    assert.deepEqual(worldOf(copy.load()), worldOf(changes));
    copy.close();
    const database = new DatabaseSync(path, { readOnly: true });
    assert.equal(database.prepare('pragma integrity_check').get()?.['integrity_check'], 'ok');
    database.close();
  }
  const all = journal.changesAfter(0, 1_000_000).map(({ change }) => change);
  assert.deepEqual(worldOf(journal.load()), worldOf(all));
});

test('a disk that takes a part of what is written gets the rest, too', async (t) => {
  const { directory, journal } = opened(t);
  for (let number = 1; number <= 20; number++) journal.append(bulky(50, number), number);
  const anyFile = await open(join(directory, 'any'), 'w');
  const handles = Object.getPrototypeOf(anyFile) as FileHandle; // All open files have one prototype.
  await anyFile.close();
  t.mock.method(
    handles,
    'write',
    function (this: FileHandle, buffer: Buffer, at: number, length: number, to: number) {
      return this.writev([buffer.subarray(at, at + Math.ceil(length / 2))], to);
    },
  );
  const path = join(directory, 'copy.db');
  await journal.copyTo(path);
  t.mock.restoreAll();
  const copy = openSqliteJournal(path, [countersProjection]);
  assert.deepEqual(worldOf(copy.load()), worldOf(journal.load()));
  copy.close();
});

test('nobody else can open a ledger that was copied', async (t) => {
  const { directory, path, journal } = opened(t);
  journal.append(bulky(50, 1), 1);
  await journal.copyTo(join(directory, 'copy.db'));
  // In a process of its own: locks are not felt by the process that has them.
  const { execFileSync } = await import('node:child_process');
  const script = `import { openSqliteJournal } from ${JSON.stringify(join(import.meta.dirname, 'sqlite-journal.ts'))};
    import { countersProjection } from ${JSON.stringify(join(import.meta.dirname, '../testing/counters-projection.ts'))};
    try { openSqliteJournal(${JSON.stringify(path)}, [countersProjection], { lockWaitMs: 0 }); console.log('opened'); }
    catch (error) { console.log(error.name); }`;
  const said = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
    encoding: 'utf8',
  });
  assert.equal(said.trim(), JournalLocked.name);
});

test('one copy is made at a time, and none of a ledger in memory', async (t) => {
  const { directory, journal } = opened(t);
  journal.append(bulky(50, 1), 1);
  const first = journal.copyTo(join(directory, 'first.db'));
  await assert.rejects(journal.copyTo(join(directory, 'second.db')), JournalNotCopied);
  await first;
  assert.ok(!existsSync(join(directory, 'second.db')));
  const inMemory = openSqliteJournal(':memory:', [countersProjection]);
  await assert.rejects(inMemory.copyTo(join(directory, 'memory.db')), JournalNotCopied);
  inMemory.close();
});

test('a copy that is under way when the ledger is closed fails', async (t) => {
  const { directory, journal } = opened(t);
  for (let number = 1; number <= 40; number++) journal.append(bulky(50, number), number);
  const copied = journal.copyTo(join(directory, 'copy.db'));
  journal.close();
  await assert.rejects(copied);
});

test('after a copy the WAL is brought over again as ever', async (t) => {
  const { directory, path, journal } = opened(t);
  await journal.copyTo(join(directory, 'copy.db'));
  for (let number = 1; number <= 60; number++) journal.append(bulky(100, number), number);
  assert.ok(statSync(`${path}-wal`).size < 32 << 20);
  assert.ok(statSync(path).size > 1 << 20);
});

function opened(t: TestContext) {
  const directory = temporaryDirectory(t);
  const path = join(directory, 'ledger.db');
  const journal = openSqliteJournal(path, [countersProjection]);
  t.after(() => journal.close());
  return { directory, path, journal };
}

function bulky(count: number, round: number): CounterChange[] {
  return Array.from({ length: count }, (_, index) =>
    setCounter(`c${round}-${index}`, { note: `${round}`.repeat(300) }),
  );
}
