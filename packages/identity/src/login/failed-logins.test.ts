import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailedLogins } from './failed-logins.ts';

const settings = { attempts: 3, durationMs: 100 };

test('after so many failures in a row a name is locked, until some time after the last', () => {
  const logins = new FailedLogins(settings);
  for (const now of [1, 2]) logins.noteFailure('a', now);
  assert.equal(logins.isLocked('a', 3), false);
  logins.noteFailure('a', 3);
  assert.equal(logins.isLocked('a', 102), true);
  assert.equal(logins.isLocked('a', 103), false);
  assert.equal(logins.isLocked('b', 4), false);
});

test('a success is the end of a row, and so is a long time', () => {
  const logins = new FailedLogins(settings);
  for (const now of [1, 2]) logins.noteFailure('a', now);
  logins.noteSuccess('a');
  for (const now of [3, 4]) logins.noteFailure('a', now);
  assert.equal(logins.isLocked('a', 5), false);
  logins.noteFailure('a', 104);
  assert.equal(logins.isLocked('a', 105), false);
});

test('where nobody is to be locked out, nothing is remembered', () => {
  const logins = new FailedLogins({ attempts: 0, durationMs: 100 });
  for (const now of [1, 2, 3, 4]) logins.noteFailure('a', now);
  assert.equal(logins.isLocked('a', 5), false);
});

test('of so many names failures are remembered: those who have failed last', () => {
  const logins = new FailedLogins({ attempts: 1, durationMs: 100 }, 2);
  for (const name of ['a', 'b', 'c']) logins.noteFailure(name, 1);
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => logins.isLocked(name, 2)),
    [false, true, true],
  );
});
