import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCommand } from './test-command.ts';

const beginning = ['--test', '--test-isolation=none', '--test-reporter=spec'];

test('options stand before the files, where Node looks for them, however they were given', () => {
  const expected = [...beginning, '--test-name-pattern=one word', '--test-only', 'a.test.ts', 'b.test.ts'];
  for (const args of [
    ['--test-name-pattern=one word', '--test-only', 'a.test.ts', 'b.test.ts'],
    ['a.test.ts', '--test-name-pattern', 'one word', 'b.test.ts', '--test-only'],
  ]) {
    assert.deepEqual(testCommand(args), expected);
  }
});

test('without files all tests are run', () => {
  const all = testCommand([]);
  assert.deepEqual(all.slice(0, 3), beginning);
  assert.ok(all.includes('packages/**/*.test.ts') && all.includes('test/**/*.test.ts'));
  assert.deepEqual(testCommand(['--test-name-pattern=x']), [
    ...beginning,
    '--test-name-pattern=x',
    ...all.slice(3),
  ]);
});

test('a reporter takes the place of the usual one', () => {
  assert.deepEqual(testCommand(['--test-reporter=dot', 'a.test.ts']), [
    '--test',
    '--test-isolation=none',
    '--test-reporter=dot',
    'a.test.ts',
  ]);
});
