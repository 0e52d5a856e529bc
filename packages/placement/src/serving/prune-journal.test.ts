import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startPruning } from './prune-journal.ts';

/** Time passes, and what was due is done. */
const ticking = (t: TestContext) => async (ms: number) => {
  t.mock.timers.tick(ms);
  await new Promise(setImmediate);
};

const log = { debug: () => {}, warn: () => {} } as unknown as Parameters<typeof startPruning>[2];

test('as long as there is more to forget, pruning goes on without a long pause', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 100_000 });
  const tick = ticking(t);
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

test('a failure is told, and pruning goes on', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  const tick = ticking(t);
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
  await tick(5_000);
  await tick(5_000);
  stop();
  assert.equal(calls, 2);
  assert.equal(warnings.length, 2);
});
