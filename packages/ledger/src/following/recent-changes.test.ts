import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentChanges } from './recent-changes.ts';

function change(number: number, hash = `h${number}`) {
  return { number, at: 0, hash, change: number };
}

/** Those after change 10, of which at most so many are kept. */
function recent(max: number, ...numbers: number[]): RecentChanges<number> {
  const changes = new RecentChanges<number>(max);
  changes.startAfter({ number: 10, hash: 'h10' });
  for (const number of numbers) changes.add([change(number)]);
  return changes;
}

function stored(...numbers: number[]): Map<number, string> {
  return new Map(numbers.map((number) => [number, `h${number}`]));
}

function numbersOf({ changes, isComplete }: ReturnType<RecentChanges<number>['takeLost']>) {
  return { lost: changes.map(({ number }) => number), isComplete };
}

test('what the store does not have is lost, and what comes after it', () => {
  const changes = recent(5, 11, 12, 13);
  assert.deepEqual(changes.range, { from: 10, through: 13 });
  assert.deepEqual(numbersOf(changes.takeLost(stored(10, 11))), { lost: [12, 13], isComplete: true });
  assert.deepEqual(changes.last.number, 11);
  assert.deepEqual(numbersOf(changes.takeLost(stored(10, 11))), { lost: [], isComplete: true });
});

test('another change of the same number is not the same', () => {
  const hashes = stored(10, 11).set(12, 'another').set(13, 'another');
  assert.deepEqual(numbersOf(recent(5, 11, 12, 13).takeLost(hashes)), { lost: [12, 13], isComplete: true });
});

test('all that was seen since the state was loaded can be lost, and is named', () => {
  assert.deepEqual(numbersOf(recent(5, 11, 12).takeLost(stored(9, 10))), {
    lost: [11, 12],
    isComplete: true,
  });
});

test('if the state that was loaded is lost as well, what is named is not all', () => {
  assert.deepEqual(numbersOf(recent(5, 11, 12).takeLost(stored(8, 9))), {
    lost: [11, 12],
    isComplete: false,
  });
  assert.deepEqual(numbersOf(recent(5).takeLost(stored(8, 9))), { lost: [], isComplete: false });
});

test('so many are kept, and what is older cannot be named', () => {
  const changes = recent(2, 11, 12, 13, 14, 15);
  assert.deepEqual(changes.range, { from: 13, through: 15 });
  assert.deepEqual(numbersOf(changes.takeLost(stored(10, 11, 12, 13))), { lost: [14, 15], isComplete: true });
  const others = recent(2, 11, 12, 13, 14, 15);
  assert.deepEqual(numbersOf(others.takeLost(stored(10, 11, 12))), { lost: [14, 15], isComplete: false });
});

test('large changes are forgotten sooner, so that all that is kept has a bound', () => {
  const changes = new RecentChanges<number>(100, (number) => (number > 20 ? 60 : 1));
  changes.startAfter({ number: 10, hash: 'h10' });
  const kept = (): number => changes.range.through - changes.range.from;
  for (let number = 11; number <= 20; number++) changes.add([change(number)]);
  assert.equal(kept(), 10);
  for (let number = 21; number <= 40; number++) {
    changes.add([change(number)]);
    assert.ok(
      number <= 23 ? kept() === number - 10 : kept() <= 3,
      `${kept()} are kept after change ${number}`,
    );
  }
  assert.deepEqual(numbersOf(changes.takeLost(stored(39))), { lost: [40], isComplete: true });
});
