import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { arbitraryChange } from '../testing/arbitrary-counters.ts';
import {
  type CounterChange,
  type Counters,
  counters,
  isApplicable,
  setCounter,
  worldOf,
} from '../testing/counters.ts';
import { countersProjection, withLabelsInOrder } from '../testing/counters-projection.ts';
import { rejects } from '../testing/rejects.ts';
import { withoutHashes } from '../testing/without-hashes.ts';
import type { Journal } from './journal.ts';
import { JournalClosed, JournalLocked, UnstorableChange } from './journal-errors.ts';
import { historyContract } from './journal-history.contract.ts';
import { addingPartsContract, partsContract } from './journal-parts.contract.ts';
import { pruningContract } from './journal-pruning.contract.ts';
import { rowsContract } from './journal-rows.contract.ts';
import { upgradingContract } from './journal-upgrading.contract.ts';
import type { KindedChange, Projection } from './projection.ts';

/** A place where a journal can be, of its own for every test. */
export interface JournalStore {
  /** Opens what is in the place; made new if there is nothing. */
  open<Change extends KindedChange>(
    parts: readonly Projection<Change>[],
  ): Journal<Change> | Promise<Journal<Change>>;
}

export type NewJournalStore = (test: TestContext) => JournalStore | Promise<JournalStore>;

export interface ContractOptions {
  /** Parts that do not apply, each with the reason. */
  readonly except?: { readonly [Part in 'reopening' | 'second writer' | 'upgrading']?: string };
}

