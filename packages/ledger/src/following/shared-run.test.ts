import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedRun } from './shared-run.ts';

function runs() {
  const begun: PromiseWithResolvers<void>[] = [];
  const run = new SharedRun(() => {
    const made = Promise.withResolvers<void>();
    begun.push(made);
    return made.promise;
  });
  return { run, begun };
}

test('who asks while nothing runs gets a run at once', async () => {
  const { run, begun } = runs();
  const asked = run.ask();
  assert.equal(begun.length, 1);
  begun[0]?.resolve();
  await asked;
});

test('all who ask during a run share the next one, which begins when it has ended', async () => {
  const { run, begun } = runs();
  const first = run.ask();
  const second = run.ask();
  const third = run.ask();
  assert.equal(begun.length, 1);
  begun[0]?.resolve();
  await first;
  await new Promise(setImmediate);
  assert.equal(begun.length, 2);
  begun[1]?.resolve();
  await Promise.all([second, third]);
  assert.equal(begun.length, 2);
});

test('a run that fails is told to those who asked for it, and the next one is not', async () => {
  const { run, begun } = runs();
  const first = run.ask();
  const second = run.ask();
  begun[0]?.reject(new Error('no'));
  await assert.rejects(first, /no/);
  await new Promise(setImmediate);
  begun[1]?.resolve();
  await second;
});
