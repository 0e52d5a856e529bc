import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startPruning } from './prune-journal.ts';

/** Time passes, and what was due is done. */
const ticking = (t: TestContext) => async (ms: number) => {
  t.mock.timers.tick(ms);
  await new Promise(setImmediate);
};

const log = { debug: () => {}, warn: () => {}, error: () => {} } as unknown as Parameters<
  typeof startPruning
>[2];

test('as long as there is more to forget, pruning goes on without a long pause', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 100_000 });
  const tick = ticking(t);
  let left = 1_010;
  const asked: number[] = [];
  const stop = startPruning(
    (before, limit) => {
      asked.push(before);
      const forgotten = Math.min(limit, left, 500);
      left -= forgotten;
      return forgotten;
    },
    60_000,
    log,
    // Neither long nor short.
    () => asked.length * 10,
  );
  await tick(5_000);
  assert.deepEqual(asked, [45_000]);
  await tick(200);
  await tick(200);
  assert.equal(asked.length, 3);
  await tick(200);
  assert.equal(asked.length, 3);
  stop();
  await tick(60_000);
  assert.equal(asked.length, 3);
});

test('a failure is told once, and pruning goes on', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  const tick = ticking(t);
  const errors: unknown[] = [];
  let calls = 0;
  const stop = startPruning(
    () => {
      calls++;
      throw new Error('no room');
    },
    1,
    { ...log, error: (...args: unknown[]) => void errors.push(args) },
  );
  await tick(5_000);
  await tick(5_000);
  stop();
  assert.equal(calls, 2);
  assert.equal(errors.length, 1);
});

test('a piece is as large as can be forgotten without holding up others', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  const tick = ticking(t);
  let nowMs = 0;
  let msForEach = 0.001;
  const limits: number[] = [];
  const stop = startPruning(
    (_, limit) => {
      limits.push(limit);
      nowMs += limit * msForEach;
      return limit;
    },
    1,
    log,
    () => nowMs,
  );
  await tick(5_000);
  for (let turn = 0; turn < 5; turn++) await tick(200);
  assert.deepEqual(limits.splice(0), [500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  msForEach = 1;
  for (let turn = 0; turn < 10; turn++) await tick(200);
  assert.deepEqual(limits, [5_000, 2_500, 1_250, 625, 312, 156, 78, 39, 19, 19]);
  stop();
});
