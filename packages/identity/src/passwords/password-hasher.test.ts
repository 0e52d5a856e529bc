import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PasswordHasher, passwordHashPattern } from './password-hasher.ts';

const cheap = 10;

test('a password is recognized by what is kept of it, and no other is', async () => {
  const hasher = new PasswordHasher(cheap);
  const hash = await hasher.hash('pässword\u{1f511}');
  assert.match(hash, new RegExp(passwordHashPattern));
  assert.equal(await hasher.matches('pässword\u{1f511}', hash), true);
  for (const other of ['', 'pässword', 'passw', `pässword\u{1f511} `])
    assert.equal(await hasher.matches(other, hash), false);
});

test('the same password is kept otherwise each time', async () => {
  const hasher = new PasswordHasher(cheap);
  assert.notEqual(await hasher.hash('a'), await hasher.hash('a'));
});

test('what was made at another cost is recognized', async () => {
  const hash = await new PasswordHasher(11).hash('a');
  assert.equal(await new PasswordHasher(cheap).matches('a', hash), true);
});

test('nobody has a password', async () => {
  assert.equal(await new PasswordHasher(cheap).matches('', null), false);
});

test('so many are under way at one time, so many wait, and those after are told to come again', async () => {
  const hasher = new PasswordHasher(cheap, { atOnce: 1, waitingMax: 2 });
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.hash('a')));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  );
  assert.equal((await hasher.hash('a')).slice(0, 6), 'scrypt');
});
