import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setCounter, worldOf } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { type TwoPartsChange, twoParts } from '../testing/journal-steps.ts';
import { hasPostgres, postgresPlace } from '../testing/postgres-place.ts';
import { rejects } from '../testing/rejects.ts';
import { JournalLocked, JournalOutdated, JournalPartUnknown } from './journal-errors.ts';
import { openPostgresJournal } from './postgres-journal.ts';
import { openPostgresJournalReadOnly } from './postgres-journal-reader.ts';
import { type PostgresPlace, Session } from './postgres/session.ts';

for (const isHeld of [false, true]) {
  test(`a ledger from before there were hashes gets them, ${isHeld ? 'though its last leader may be there' : 'and is led at once'}`, async (t) => {
    if (!(await hasPostgres(t))) return;
    const place = await postgresPlace();
    const first = await openPostgresJournal(place, [countersProjection]);
    for (const name of ['a', 'b', 'c']) await first.append([setCounter(name)], 1000);
    await first.close();
    const session = await asBefore(place, isHeld);
    await rejects(() => openPostgresJournalReadOnly(place, [countersProjection]), JournalOutdated);

    // Whoever led by the old rules counts as there for as long as such a lease usually is.
    if (isHeld) {
      await rejects(() => openPostgresJournal(place, [countersProjection]), JournalLocked);
      await session.ask('update berth_lease set lease_ms = 0');
    }
    const second = await openPostgresJournal(place, [countersProjection], { lockWaitMs: 5000 });
    assert.equal(second.lastNumber, 3);
    assert.deepEqual([await second.hashAt(1), await second.hashAt(2)], [null, null]);
    assert.equal((await second.hashAt(3))?.length, 22);
    await second.append([setCounter('d')], 1001);
    assert.deepEqual(await second.problems(), []);
    assert.deepEqual([...worldOf(await second.load()).keys()], ['a', 'b', 'c', 'd']);
    // A program that knows only the old rules can store nothing.
    await assert.rejects(session.ask('select berth_assert_leads(1)'), /a newer program leads/);
    await second.close();
    await session.close();
  });
}

test('a ledger from before there were parts has one: the first of those it is opened with', async (t) => {
  if (!(await hasPostgres(t))) return;
  const place = await postgresPlace();
  const first = await openPostgresJournal(place, [countersProjection]);
  await first.append([setCounter('a')], 1000);
  const hash = await first.hashAt(1);
  await first.close();
  const session = await Session.open(place);
  await session.ask(`${withoutParts} update berth_schema set value = 2 where name = 'layout_version'`);
  await session.close();
  await rejects(() => openPostgresJournalReadOnly(place, [countersProjection]), JournalOutdated);

  const told: unknown[] = [];
  const second = await openPostgresJournal<TwoPartsChange>(place, twoParts, {
    onUpgrade: ({ part, to, describe }) => told.push([part, to, describe]),
  });
  assert.deepEqual(told, [
    [null, 3, 'a ledger has parts'],
    ['rows', 1, 'the ledger gets a part: rows'],
  ]);
  assert.deepEqual([...(await second.load())], [setCounter('a')]);
  assert.equal(await second.hashAt(1), hash);
  assert.deepEqual(await second.problems(), []);
  await second.close();
});

test('a ledger that lacks a part, or has another one, is not read', async (t) => {
  if (!(await hasPostgres(t))) return;
  const place = await postgresPlace();
  await (await openPostgresJournal(place, [countersProjection])).close();
  const read = () => openPostgresJournalReadOnly<TwoPartsChange>(place, twoParts);
  await rejects(read, JournalOutdated);
  await rejects(read, /does not have the part rows yet\. Starting the service adds it/);
  await (await openPostgresJournal<TwoPartsChange>(place, twoParts)).close();
  await (await read()).close();
  await rejects(() => openPostgresJournalReadOnly(place, [countersProjection]), JournalPartUnknown);
});

const withoutParts = `
  insert into berth_schema select 'schema_version', version from berth_parts;
  drop table berth_parts;`;

/** What the program made that knew no hashes, and whose leases ran by the clock of the database. */
async function asBefore(place: PostgresPlace, isHeld: boolean): Promise<Session> {
  const session = await Session.open(place);
  await session.ask(`
    alter table changes drop column hash;
    drop table berth_history;
    drop function berth_assert_leads(bigint, text, bigint, text);
    create function berth_assert_leads(mine bigint) returns void language plpgsql as $$ begin end $$;
    alter table berth_lease drop column token, drop column renewals, drop column lease_ms;
    alter table berth_lease add column until timestamptz not null default ${isHeld ? 'now()' : 'to_timestamp(0)'};
    ${withoutParts}
    update berth_schema set value = 1 where name = 'layout_version';
  `);
  return session;
}
