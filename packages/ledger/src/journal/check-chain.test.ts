import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawHash, nextHash, unhashed } from './chain.ts';
import { ChainCheck, type StoredChange } from './check-chain.ts';

/** Commits of these sizes, as they are stored; from the change after `forgotten` on. */
function stored(sizes: readonly number[], begin: string): StoredChange[] {
  const changes: StoredChange[] = [];
  let hash = begin;
  for (const [index, size] of sizes.entries()) {
    const encoded = Array.from({ length: size }, (_, place) => `{"commit":${index},"place":${place}}`);
    const firstNumber = changes.length + 1;
    hash = nextHash(hash, { firstNumber, epoch: 3, at: 1000, encoded });
    for (const text of encoded)
      changes.push({ number: changes.length + 1, epoch: 3, at: 1000, hash, encoded: text });
  }
  return changes;
}

function problemsIn(changes: readonly StoredChange[], forgottenThrough: number, hash: string) {
  const check = new ChainCheck(forgottenThrough, hash);
  for (const change of changes) check.see(change);
  return check.end();
}

const begin = drawHash();
const changes = stored([1, 3, 2, 1], begin);

test('a history is in order, from wherever it is kept on', () => {
  assert.deepEqual(problemsIn(changes, 0, begin), []);
  for (let through = 1; through <= changes.length; through++) {
    const { hash } = changes[through - 1] as StoredChange;
    assert.deepEqual(problemsIn(changes.slice(through), through, hash), [], `from ${through} on`);
  }
});

test('what is older than hashes is not looked at, and what comes after it is', () => {
  const older = changes.map((change) => (change.number < 4 ? { ...change, hash: unhashed } : change));
  assert.deepEqual(problemsIn(older, 0, unhashed), []);
  const broken = older.map((change) => (change.number === 6 ? { ...change, encoded: '{}' } : change));
  assert.equal(problemsIn(broken, 0, unhashed).length, 1);
});

const mistakes: readonly (readonly [string, (changes: StoredChange[]) => StoredChange[], RegExp])[] = [
  ['a change that is missing', (all) => all.toSpliced(2, 1), /change 4 comes after change 2/],
  ['a first change that is missing', (all) => all.slice(1), /change 2 comes after change 0/],
  ['another text', (all) => all.with(2, { ...at(all, 2), encoded: '{}' }), /changes 2 to 4 are not/],
  ['another moment', (all) => all.with(0, { ...at(all, 0), at: 1 }), /changes 1 to 1 are not/],
  ['another epoch', (all) => all.with(6, { ...at(all, 6), epoch: 4 }), /changes 7 to 7 are not/],
  [
    'a commit of another history',
    (all) => [...all.slice(0, 4), ...stored([1, 3, 2, 1], drawHash()).slice(4)],
    /changes 5 to 6 are not/,
  ],
];

for (const [what, make, expected] of mistakes) {
  test(`${what} is found`, () => {
    assert.match(problemsIn(make([...changes]), 0, begin).join('; '), expected);
  });
}

function at(all: readonly StoredChange[], index: number): StoredChange {
  return all[index] as StoredChange;
}
