import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CounterChange } from '../testing/counters.ts';
import { joined, type MemberSettings } from '../testing/joined-member.ts';
import { hasPostgres } from '../testing/postgres-place.ts';
import { PostgresServer } from '../testing/postgres-server.ts';
import { until } from '../testing/until.ts';
import { JournalGap, JournalReadOnly, JournalReplaced } from '../journal/journal-errors.ts';
import { Session } from '../journal/postgres/session.ts';
import type { Loss } from './follower.ts';

/*
 * A database that comes back as it was at an earlier moment, as after a failover to a replica that lagged behind, or from a
 * snapshot.
 */

let server: PostgresServer;
let placeCount = 0;

before(async () => {
  const started = await PostgresServer.start({ hasOwnClock: PostgresServer.canHaveOwnClock });
  if (started !== null) server = started;
});
after(() => server?.stop());

/** Two members, of which the first leads, with x, y and z in the ledger. */
async function given(t: TestContext, settings: MemberSettings = {}) {
  // Longer than the database stands still for a snapshot.
  const options = { leaseMs: 3_000, ...settings };
  const place = { url: server.url, schema: `older_${++placeCount}` };
  const a = await joined(t, place, 'a', options);
  const b = await joined(t, place, 'b', options);
  for (const letter of 'xyz') await a.create(letter);
  assert.equal(await b.read(), 'xyz');
  return { place, a, b };
}

function namesIn(losses: readonly Loss<CounterChange>[]): string {
  return losses
    .flatMap(({ changes }) => changes)
    .map(({ change }) => (change.kind === 'counter-set' ? change.counter.name : change.kind))
    .join('');
}

describe('a database that comes back older', () => {
  test('in the same epoch: everybody loads again, names what is lost, and goes on without a gap', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { a, b, place } = await given(t);
    const snapshot = await server.snapshot();
    for (const letter of 'uvw') await a.create(letter);
    assert.equal(await b.read(), 'uvwxyz');
    await server.resumeFrom(snapshot);
    await until(async () => (await a.read().catch(() => '')) === 'xyz');
    assert.equal(await b.read(), 'xyz');
    for (const { losses } of [a, b]) {
      assert.equal(namesIn(losses), 'uvw');
      assert.deepEqual(
        losses.map(({ isComplete, numberBefore, numberNow }) => [isComplete, numberBefore, numberNow]),
        [[true, 6, 3]],
      );
    }
    assert.deepEqual([a.losses[0]?.hasLed, b.losses[0]?.hasLed], [true, false]);
    await until(() => a.member.isLeading || b.member.isLeading);
    const leader = a.member.isLeading ? a : b;
    await leader.create('n');
    assert.equal(await a.read(), 'nxyz');
    assert.equal(await b.read(), 'nxyz');
    const session = await Session.open(place);
    const rows = await session.ask('select number from changes order by number');
    await session.close();
    assert.deepEqual(rows.flat().map(Number), [1, 2, 3, 4]);
  });

  test('while nobody writes and the lease is long: the leader does not answer from memory all the same', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { a } = await given(t, { leaseMs: 60_000 });
    const snapshot = await server.snapshot();
    for (const letter of 'uvw') await a.create(letter);
    await server.resumeFrom(snapshot);
    assert.equal(await a.read(), 'xyz');
    assert.equal(namesIn(a.losses), 'uvw');
  });

  test('and goes on to the same number before anybody looks: it is another history all the same', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { a, b } = await given(t);
    const snapshot = await server.snapshot();
    for (const letter of 'uvw') await a.create(letter);
    assert.equal(await b.read(), 'uvwxyz');
    // It cannot see what happens meanwhile.
    b.proxy.refuse();
    b.proxy.cut();
    await server.resumeFrom(snapshot);
    await until(async () => (await a.read().catch(() => '')) === 'xyz');
    await until(() => a.member.isLeading);
    for (const letter of 'klm') await a.create(letter);
    assert.equal(a.member.standing.lastNumber, 6);
    b.proxy.heal();
    await until(async () => (await b.read().catch(() => '')) === 'klmxyz');
    assert.equal(namesIn(b.losses), 'uvw');
    assert.equal(b.member.standing.lag, 0);
  });

  test('without what came in a later epoch, whose number is given again to somebody else', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { a, b } = await given(t);
    const snapshot = await server.snapshot();
    // In a new epoch it leads on, until it cannot reach the database any more.
    a.proxy.cut();
    await until(async () => (await a.create('u').catch(() => null)) !== null);
    a.proxy.refuse();
    a.proxy.cut();
    await server.resumeFrom(snapshot);
    // Its lease in the database is an old one, and b takes over: in an epoch with the number of the lost one.
    await until(() => b.member.isLeading);
    await b.create('n');
    a.proxy.heal();
    await until(async () => (await a.read().catch(() => '')) === 'nxyz');
    assert.equal(a.member.isLeading, false);
    assert.equal(namesIn(a.losses), 'u');
  });

  test('twice, and it has gone on in between: what was not seen is not said to be all', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { a, b } = await given(t);
    const [snapshot, again] = [await server.snapshot(), await server.snapshot()];
    await a.create('u');
    assert.equal(await b.read(), 'uxyz');
    b.proxy.refuse();
    b.proxy.cut();
    await server.resumeFrom(snapshot);
    await until(async () => (await a.read().catch(() => '')) === 'xyz');
    await until(() => a.member.isLeading);
    for (const letter of 'kl') await a.create(letter);
    b.proxy.heal();
    await until(async () => (await b.read().catch(() => '')) === 'klxyz');
    await server.resumeFrom(again);
    await until(async () => (await b.read().catch(() => '')) === 'xyz');
    // It had loaded k and l as state, and cannot tell what they were.
    assert.deepEqual(
      b.losses.map(({ changes, isComplete }) => [changes.length, isComplete]),
      [
        [1, true],
        [0, false],
      ],
    );
    assert.equal(namesIn(b.losses), 'u');
    await until(async () => (await a.read().catch(() => '')) === 'xyz');
    assert.equal(namesIn(a.losses), 'ukl');
  });

  test('by more than is remembered: what is known is named, and that there is more is said', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { a } = await given(t, { recentMax: 2 });
    const snapshot = await server.snapshot();
    for (const letter of 'lmnopq') await a.create(letter);
    await server.resumeFrom(snapshot);
    await until(async () => (await a.read().catch(() => '')) === 'xyz');
    const [loss] = a.losses;
    assert.equal(loss?.isComplete, false);
    assert.match(namesIn(a.losses), /^.*pq$/);
    assert.equal(a.losses.length, 1);
  });

  test('as a replica that only reads: nobody leads, and nobody is answered with what may be old', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { b } = await given(t, { leaseMs: 20_000 });
    const [snapshot, again] = [await server.snapshot(), await server.snapshot()];
    await server.resumeFrom(snapshot, { isStandby: true });
    t.after(() => server.resumeFrom(again));
    await assert.rejects(b.read(), JournalReadOnly);
    await until(() => b.troubles.some((reason) => reason instanceof JournalReadOnly));
    assert.equal(b.member.isLeading, false);
  });
});

