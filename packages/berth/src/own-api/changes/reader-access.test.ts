import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthOutcome, Caller } from '@berth/api-kit/caller.ts';
import { readerAccess } from './reader-access.ts';

const ann: Caller = {
  userId: 'ann',
  projectId: null,
  domainId: null,
  roles: ['admin'],
  systemScope: null,
  isServiceToken: false,
};

function accessOf(until?: number) {
  const state = { now: 0, outcome: asCaller(until), isAllowed: true, asked: 0 };
  const app = {
    authenticate: async () => {
      state.asked++;
      return state.outcome;
    },
    policy: { allows: () => state.isAllowed },
    now: () => state.now,
  };
  const caller = until === undefined ? ann : { ...ann, until };
  return { state, access: readerAccess(app, 'berth:changes:list', { 'x-auth-token': 't' }, caller) };
}

function asCaller(until?: number): AuthOutcome {
  return { kind: 'caller', caller: until === undefined ? ann : { ...ann, until } };
}

test('it ends when the token does, to the millisecond', async () => {
  const { state, access } = accessOf(5_000);
  assert.equal(access.nextLookMs, 5_000);
  state.now = 4_999;
  assert.equal(await access.ended(), null);
  state.now = 5_000;
  assert.equal(await access.ended(), 'The token has expired.');
  assert.equal(state.asked, 0);
});

test('without an end it goes on, and is looked at once a minute', async () => {
  const { state, access } = accessOf();
  for (let second = 0; second <= 600; second++) {
    state.now = second * 1_000;
    assert.equal(await access.ended(), null);
    assert.ok(access.nextLookMs <= 60_000);
  }
  assert.equal(state.asked, 10);
});

test('it ends when the token is refused or the rule says no, and not when nobody can be asked', async () => {
  const { state, access } = accessOf(1_000_000);
  state.outcome = { kind: 'unavailable', reason: 'Keystone is away' };
  state.now = 60_000;
  assert.equal(await access.ended(), null);
  state.outcome = { kind: 'unauthenticated' };
  assert.equal(await access.ended(), null, 'it was asked a moment ago');
  state.now = 120_000;
  assert.equal(await access.ended(), 'The token is not valid any more.');
  state.outcome = asCaller(1_000_000);
  state.isAllowed = false;
  state.now = 180_000;
  assert.equal(await access.ended(), 'Policy does not allow berth:changes:list any more.');
});

test('while nobody can be asked it ends with the token all the same', async () => {
  const { state, access } = accessOf(90_000);
  state.outcome = { kind: 'unavailable', reason: 'Keystone is away' };
  state.now = 61_000;
  assert.equal(await access.ended(), null);
  assert.equal(access.nextLookMs, 29_000);
  state.now = 90_000;
  assert.equal(await access.ended(), 'The token has expired.');
});
