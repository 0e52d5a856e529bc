import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { impatient, joined } from '../testing/joined-member.ts';
import { hasPostgres, postgresPlace } from '../testing/postgres-place.ts';
import { rejects } from '../testing/rejects.ts';
import { until } from '../testing/until.ts';
import { JournalError } from '../journal/journal-errors.ts';
import { NotLeading } from './member-errors.ts';

test('the first to join leads, the others follow and see what it writes', async (t) => {
  if (!(await hasPostgres(t))) return;
  const place = await postgresPlace();
  const a = await joined(t, place, 'a');
  const b = await joined(t, place, 'b');
  assert.equal(a.member.standing.role, 'leader');
  assert.equal(b.member.standing.role, 'follower');
  assert.equal((await b.member.leader())?.address, 'http://a');
  assert.equal(await a.member.leader(), null);
  for (let count = 0; count < 20; count++) {
    const letter = String.fromCharCode(97 + count);
    await a.create(letter);
    assert.equal((await b.read()).at(-1), letter);
    assert.equal((await a.read()).at(-1), letter);
  }
  await rejects(() => b.create('z'), NotLeading);
});

test('when the leader leaves, another leads at once and goes on numbering', async (t) => {
  if (!(await hasPostgres(t))) return;
  const place = await postgresPlace();
  // The lease is longer than `until` waits.
  const leaseMs = 600_000;
  const a = await joined(t, place, 'a', { leaseMs });
  const b = await joined(t, place, 'b', { leaseMs });
  await a.create('x');
  await a.member.close();
  await until(() => b.member.isLeading);
  await b.create('y');
  assert.equal(await b.read(), 'xy');
  assert.equal(b.member.standing.lastNumber, 2);
});

test('a leader that is cut off is followed by another, writes nothing more, and follows when it is back', async (t) => {
  if (!(await hasPostgres(t))) return;
  const place = await postgresPlace();
  const a = await joined(t, place, 'a', impatient);
  const b = await joined(t, place, 'b', impatient);
  await a.create('x');
  a.proxy.holdRequests();
  const lost = a.create('lost').then(
    () => 'written',
    (error: unknown) => error,
  );
  await until(() => b.member.isLeading);
  await b.create('y');
  // Nobody may be told what was true before.
  const seen = a.read();
  a.proxy.heal();
  a.proxy.deliver();
  a.proxy.cut();
  assert.ok((await lost) instanceof JournalError);
  assert.equal(await seen, 'xy');
  assert.equal(await a.read(), 'xy');
  assert.equal(a.member.standing.role, 'follower');
  await b.create('z');
  assert.equal(await a.read(), 'xyz');
  assert.deepEqual(a.roles, ['leader', 'follower']);
});

test('a follower that cannot reach the database says so, and goes on when it can', async (t) => {
  if (!(await hasPostgres(t))) return;
  const place = await postgresPlace();
  const a = await joined(t, place, 'a');
  const b = await joined(t, place, 'b');
  await a.create('x');
  assert.equal(await b.read(), 'x');
  b.proxy.refuse();
  b.proxy.cut();
  await a.create('y');
  await assert.rejects(b.read(), (error) => error instanceof JournalError);
  await until(() => b.member.standing.trouble !== null);
  b.proxy.heal();
  assert.equal(await b.read(), 'xy');
  await until(() => b.member.standing.trouble === null);
});

test('a follower that has fallen behind what is kept loads the state again', async (t) => {
  if (!(await hasPostgres(t))) return;
  const place = await postgresPlace();
  const a = await joined(t, place, 'a');
  const b = await joined(t, place, 'b');
  await a.create('x');
  assert.equal(await b.read(), 'x');
  b.proxy.refuse();
  b.proxy.cut();
  await sleep(20);
  for (const letter of 'uvwy') await a.create(letter);
  assert.equal(await a.member.prune(Number.MAX_SAFE_INTEGER, 100), 5);
  b.proxy.heal();
  assert.equal(await b.read(), 'uvwxy');
  assert.equal(b.member.standing.lastNumber, 5);
  await a.create('z');
  assert.equal(await b.read(), 'uvwxyz');
});

test('whoever leads, changes can be read and are told of at every member', async (t) => {
  if (!(await hasPostgres(t))) return;
  const place = await postgresPlace();
  const a = await joined(t, place, 'a');
  const b = await joined(t, place, 'b');
  const told = { a: 0, b: 0 };
  a.member.onNews(() => told.a++);
  const stop = b.member.onNews(() => told.b++);
  const numbersAt = async (member: typeof a.member, after: number) => {
    const { changes, forgottenThrough } = await member.readAfter(after, 2);
    assert.equal(forgottenThrough, 0);
    return changes.map(({ number }) => number);
  };
  for (const letter of 'xyz') await a.create(letter);
  await until(() => told.a >= 3 && told.b >= 3);
  for (const { member } of [a, b]) {
    assert.deepEqual(await numbersAt(member, 0), [1, 2]);
    assert.deepEqual(await numbersAt(member, 2), [3]);
  }
  await a.member.close();
  await until(() => b.member.isLeading);
  await b.create('w');
  assert.deepEqual(await numbersAt(b.member, 2), [3, 4]);
  assert.equal(b.member.lastNumber, 4);
  await until(() => told.b >= 4);
  stop();
  const { b: toldBefore } = told;
  await b.create('v');
  await sleep(50);
  assert.equal(told.b, toldBefore);
});

test('whoever is told of changes finds them in the world, the last time they are told', async (t) => {
  if (!(await hasPostgres(t))) return;
  const place = await postgresPlace();
  const a = await joined(t, place, 'a');
  const b = await joined(t, place, 'b');
  const seen = { a: 0, b: 0 };
  a.member.onNews(() => (seen.a = a.member.lastNumber));
  b.member.onNews(() => (seen.b = b.member.lastNumber));
  for (const letter of 'xyz') await a.create(letter);
  assert.equal(seen.a, 3, 'who leads is told before the one who has asked for it');
  await until(() => seen.b === 3);
});