/** What every journal must do. */
export function journalContract(
  name: string,
  newStore: NewJournalStore,
  { except = {} }: ContractOptions = {},
): void {
  describe(`${name} keeps the contract of a journal`, () => {
    const open = async (test: TestContext) => (await newStore(test)).open([countersProjection]);
    const skip = (part: keyof typeof except) => ({ skip: except[part] ?? false });

    test('a new journal has no changes and no state', async (t) => {
      const journal = await open(t);
      assert.equal(journal.lastNumber, 0);
      assert.equal(journal.forgottenThrough, 0);
      assert.deepEqual([...(await journal.load())], []);
      assert.deepEqual([...(await journal.changesAfter(0, 10))], []);
      await journal.close();
    });

    test('changes are read back in order, with their number and moment', async (t) => {
      const journal = await open(t);
      await journal.append([setCounter('a'), setCounter('b')], 1000);
      await journal.append([{ kind: 'counter-removed', name: 'a' }], 2000);
      assert.equal(journal.lastNumber, 3);
      assert.deepEqual(withoutHashes(await journal.changesAfter(0, 10)), [
        { number: 1, at: 1000, change: setCounter('a') },
        { number: 2, at: 1000, change: setCounter('b') },
        { number: 3, at: 2000, change: { kind: 'counter-removed', name: 'a' } },
      ]);
      await journal.close();
    });

    test('changes are read from any number on, as many as asked for', async (t) => {
      const journal = await open(t);
      await journal.append(many(10), 1000);
      const numbers = async (after: number, limit: number) =>
        [...(await journal.changesAfter(after, limit))].map(({ number }) => number);
      assert.deepEqual(await numbers(0, 3), [1, 2, 3]);
      assert.deepEqual(await numbers(7, 100), [8, 9, 10]);
      assert.deepEqual(await numbers(10, 100), []);
      assert.deepEqual(await numbers(99, 100), []);
      assert.deepEqual(await numbers(0, 0), []);
      assert.equal((await numbers(0, Number.POSITIVE_INFINITY)).length, 10);
      await journal.close();
    });

    test('no other change is read after so many characters, but always one', async (t) => {
      const journal = await open(t);
      const long = setCounter('x'.repeat(1000));
      await journal.append([setCounter('a'), long, long, long, setCounter('b')], 1000);
      const numbers = async (after: number, limit: number, lengthMax: number) =>
        [...(await journal.changesAfter(after, limit, lengthMax))].map(({ number }) => number);
      assert.deepEqual(await numbers(0, 10, 1500), [1, 2, 3]);
      assert.deepEqual(await numbers(0, 2, 1500), [1, 2]);
      assert.deepEqual(await numbers(1, 10, 1), [2]);
      assert.deepEqual(await numbers(0, 10, 1_000_000), [1, 2, 3, 4, 5]);
      // Nothing is left open that would keep it from being written.
      await journal.append([setCounter('c')], 1000);
      await journal.close();
    });

    test('an empty batch takes no number', async (t) => {
      const journal = await open(t);
      await journal.append([], 1000);
      await journal.append([setCounter('a')], 1000);
      await journal.append([], 1000);
      assert.equal(journal.lastNumber, 1);
      assert.equal([...(await journal.changesAfter(0, 10))].length, 1);
      await journal.close();
    });

    test('the state can be loaded more than once, and side by side', async (t) => {
      const journal = await open(t);
      await journal.append(many(5), 1000);
      const [first, second] = [await journal.load(), await journal.load()];
      const others = second[Symbol.iterator]();
      for (const change of first) assert.deepEqual(others.next().value, change);
      assert.equal(others.next().done, true);
      await journal.close();
    });

    test('loading may stop half-way', async (t) => {
      const journal = await open(t);
      await journal.append(many(5), 1000);
      for (const _ of await journal.load()) break;
      await journal.append([setCounter('z')], 1001);
      assert.equal((await stateOf(journal)).size, 6);
      await journal.close();
    });

    for (const [what, bad] of unstorable) {
      test(`a batch with ${what} in the middle is refused and leaves nothing`, async (t) => {
        const journal = await open(t);
        await journal.append([setCounter('a', { value: 1 })], 1000);
        const batch = [{ kind: 'counter-removed', name: 'a' }, setCounter('b'), bad, setCounter('c')];
        await rejects(() => journal.append(batch as CounterChange[], 1001), UnstorableChange);
        assert.equal(journal.lastNumber, 1);
        assert.deepEqual(await stateOf(journal), worldOf([setCounter('a', { value: 1 })]));
        await journal.append([setCounter('d')], 1002);
        assert.deepEqual(withoutHashes(await journal.changesAfter(1, 10)), [
          { number: 2, at: 1002, change: setCounter('d') },
        ]);
        assert.deepEqual(await stateOf(journal), worldOf([setCounter('a', { value: 1 }), setCounter('d')]));
        await journal.close();
      });
    }

    test('a batch is refused whole when the projection throws, with the error it threw', async (t) => {
      const store = await newStore(t);
      const faulty = new TypeError('a mistake in the domain');
      const journal = await store.open<CounterChange>([
        {
          ...countersProjection,
          rowsOf(change) {
            if (change.kind === 'counter-removed') throw faulty;
            return countersProjection.rowsOf(change);
          },
        },
      ]);
      await rejects(
        () => journal.append([setCounter('a'), { kind: 'counter-removed', name: 'a' }], 1),
        faulty,
      );
      assert.equal(journal.lastNumber, 0);
      assert.equal((await stateOf(journal)).size, 0);
      await journal.close();
    });

    test('a moment that is no whole number is refused', async (t) => {
      const journal = await open(t);
      for (const at of [1.5, Number.NaN, 2 ** 53]) {
        await rejects(() => journal.append([setCounter('a')], at), UnstorableChange);
      }
      assert.equal(journal.lastNumber, 0);
      await journal.close();
    });

    test('values at their limits come back as they were', async (t) => {
      const journal = await open(t);
      const extremes = extremeCounters();
      await journal.append(extremes, 2 ** 53 - 1);
      assert.deepEqual(await stateOf(journal), worldOf(extremes));
      const stored = [...(await journal.changesAfter(0, 1000))];
      assert.deepEqual(
        stored.map(({ change }) => change),
        extremes,
      );
      assert.equal(stored[0]?.at, 2 ** 53 - 1);
      await journal.close();
    });

    test('text with a NUL in it comes back as it was, or is refused', async (t) => {
      const journal = await open(t);
      const change = setCounter('a\0b', { note: '\0' });
      try {
        await journal.append([change], 1000);
      } catch (error) {
        assert(error instanceof UnstorableChange);
        assert.equal((await stateOf(journal)).size, 0);
        return;
      }
      assert.deepEqual(await stateOf(journal), worldOf([change]));
      await journal.close();
    });

    test('minus zero is stored as zero', async (t) => {
      const journal = await open(t);
      await journal.append([setCounter('a', { value: -0, ratio: -0 })], 1000);
      assert.deepEqual(await stateOf(journal), worldOf([setCounter('a', { value: 0, ratio: 0 })]));
      await journal.close();
    });

    test('the rows equal the sum of all changes', async (t) => {
      await assertProperty(
        fc.asyncProperty(
          fc.array(fc.array(arbitraryChange, { maxLength: 6 }), { maxLength: 8 }),
          async (batches) => {
            const store = await newStore(t);
            let journal = await store.open([countersProjection]);
            const world: Counters = new Map();
            const all: CounterChange[] = [];
            for (const batch of batches) {
              const applied = applicable(world, batch);
              await journal.append(applied, 1000);
              all.push(...applied);
            }
            if (except.reopening === undefined) {
              await journal.close();
              journal = await store.open([countersProjection]);
            }
            assert.equal(journal.lastNumber, all.length);
            assert.deepEqual(await stateOf(journal), inOrder(world));
            assert.deepEqual(
              withoutHashes(await journal.changesAfter(0, all.length + 1)),
              all.map((change, index) => ({ number: index + 1, at: 1000, change })),
            );
            await journal.close();
          },
        ),
        except.reopening === undefined ? 25 : 100, // a store on disk takes its time to open
      );
    });

    test('a closed journal refuses everything, and can be closed again', async (t) => {
      const journal = await open(t);
      await journal.append([setCounter('a')], 1000);
      await journal.close();
      await journal.close();
      await rejects(() => journal.append([setCounter('b')], 1001), JournalClosed);
      await rejects(() => journal.load(), JournalClosed);
      await rejects(() => journal.changesAfter(0, 1), JournalClosed);
      await rejects(() => journal.prune(0), JournalClosed);
    });

    test('state, changes and numbers are there after reopening', skip('reopening'), async (t) => {
      const store = await newStore(t);
      const first = await store.open([countersProjection]);
      await first.append(many(3), 1000);
      await first.close();
      const second = await store.open([countersProjection]);
      assert.equal(second.lastNumber, 3);
      assert.deepEqual(await stateOf(second), worldOf(many(3)));
      await second.append([setCounter('z')], 1001);
      await second.close();
      const third = await store.open([countersProjection]);
      assert.deepEqual(
        [...(await third.changesAfter(2, 10))].map(({ number }) => number),
        [3, 4],
      );
      assert.deepEqual(await stateOf(third), worldOf([...many(3), setCounter('z')]));
      await third.close();
    });

    test('after pruning and reopening, numbers go on where they were', skip('reopening'), async (t) => {
      const store = await newStore(t);
      const first = await store.open([countersProjection]);
      await first.append(many(3), 1000);
      assert.equal(await first.prune(2000), 3);
      await first.close();
      const second = await store.open([countersProjection]);
      assert.equal(second.lastNumber, 3);
      assert.equal(second.forgottenThrough, 3);
      await second.append([setCounter('z')], 2000);
      assert.deepEqual(withoutHashes(await second.changesAfter(0, 10)), [
        { number: 4, at: 2000, change: setCounter('z') },
      ]);
      await second.close();
    });

    test('a second writer is refused while the first has it open', skip('second writer'), async (t) => {
      const store = await newStore(t);
      const first = await store.open([countersProjection]);
      await first.append([setCounter('a')], 1000);
      await rejects(() => store.open([countersProjection]), JournalLocked);
      await first.append([setCounter('b')], 1001);
      await first.close();
      const second = await store.open([countersProjection]);
      assert.equal(second.lastNumber, 2);
      await second.close();
    });

    describe('history', () => historyContract(newStore, skip('reopening')));
    describe('parts', () => partsContract(newStore));
    describe('adding and upgrading parts', skip('upgrading'), () => addingPartsContract(newStore));
    describe('row changes', () => rowsContract(newStore));
    describe('pruning', () => pruningContract(open));
    describe('upgrading', skip('upgrading'), () => upgradingContract(newStore));
  });
}

