import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SingleFlight } from './single-flight.ts';

function counted() {
  const seen = { running: 0, atMost: 0, runs: 0 };
  const run = new SingleFlight(async () => {
    seen.runs++;
    seen.atMost = Math.max(seen.atMost, ++seen.running);
    await nextTurn();
    seen.running--;
  });
  return { seen, run };
}

test('those who ask while it is done share the next run', async () => {
  const { seen, run } = counted();
  await Promise.all([run.ask(), run.ask(), run.ask()]);
  assert.deepEqual(seen, { running: 0, atMost: 1, runs: 2 });
});

test('whoever asks at the very moment at which a run ends does not begin another beside the next', async () => {
  const { seen, run } = counted();
  // Before and after somebody waits for the next one, since what waits is told in the order in which it came.
  const early = run.ask().then(() => run.ask());
  const next = run.ask();
  const late = run.ask().then(() => run.ask());
  await Promise.all([early, next, late]);
  assert.equal(seen.atMost, 1);
});

test('a run that fails is told to those who asked for it, and the next one is done', async () => {
  let count = 0;
  const run = new SingleFlight(async () => {
    await nextTurn();
    if (++count === 1) throw new Error('the first');
  });
  const [first, second] = await Promise.allSettled([run.ask(), run.ask()]);
  assert.equal(first.status, 'rejected');
  assert.equal(second.status, 'fulfilled');
});
