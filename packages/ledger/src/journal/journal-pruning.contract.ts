import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type CounterChange, setCounter, worldOf } from '../testing/counters.ts';
import type { Journal } from './journal.ts';

/** Forgetting old changes. */
export function pruningContract(open: (test: TestContext) => Promise<Journal<CounterChange>>): void {
  const numbersOf = async (journal: Journal<CounterChange>) =>
    [...(await journal.changesAfter(0, 100))].map(({ number }) => number);

  test('pruning forgets changes stored before a moment, and not the state', async (t) => {
    const journal = await open(t);
    await journal.append(many(3), 1000);
    await journal.append([setCounter('y')], 2000);
    await journal.append([setCounter('z')], 3000);
    assert.equal(journal.forgottenThrough, 0);
    assert.equal(await journal.prune(2000), 3);
    assert.equal(await journal.prune(2000), 0);
    assert.equal(journal.forgottenThrough, 3);
    assert.deepEqual(await numbersOf(journal), [4, 5]);
    assert.equal(journal.lastNumber, 5);
    assert.equal(worldOf(await journal.load()).size, 5);
    await journal.close();
  });

  test('pruning everything leaves the numbers going on', async (t) => {
    const journal = await open(t);
    await journal.append(many(3), 1000);
    assert.equal(await journal.prune(Number.MAX_SAFE_INTEGER), 3);
    assert.equal(await journal.prune(Number.MAX_SAFE_INTEGER), 0);
    assert.equal(journal.lastNumber, 3);
    assert.equal(journal.forgottenThrough, 3);
    await journal.append([setCounter('z')], 1001);
    assert.equal(journal.forgottenThrough, 3);
    assert.deepEqual(await numbersOf(journal), [4]);
    await journal.close();
  });

  test('pruning can be done in portions', async (t) => {
    const journal = await open(t);
    await journal.append(many(5), 1000);
    assert.equal(await journal.prune(2000, 2), 2);
    assert.equal(journal.forgottenThrough, 2);
    assert.deepEqual(await numbersOf(journal), [3, 4, 5]);
    assert.equal(await journal.prune(2000, 2), 2);
    assert.equal(await journal.prune(2000, 2), 1);
    assert.equal(journal.forgottenThrough, 5);
    await journal.close();
  });

  test('a clock that stepped back makes no gaps', async (t) => {
    const journal = await open(t);
    for (const at of [1000, 3000, 1500, 4000]) await journal.append([setCounter('a', { value: at })], at);
    assert.equal(await journal.prune(2000), 1);
    assert.deepEqual(await numbersOf(journal), [2, 3, 4]);
    await journal.close();
  });
}

function many(count: number): CounterChange[] {
  return Array.from({ length: count }, (_, index) => setCounter(`counter ${index}`));
}