/** Changes whose rows no journal may take: each would come back as something else. */
const unstorable: readonly (readonly [string, CounterChange])[] = [
  ['a fraction for an integer', setCounter('x', { value: 1.5 })],
  ['an integer that is not safe', setCounter('x', { value: 2 ** 53 })],
  ['NaN', setCounter('x', { ratio: Number.NaN })],
  ['infinity', setCounter('x', { ratio: Number.POSITIVE_INFINITY })],
  ['null where there must be a value', setCounter('x', { value: null as unknown as number })],
  ['nothing where there must be a value', setCounter('x', { note: undefined as unknown as null })],
  ['a boolean', setCounter('x', { value: true as unknown as number })],
  ['text for a number', setCounter('x', { value: '7' as unknown as number })],
  ['a number for text', setCounter('x', { note: 7 as unknown as string })],
  ['half a surrogate pair', setCounter('x', { note: 'a\ud83d' })],
  ['half a surrogate pair in a key', setCounter('\ude00')],
  ['a column too many', setCounter('x', { colour: 'red' } as object)],
];

function extremeCounters(): CounterChange[] {
  const numbers = [0, -1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53 - 1, -(2 ** 53 - 1)];
  const ratios = [0, 16, 16.0, 0.1, 0.1 + 0.2, 1 / 3, 1e300, 5e-324, Number.MAX_VALUE, -1.5];
  const texts = [
    '',
    ' ',
    "'",
    "''; --",
    '"',
    '`',
    '\\',
    '%_',
    '\n\r\t',
    '\u007f',
    'ü',
    'u\u0308',
    '漢字',
    '😀👨‍👩‍👧',
    '\uffff',
    '\u{10ffff}',
  ];
  return [
    ...numbers.map((value) => setCounter(`value ${value}`, { value, limit: value })),
    ...ratios.map((ratio) => setCounter(`ratio ${ratio}`, { ratio })),
    ...texts.map((text) => setCounter(text, { note: text, labels: [{ label: text, weight: 1 }] })),
    setCounter('n'.repeat(100_000), { note: '😀'.repeat(300_000) }),
  ];
}

function many(count: number): CounterChange[] {
  return Array.from({ length: count }, (_, index) =>
    setCounter(`counter ${index}`, { value: index, labels: [{ label: 'x', weight: index }] }),
  );
}

/** Those of the changes that can be applied one after the other; the world has them afterwards. */
function applicable(world: Counters, changes: readonly CounterChange[]): CounterChange[] {
  return changes.filter((change) => {
    if (!isApplicable(world, change)) return false;
    counters.apply(world, change);
    return true;
  });
}

async function stateOf(journal: Journal<CounterChange>): Promise<Counters> {
  return worldOf(await journal.load());
}

function inOrder(world: Counters): Counters {
  return new Map([...world].map(([name, counter]) => [name, withLabelsInOrder(counter)]));
}
