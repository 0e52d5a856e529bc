import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPruning } from './prune-journal.ts';

const log = { debug: () => {}, warn: () => {} } as unknown as Parameters<typeof startPruning>[2];

test('as long as there is more to forget, pruning goes on without a long pause', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 100_000 });
  const left = [5_000, 5_000, 10, 0];
  const asked: number[] = [];
  const stop = startPruning(
    (before) => {
      asked.push(before);
      return left.shift() ?? 0;
    },
    60_000,
    log,
  );
  t.mock.timers.tick(5_000);
  assert.deepEqual(asked, [45_000]);
  t.mock.timers.tick(200);
  t.mock.timers.tick(200);
  assert.equal(asked.length, 3);
  t.mock.timers.tick(200);
  assert.equal(asked.length, 3);
  stop();
  t.mock.timers.tick(60_000);
  assert.equal(asked.length, 3);
});

test('a failure is told, and pruning goes on', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  const warnings: unknown[] = [];
  let calls = 0;
  const stop = startPruning(
    () => {
      calls++;
      throw new Error('no room');
    },
    1,
    { ...log, warn: (...args: unknown[]) => void warnings.push(args) },
  );
  t.mock.timers.tick(5_000);
  t.mock.timers.tick(5_000);
  stop();
  assert.equal(calls, 2);
  assert.equal(warnings.length, 2);
});
