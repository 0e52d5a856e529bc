import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { draw, runsOf } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { batch, batchSize } from '../testing/appender.ts';
import { worldOf } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { SpawnedAppender } from '../testing/spawned-appender.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { compareText } from './compare-keys.ts';
import { JournalLocked } from './journal-errors.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

test('what a process was told is stored is there after it was killed, and nothing is there by half', async (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  for (const waitMs of draw(fc.nat({ max: 60 }), runsOf(6))) {
    const appender = new SpawnedAppender(t, path, 1_000_000);
    await appender.printed(2);
    await setTimeout(waitMs);
    await appender.kill();
    const acknowledged = Number(appender.lines.at(-1));
    const stored = wholeBatchesIn(path);
    assert(stored >= acknowledged, `${acknowledged} were acknowledged, ${stored} are there`);
    assert(stored <= acknowledged + batchSize, 'at most one batch was stored and not acknowledged');
  }
});

test('the lock of a killed process is gone with it', async (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const appender = new SpawnedAppender(t, path, 1);
  await appender.printed(2);
  assert.throws(
    () => openSqliteJournal(path, [countersProjection], { lockWaitMs: 0 }),
    (error) => {
      assert(error instanceof JournalLocked);
      assert.equal(error.path, path);
      if (process.platform === 'linux') assert.equal(error.owner, `process ${appender.pid}`);
      assert.match(error.message, /ledger\.db is in use by/);
      return true;
    },
  );
  await appender.kill();
  assert.equal(wholeBatchesIn(path), batchSize);
});

test('of several processes that open a new ledger at once, one gets it', async (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const appenders = [1, 2, 3].map(() => new SpawnedAppender(t, path, 0));
  for (const appender of appenders) await appender.printed(1);
  const outcomes = appenders.map(({ lines }) => String(lines[0]));
  assert.deepEqual(outcomes.sort(compareText), ['0', 'JournalLocked', 'JournalLocked']);
});

test('wherever the disk stopped writing, what is there is whole batches', async (t) => {
  const directory = temporaryDirectory(t);
  const path = join(directory, 'ledger.db');
  const batches = 20;
  const appender = new SpawnedAppender(t, path, batches);
  await appender.printed(batches + 1);
  await appender.kill();
  const length = statSync(`${path}-wal`).size;
  const found = new Set<number>();
  for (let cut = 0; cut <= 24; cut += 1) {
    const copy = join(directory, `cut ${cut}`, 'ledger.db');
    mkdirSync(join(directory, `cut ${cut}`));
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    truncateSync(`${copy}-wal`, Math.floor((length * cut) / 24));
    found.add(wholeBatchesIn(copy));
  }
  assert.equal(Math.min(...found), 0);
  assert.equal(Math.max(...found), batches * batchSize);
  assert(found.size > batches / 2, 'the cuts were spread over the batches');
});

test('closing leaves one file, with everything in it', (t) => {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const journal = openSqliteJournal(path, [countersProjection]);
  journal.append(batch(0), 1000);
  assert(existsSync(`${path}-wal`));
  journal.close();
  assert(!existsSync(`${path}-wal`) && !existsSync(`${path}-shm`));
  assert.equal(wholeBatchesIn(path), batchSize);
  rmSync(path);
});

/** Opens the ledger, checks that it is in order, and says how many changes it has. */
function wholeBatchesIn(path: string): number {
  const journal = openSqliteJournal(path, [countersProjection], { lockWaitMs: 0 });
  try {
    const stored = journal.changesAfter(0, Number.POSITIVE_INFINITY);
    assert.deepEqual(
      stored.map(({ number }) => number),
      stored.map((_, index) => index + 1),
    );
    assert.equal(stored.length, journal.lastNumber);
    assert.equal(stored.length % batchSize, 0);
    assert.deepEqual(worldOf(journal.load()), worldOf(stored.map(({ change }) => change)));
    return stored.length;
  } finally {
    journal.close();
  }
}