test('another ledger in the place of ours is not taken for it', async (t) => {
  if (!(await hasPostgres(t))) return;
  const { a, b, place } = await given(t);
  const session = await Session.open(place);
  const [[ledger] = []] = await session.ask('select ledger from berth_history');
  await session.ask(`update berth_history set ledger = 'another'`);
  for (const { proxy } of [a, b]) proxy.cut();
  await assert.rejects(b.read(), JournalReplaced);
  await until(() => !a.member.isLeading);
  await assert.rejects(a.read(), JournalReplaced);
  assert.deepEqual([...a.losses, ...b.losses], []);
  // When it is the right one again, all go on.
  await session.ask('update berth_history set ledger = $1', [ledger]);
  await session.close();
  for (const { read } of [a, b]) await until(async () => (await read().catch(() => '')) === 'xyz');
});

test('what is taken away under a connection that stays is noticed by a leader that nobody writes to', async (t) => {
  if (!(await hasPostgres(t))) return;
  const { a, b, place } = await given(t);
  for (const letter of 'uvw') await a.create(letter);
  const session = await Session.open(place);
  await session.ask(`delete from counters where name in ('u', 'v', 'w')`);
  await session.ask('delete from changes where number > 3');
  await session.close();
  // Nobody asks it for anything: its next sign of life tells.
  await until(() => namesIn(a.losses) === 'uvw');
  for (const { read } of [a, b]) await until(async () => (await read().catch(() => '')) === 'xyz');
});

test('a gap in the journal is told of, and the state is loaded again', async (t) => {
  if (!(await hasPostgres(t))) return;
  const { a, b, place } = await given(t);
  b.proxy.refuse();
  b.proxy.cut();
  for (const letter of 'uvw') await a.create(letter);
  const session = await Session.open(place);
  await session.ask('delete from changes where number = 5');
  await session.close();
  b.proxy.heal();
  await until(async () => (await b.read().catch(() => '')) === 'uvwxyz');
  assert.ok(b.troubles.some((reason) => reason instanceof JournalGap));
});

test('whatever the clock of the database does, nobody takes over from who leads', async (t) => {
  if (!(await hasPostgres(t))) return;
  if (!PostgresServer.canHaveOwnClock) return t.skip('libfaketime is not installed');
  // Long enough that it does not run out because the machine is busy.
  const { a, b } = await given(t, { leaseMs: 10_000 });
  t.after(() => server.stepClock(0));
  for (const [name, seconds] of Object.entries({ f: 3600, p: -3600 })) {
    server.stepClock(seconds);
    await a.create(name);
    // As long as it takes b to look twice who leads.
    await sleep(2_200);
    assert.ok((await b.read()).includes(name));
  }
  assert.deepEqual([a.roles, b.roles], [['leader'], []]);
});
