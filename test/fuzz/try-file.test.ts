import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { findingText } from './finding-text.ts';
import { randomTestFiles } from './random-test-files.ts';
import { type Attempt, tryFile } from './try-file.ts';

const file = 'test/fuzz/testing/breaking-tests.ts';
const bounds = { secondsMax: 120, megabytesMax: 1000, signal: new AbortController().signal };

function asking(test: string): Attempt {
  return { file, seed: 5, times: 2, replay: { test, case: null } };
}

test('a case that fails is told with its seed and as small as it can be, and is the only one that is run again', async () => {
  const attempt = asking('are small (all of them)');
  const { failures } = await tryFile(attempt, bounds);
  const [failure] = failures;
  assert.ok(failures.length === 1 && failure);
  assert.equal(failure.test, 'are small (all of them)');
  assert.match(failure.message, /seed: 5\b/);
  assert.match(failure.message, /Counterexample: \[1000\]/);

  const replay: Attempt = { ...attempt, replay: { test: failure.test, case: failure.case } };
  const again = await tryFile(replay, bounds);
  assert.match(again.failures[0]?.message ?? '', /Property failed after 1 tests/);
  assert.ok(
    findingText(replay, failure, true).includes(
      `TEST_SEED=5 TEST_TIMES=2 TEST_CASE=${failure.case} npm test -- --test-name-pattern='are small \\(all of them\\)$' ${file}`,
    ),
  );
});

test('a case that never ends is told by its number', async () => {
  // A slow machine may take a while to begin.
  for (const secondsMax of [3, 10, 60]) {
    const { failures } = await tryFile(asking('ends'), { ...bounds, secondsMax });
    assert.equal(failures.length, 1);
    assert.equal(failures[0]?.message, `it did not end within ${secondsMax} s`);
    if (failures[0].test === '') continue;
    assert.equal(failures[0].test, 'ends');
    assert.match(failures[0].case ?? '', /^\d+$/);
    return;
  }
  assert.fail('it never began');
});

test('one that takes too much memory is ended', { skip: process.platform !== 'linux' }, async () => {
  const { failures } = await tryFile(asking('eats'), { ...bounds, megabytesMax: 300 });
  assert.equal(failures.length, 1);
  assert.equal(failures[0]?.test, 'eats');
  assert.match(failures[0]?.message ?? '', /^it took \d+ MB$/);
});

test('what has no cases of its own is run again with its seed', async () => {
  const attempt = asking('is only wrong with seed 7');
  assert.deepEqual((await tryFile(attempt, bounds)).failures, []);
  const { failures } = await tryFile({ ...attempt, seed: 7 }, bounds);
  assert.deepEqual(
    failures.map(({ test, case: number }) => [test, number]),
    [['is only wrong with seed 7', null]],
  );
});

test('files that draw random cases are found, by whatever they draw them', () => {
  const files = randomTestFiles(join(import.meta.dirname, '../..'));
  for (const expected of [
    'packages/engine/src/apply.property.test.ts',
    'packages/ledger/src/journal/sqlite-journal.test.ts', // By its contract.
    'test/malformed/malformed.test.ts',
  ]) {
    assert.ok(files.includes(expected), expected);
  }
  assert.ok(!files.includes('test/tidy.test.ts'));
});
