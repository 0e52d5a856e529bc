import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Anonymous, AnonymousRoom } from './anonymous-room.ts';

interface Stranger extends Anonymous {
  bytes: number;
  isServed: boolean;
  isDropped: boolean;
}

function stranger(): Stranger {
  return {
    bytes: 0,
    isServed: false,
    isDropped: false,
    heldBytes() {
      return this.bytes;
    },
    drop() {
      this.isDropped = true;
    },
  };
}

function room(count: number, bytes: number) {
  const clock = { now: 0 };
  return { clock, room: new AnonymousRoom(count, bytes, () => clock.now) };
}

test('of too many, the oldest that wait for no answer are dropped, after a moment', () => {
  const { clock, room: all } = room(3, 1_000);
  const strangers = Array.from({ length: 5 }, stranger);
  const [first, second, third] = strangers;
  assert.ok(first && second && third);
  first.isServed = true;
  for (const each of strangers) assert.ok(all.enter(each));
  all.trim();
  assert.ok(
    strangers.every(({ isDropped }) => !isDropped),
    'nobody is dropped before it could ask',
  );
  clock.now = 60;
  all.trim();
  assert.deepEqual(
    strangers.map(({ isDropped }) => isDropped),
    [false, true, true, false, false],
  );
  assert.equal(all.count, 3);
});

test('there is a number above which nobody comes in', () => {
  const { room: all } = room(3, 1_000);
  for (let count = 0; count < 6; count++) assert.ok(all.enter(stranger()));
  assert.ok(!all.enter(stranger()));
});

test('of too much, those that have most are dropped', () => {
  const { room: all } = room(100, 1_000);
  const [small, large, larger] = [stranger(), stranger(), stranger()];
  for (const [each, bytes] of [
    [small, 50],
    [large, 400],
    [larger, 700],
  ] as const) {
    all.enter(each);
    each.bytes = bytes;
    all.note(each, bytes);
  }
  assert.deepEqual([small.isDropped, large.isDropped, larger.isDropped], [false, false, true]);
});

test('what was feared but is not there costs nobody the place', () => {
  const { room: all } = room(100, 1_000);
  const strangers = Array.from({ length: 50 }, stranger);
  for (const each of strangers) {
    all.enter(each);
    each.bytes = 10;
    all.note(each, 100);
  }
  assert.ok(strangers.every(({ isDropped }) => !isDropped));
});

test('who is known counts no longer', () => {
  const { room: all } = room(1, 1_000);
  for (let count = 0; count < 10; count++) {
    const client = stranger();
    assert.ok(all.enter(client));
    client.bytes = 900;
    all.note(client, 900);
    all.leave(client);
    all.note(client, 5_000);
    assert.ok(!client.isDropped);
  }
  assert.equal(all.count, 0);
});
