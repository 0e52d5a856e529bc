import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Work } from './work.ts';

test('whether time is up is looked at every so many steps, and each pause is counted', () => {
  let lookCount = 0;
  const work = new Work({ stepsBetweenLooks: 100, isTimeUp: () => ++lookCount % 2 === 0 });
  const pauses: number[] = [];
  for (let step = 0; step < 1_000; step++) {
    if (work.mustPause()) pauses.push(work.spent);
    work.spend(1);
  }
  assert.equal(lookCount, 9);
  assert.deepEqual(pauses, [202, 404, 606, 808]);
  assert.equal(work.pauseCount, 4);
  assert.equal(work.spent, 1_000);
  assert.equal(work.isOver, false);
});

test('a budget that is spent is over for good, also between two looks', () => {
  const work = new Work({ stepsMax: 150, stepsBetweenLooks: 100 });
  work.spend(101);
  assert.equal(work.mustPause(), false);
  work.spend(101);
  assert.equal(work.mustPause(), true);
  assert.equal(work.isOver, true);
  assert.equal(work.mustPause(), true);
});

test('what is kept has a bound of its own, whatever the budget', () => {
  const work = new Work();
  work.keep(9_999_000);
  assert.equal(work.mustPause(), false);
  work.spend(50_000_000);
  assert.equal(work.mustPause(), false);
  work.keep(2_000);
  assert.equal(work.mustPause(), true);
  assert.equal(work.isOver, true);
});
