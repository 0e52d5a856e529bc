import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BreakingProxy } from '../testing/breaking-proxy.ts';
import { type CounterChange, setCounter, worldOf } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { hasPostgres, postgresPlace } from '../testing/postgres-place.ts';
import { rejects } from '../testing/rejects.ts';
import {
  JournalDenied,
  JournalFateUnknown,
  JournalLocked,
  JournalReadOnly,
  JournalSuperseded,
  JournalUnavailable,
  JournalUnreachable,
} from './journal-errors.ts';
import {
  openPostgresJournal,
  type PostgresJournal,
  type PostgresJournalOptions,
} from './postgres-journal.ts';
import { type PostgresPlace, Session } from './postgres/session.ts';

/** A journal whose connections can be broken, and a look at what is stored. */
async function given(t: TestContext, options: PostgresJournalOptions = {}) {
  const place = await postgresPlace();
  const url = new URL(place.url);
  const proxy = await BreakingProxy.before(Number(url.port));
  url.port = String(proxy.port);
  const told: unknown[] = [];
  const journal = await openPostgresJournal({ ...place, url: url.href }, [countersProjection], {
    onConnection: (failure) => told.push(failure),
    ...options,
  });
  const direct = await Session.open(place);
  t.after(async () => {
    await journal.close();
    await direct.close();
    proxy.close();
  });
  const names = async () =>
    (await direct.ask('select name from counters order by name')).map(([name]) => name);
  return { place, journal, proxy, direct, told, names };
}

describe('a PostgreSQL journal whose connection is lost', () => {
  test('makes another, and goes on', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { journal, proxy, told, names } = await given(t);
    await journal.append([setCounter('a')], 1);
    proxy.cut();
    await sleep(20);
    await journal.append([setCounter('b')], 2).catch((error) => assert(error instanceof JournalUnavailable));
    await journal.append([setCounter('c')], 3);
    assert.deepEqual([...worldOf(await journal.load()).keys()].slice(-1), ['c']);
    assert.ok((await names()).includes('a') && (await names()).includes('c'));
    assert.ok(told[0] instanceof Error && told.at(-1) === null);
    assert.equal(journal.lastNumber, (await journal.changesAfter(0, 9)).length);
  });

  test('and whose append has happened says so', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { journal, proxy, names } = await given(t);
    proxy.swallowAnswers();
    const appended = journal.append([setCounter('a')], 1);
    await untilSome(names);
    proxy.heal();
    proxy.cut();
    await appended;
    assert.equal(journal.lastNumber, 1);
    await journal.append([setCounter('b')], 2);
    assert.deepEqual(
      (await journal.changesAfter(0, 9)).map(({ number }) => number),
      [1, 2],
    );
  });

  test('and whose append has not happened says so, and it never will', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { journal, proxy, names } = await given(t);
    proxy.holdRequests();
    const appended = rejects(() => journal.append([setCounter('late')], 1), JournalUnavailable);
    await sleep(50);
    proxy.cut();
    proxy.heal();
    await appended;
    // Whatever was on its way arrives now, and is too late.
    proxy.deliver();
    await sleep(200);
    assert.deepEqual(await names(), []);
    await journal.append([setCounter('a')], 2);
    assert.deepEqual(await names(), ['a']);
    assert.equal(journal.lastNumber, 1);
  });

  test('for too long gives up, and says that it does not know', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { journal, proxy, names } = await given(t, { mendMs: 200 });
    proxy.swallowAnswers();
    const appended = rejects(() => journal.append([setCounter('a')], 1), JournalFateUnknown);
    await untilSome(names);
    proxy.refuse();
    proxy.cut();
    await appended;
    await rejects(() => journal.append([setCounter('b')], 2), JournalFateUnknown);
  });

  test('is used again for reading', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { journal, proxy } = await given(t);
    await journal.append([setCounter('a')], 1);
    proxy.cut();
    await sleep(20);
    assert.equal((await journal.changesAfter(0, 9)).length, 1);
  });
});

describe('the lease of a PostgreSQL journal', () => {
  const leaseMs = 300;

  test('is kept as long as the journal is open', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { journal, place } = await given(t, { leaseMs });
    await sleep(2 * leaseMs);
    assert.ok(journal.isCertain);
    await rejects(() => openPostgresJournal(place, [countersProjection]), JournalLocked);
  });

  test('runs out when the process is not heard of, and then the old one stores nothing', async (t) => {
    if (!(await hasPostgres(t))) return;
    let superseded = 0;
    const { journal, proxy, place, names } = await given(t, { leaseMs, onSuperseded: () => superseded++ });
    await journal.append([setCounter('a')], 1);
    proxy.holdRequests();
    const other = await openNow(t, place);
    assert.ok(!journal.isCertain);
    await other.append([setCounter('b')], 2);
    proxy.heal();
    proxy.deliver();
    await rejects(() => journal.append([setCounter('c')], 3), JournalSuperseded);
    await rejects(() => journal.ascertain(), JournalSuperseded);
    assert.equal(superseded, 1);
    assert.deepEqual(await names(), ['a', 'b']);
    await other.append([setCounter('d')], 4);
    assert.equal(other.lastNumber, 3);
  });

  test('cannot be taken while a transaction of the old epoch is under way', async (t) => {
    if (!(await hasPostgres(t))) return;
    const { journal, proxy, place, direct } = await given(t, { leaseMs });
    // The append waits for this lock with its own lock on the lease.
    await direct.ask('begin');
    await direct.ask('lock table counters in exclusive mode');
    const appended = journal.append([setCounter('a')], 1);
    await sleep(100);
    proxy.cut();
    proxy.refuse();
    await sleep(2 * leaseMs);
    const opening = openNow(t, place);
    await direct.ask('commit');
    const other = await opening;
    proxy.heal();
    const happened = await appended.then(
      () => true,
      () => false,
    );
    assert.equal(other.lastNumber, happened ? 1 : 0);
  });

  async function openNow(t: TestContext, place: PostgresPlace): Promise<PostgresJournal<CounterChange>> {
    const other = await openPostgresJournal(place, [countersProjection], { lockWaitMs: 5000 });
    t.after(() => other.close());
    return other;
  }
});

describe('a PostgreSQL that cannot be used', () => {
  const cases = [
    [
      'is not there',
      (url: URL) => (url.port = '1'),
      JournalUnreachable,
      /Cannot reach postgres:\/\/127\.0\.0\.1:1\//,
    ],
    [
      'has no such database',
      (url: URL) => (url.pathname = '/nowhere'),
      JournalDenied,
      /"nowhere" does not exist/,
    ],
    ['has no such user', (url: URL) => (url.username = 'nobody'), JournalDenied, /"nobody" does not exist/],
    [
      'only reads',
      (url: URL) => url.searchParams.set('options', '-c default_transaction_read_only=on'),
      JournalReadOnly,
      /replica/,
    ],
  ] as const;
  for (const [what, change, kind, message] of cases) {
    test(`because it ${what} is refused in words`, async (t) => {
      if (!(await hasPostgres(t))) return;
      const place = await postgresPlace();
      const url = new URL(place.url);
      change(url);
      await assert.rejects(
        openPostgresJournal({ ...place, url: url.href }, [countersProjection]),
        (error) => {
          assert(error instanceof kind, String(error));
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /secret/);
          return true;
        },
      );
    });
  }
});

async function untilSome(names: () => Promise<unknown[]>): Promise<void> {
  for (let waited = 0; (await names()).length === 0; waited++) {
    assert.ok(waited < 6_000, 'nothing is stored');
    await sleep(10);
  }
}
