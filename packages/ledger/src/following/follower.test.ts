import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openPostgresJournal } from '../journal/postgres-journal.ts';
import { setCounter } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { joined } from '../testing/joined-member.ts';
import { hasPostgres, postgresPlace } from '../testing/postgres-place.ts';

/** A member that follows, and the journal of who leads. */
async function following(t: Parameters<typeof joined>[0]) {
  const place = await postgresPlace();
  const journal = await openPostgresJournal(place, [countersProjection], { leaseMs: 60_000 });
  t.after(() => journal.close());
  const follower = await joined(t, place, 'b', { leaseMs: 60_000 });
  return { journal, ...follower };
}

/** How many counters there were at each turn of the event loop, until the follower has read all there is. */
async function sizesWhileReading({
  member,
}: {
  readonly member: Awaited<ReturnType<typeof joined>>['member'];
}) {
  const sizes = new Set<number>();
  const looking = new AbortController();
  const look = async () => {
    for (; !looking.signal.aborted; await setImmediate()) sizes.add(member.world.size);
  };
  const looked = look();
  await member.ready();
  looking.abort();
  await looked;
  return [...sizes, member.world.size];
}

function some(count: number, name: string, note = '') {
  return Array.from({ length: count }, (_, index) => setCounter(`${name}${index}`, { note }));
}

test('nobody sees half of a commit, however many changes it has', async (t) => {
  if (!(await hasPostgres(t))) return;
  const { journal, member } = await following(t);
  await journal.append(some(700, 'a'), 1000);
  await journal.append(some(2500, 'b'), 2000);
  await journal.append(some(900, 'c'), 3000);
  const whole = [0, 700, 3200, 4100];
  for (const size of await sizesWhileReading({ member })) assert.ok(whole.includes(size), `${size} is half`);
  assert.equal(member.world.size, 4100);
  assert.equal(member.lastNumber, 4100);
});

test('nobody sees half of a commit, however large its changes are', async (t) => {
  if (!(await hasPostgres(t))) return;
  const { journal, member } = await following(t);
  const note = 'x'.repeat(1 << 20);
  await journal.append(some(3, 'a', note), 1000);
  await journal.append(some(20, 'b', note), 2000);
  const whole = [0, 3, 23];
  for (const size of await sizesWhileReading({ member })) assert.ok(whole.includes(size), `${size} is half`);
  assert.equal(member.world.size, 23);
});
