import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type CounterChange, setCounter } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import type { Journal } from './journal.ts';
import type { NewJournalStore } from './journal.contract.ts';

/** What tells one history from another. */
export function historyContract(
  newStore: NewJournalStore,
  reopening: { readonly skip: string | boolean },
): void {
  const open = async (test: TestContext) => (await newStore(test)).open([countersProjection]);

  test('every change has a hash, which stays the same and is another after each commit', async (t) => {
    const journal = await open(t);
    const hashes = [await journal.hashAt(0)];
    for (const name of ['a', 'b', 'c']) {
      await journal.append([setCounter(name)], 1000);
      hashes.push(await journal.hashAt(journal.lastNumber));
    }
    assert.equal(new Set(hashes).size, 4);
    assert.ok(hashes.every((hash) => typeof hash === 'string' && hash.length === 22));
    assert.deepEqual(await hashesIn(journal), hashes);
    assert.equal(await journal.hashAt(4), null);
    assert.deepEqual(await journal.problems(), []);
    await journal.close();
  });

  test('changes that are stored together have one hash', async (t) => {
    const journal = await open(t);
    await journal.append([setCounter('a'), setCounter('b')], 1000);
    const [, one, other] = await hashesIn(journal);
    assert.equal(one, other);
    assert.deepEqual(
      [...(await journal.changesAfter(0, 9))].map(({ hash }) => hash),
      [one, other],
    );
    await journal.close();
  });

  test('two ledgers with the same changes, or with none, have other hashes', async (t) => {
    const [one, other] = [await open(t), await open(t)];
    for (const journal of [one, other]) await journal.append([setCounter('a')], 1000);
    const seen = new Set([...(await hashesIn(one)), ...(await hashesIn(other))]);
    assert.equal(seen.size, 4);
    await one.close();
    await other.close();
  });

  test('a batch that is refused leaves the hash as it was', async (t) => {
    const journal = await open(t);
    await journal.append([setCounter('a')], 1000);
    const before = await journal.hashAt(1);
    const bad = setCounter('b', { value: 1.5 });
    await assert.rejects(async () => journal.append([bad], 1001));
    assert.equal(await journal.hashAt(1), before);
    await journal.append([setCounter('c')], 1002);
    assert.deepEqual(await journal.problems(), []);
    await journal.close();
  });

  test('of what is forgotten the last hash is kept, in the middle of a commit as well', async (t) => {
    const journal = await open(t);
    await journal.append([setCounter('a')], 1000);
    await journal.append([setCounter('b'), setCounter('c'), setCounter('d')], 2000);
    const hashes = await hashesIn(journal);
    for (const through of [1, 2, 4]) {
      await journal.prune(3000, through - journal.forgottenThrough);
      assert.equal(journal.forgottenThrough, through);
      assert.equal(await journal.hashAt(through), hashes[through]);
      assert.equal(await journal.hashAt(through - 1), null);
      assert.deepEqual(await journal.problems(), []);
    }
    await journal.append([setCounter('e')], 4000);
    assert.deepEqual(await journal.problems(), []);
    await journal.close();
  });

  test('hashes are there after reopening, and go on', reopening, async (t) => {
    const store = await newStore(t);
    const first = await store.open([countersProjection]);
    await first.append([setCounter('a')], 1000);
    const hashes = await hashesIn(first);
    await first.close();
    const second = await store.open([countersProjection]);
    assert.deepEqual(await hashesIn(second), hashes);
    await second.append([setCounter('b')], 1001);
    assert.deepEqual(await second.problems(), []);
    await second.close();
  });
}

/** From the beginning on. */
async function hashesIn(journal: Journal<CounterChange>): Promise<(string | null)[]> {
  const hashes: (string | null)[] = [];
  for (let number = 0; number <= journal.lastNumber; number++) hashes.push(await journal.hashAt(number));
  return hashes;
}
