import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BodyHolder, BodyRoom } from './body-room.ts';

class Sender implements BodyHolder {
  readonly events: string[] = [];
  goOn(): void {
    this.events.push('goes on');
  }
  giveUp({ status }: { readonly status: number }): void {
    this.events.push(`given up with ${status}`);
  }
}

function room() {
  const clock = { now: 0 };
  return { clock, room: new BodyRoom(1_000_000, 10_000, () => clock.now) };
}

test('bodies wait when all is taken, and go on in the order in which they came', () => {
  const { room: all } = room();
  const [first, second, third, fourth] = [new Sender(), new Sender(), new Sender(), new Sender()];
  assert.ok(all.take(first, 600_000));
  assert.ok(!all.take(second, 400_000));
  assert.ok(!all.take(third, 0));
  assert.ok(!all.take(fourth, 0));
  all.leave(first);
  assert.equal(all.taken, 400_000);
  for (const sender of [second, third, fourth]) assert.deepEqual(sender.events, ['goes on']);
});

test('of those who wait only as many go on as there is room for', () => {
  const { room: all } = room();
  const [first, ...others] = Array.from({ length: 100 }, () => new Sender());
  assert.ok(first && all.take(first, 900_000));
  const big = new Sender();
  assert.ok(!all.take(big, 500_000));
  for (const sender of others) all.take(sender, 0);
  all.leave(first);
  const awake = [big, ...others].filter(({ events }) => events.length > 0).length;
  assert.ok(awake > 1 && awake < 10, `${awake} go on`);
});

test('the oldest one may always go on, or nobody would ever come to an end', () => {
  const { room: all } = room();
  const [first, second] = [new Sender(), new Sender()];
  assert.ok(all.take(first, 500_000));
  assert.ok(!all.take(second, 500_000));
  assert.ok(all.take(first, 8_000_000));
  all.leave(first);
  assert.deepEqual(second.events, ['goes on']);
  assert.ok(all.take(second, 8_000_000), 'now it is the oldest');
});

test('who waits too long is told to come again', () => {
  const { clock, room: all } = room();
  const [first, second] = [new Sender(), new Sender()];
  all.take(first, 1_000_000);
  all.take(second, 1);
  clock.now = 9_999;
  all.look();
  assert.deepEqual(second.events, []);
  clock.now = 10_000;
  all.look();
  assert.deepEqual(second.events, ['given up with 503']);
  all.leave(second);
  all.leave(first);
  assert.equal(all.taken, 0);
});

test('a slow sender is given up, but only while somebody waits for its room', () => {
  const { clock, room: all } = room();
  const [slow, waiting] = [new Sender(), new Sender()];
  all.take(slow, 20_000);
  clock.now = 60_000;
  all.look();
  assert.deepEqual(slow.events, []);
  const other = new Sender();
  all.take(other, 1_000_000);
  all.take(waiting, 1);
  all.look();
  assert.deepEqual(slow.events, ['given up with 408']);
});

test('one that is whole waits no longer, and keeps its share until its request is answered', () => {
  const { clock, room: all } = room();
  const [first, second] = [new Sender(), new Sender()];
  all.take(first, 999_999);
  all.take(second, 5);
  all.whole(second);
  clock.now = 60_000;
  all.look();
  assert.deepEqual(second.events, []);
  assert.equal(all.taken, 1_000_004);
  all.leave(second);
  all.leave(first);
  all.leave(first);
  assert.equal(all.taken, 0);
});

test('one that brings more while it waits waits once, and nobody is given up for it when it has gone', () => {
  const { clock, room: all } = room();
  const [first, second, slow] = [new Sender(), new Sender(), new Sender()];
  all.take(first, 1_000_000);
  for (let piece = 0; piece < 3; piece++) assert.ok(!all.take(second, 5));
  all.leave(second);
  all.leave(first);
  all.take(slow, 1);
  clock.now = 60_000;
  all.look();
  assert.deepEqual(slow.events, []);
});
