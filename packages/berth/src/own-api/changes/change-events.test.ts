import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '@berth/engine/changes.ts';
import { traitName } from '@berth/engine/testing/names.ts';
import { WorldState } from '@berth/engine/world.ts';
import { FeedOfJournal } from '@berth/ledger/following/feed-of-journal.ts';
import { JournalUnavailable } from '@berth/ledger/journal/journal-errors.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementFeed } from '@berth/placement/feed/placement-feed.ts';
import { TreeFilter } from '@berth/placement/feed/tree-filter.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { ChangeCache } from './change-cache.ts';
import { changeEvents, type EventTimes } from './change-events.ts';
import type { ChangeQuery } from './change-query.ts';
import { EventReaders } from './event-readers.ts';
import type { ReaderAccess } from './reader-access.ts';
import { ChangeViews } from './change-views.ts';
import { watchedFeed } from './testing/watched-feed.ts';

const everything: ChangeQuery = { after: 0, limit: 100, nouns: null, filtered: null, history: null };
const patient: EventTimes = { heartbeatMs: 60_000, pauseMs: 0, pausePerReaderMs: 0, retryMs: 10 };
const forEver: ReaderAccess = { nextLookMs: Number.POSITIVE_INFINITY, ended: async () => null };

/** A feed into which the test writes, and one who reads its events. */
function reading(
  t: TestContext,
  query: Partial<ChangeQuery> = {},
  times: Partial<EventTimes> = {},
  access: ReaderAccess = forEver,
) {
  const journal = new MemoryJournal<Change>([placementProjection]);
  const feed = new FeedOfJournal(journal);
  let reads = 0;
  let failure: Error | null = null;
  const counted = watchedFeed(feed, () => {
    reads++;
    if (failure !== null) throw failure;
  });
  const unwanted = new AbortController();
  t.after(() => unwanted.abort());
  const views = new ChangeViews([placementFeed]);
  const app = {
    feed: counted,
    views,
    filter: new TreeFilter(counted, () => new WorldState()),
    changes: new ChangeCache(counted, views),
    readers: new EventReaders(1),
  };
  const all = { ...everything, ...query };
  const body = changeEvents(app, all, access, { ...patient, ...times })(unwanted.signal);
  const chunks = body[Symbol.asyncIterator]();
  return {
    journal,
    unwanted,
    feed: counted,
    reads: () => reads,
    fail: (error: Error | null) => {
      failure = error;
    },
    add: (...names: string[]) => {
      const changes = names.map((name): Change => {
        return { kind: 'trait-added', trait: { name: traitName(name), createdAt: 0 } };
      });
      journal.append(changes, 1_000);
      feed.tell();
    },
    next: async () => {
      const { done, value } = await chunks.next();
      return done ? null : Buffer.from(value).toString();
    },
  };
}

function event(number: number, trait: string): string {
  const data = {
    number,
    at: '1970-01-01T00:00:01.000Z',
    kind: 'trait_added',
    trait,
    created_at: '1970-01-01T00:00:00.000Z',
  };
  return `id: ${number}\nevent: trait_added\ndata: ${JSON.stringify(data)}\n\n`;
}

test('what is there comes at once, and what is new when it is committed', async (t) => {
  const { add, next } = reading(t);
  add('A', 'B');
  assert.equal(await next(), event(1, 'A') + event(2, 'B'));
  const third = next();
  await sleep(20);
  add('C');
  assert.equal(await third, event(3, 'C'));
  add('D');
  add('E');
  assert.equal(await next(), event(4, 'D') + event(5, 'E'));
});

test('it begins after the number that was asked for', async (t) => {
  const { add, next } = reading(t, { after: 2 });
  add('A', 'B', 'C');
  assert.equal(await next(), event(3, 'C'));
});

test('a reader that does not read is not read for', async (t) => {
  const { add, next, reads } = reading(t);
  add('A');
  await next();
  const before = reads();
  for (let count = 0; count < 1_000; count++) add(`T${count}`);
  await sleep(20);
  assert.equal(reads(), before);
});

test('a piece has some events, and few if they are large', async (t) => {
  const { add, next } = reading(t);
  add(...Array.from({ length: 500 }, (_, index) => `T${index}`));
  add(...Array.from({ length: 6 }, (_, index) => `T${index}`.padEnd(100_000, 'X')));
  add('SMALL', 'AGAIN');
  const counts: number[] = [];
  for (let told = 0; told < 508; told += counts.at(-1) ?? 0) {
    counts.push((await next())?.match(/^id: /gm)?.length ?? 0);
  }
  assert.deepEqual(counts, [128, 128, 128, 117, 1, 1, 1, 1, 1, 2]);
});

test('many commits in a short time are read for together', async (t) => {
  const { add, next, reads } = reading(t, {}, { pauseMs: 50 });
  const before = performance.now();
  const adding = (async () => {
    for (let count = 0; count < 50; count++) {
      add(`T${count}`);
      await sleep(2);
    }
  })();
  for (let told = ''; !told.includes('id: 50\n'); ) told = (await next()) ?? '';
  await adding;
  // Timers may be a little early.
  assert.ok(reads() <= 3 + (performance.now() - before) / 50, `${reads()} reads`);
});

test('when there is nothing for a while, it says so, and up to which number', async (t) => {
  const { add, next } = reading(t, {}, { heartbeatMs: 30 });
  add('A');
  await next();
  const before = performance.now();
  assert.equal(await next(), ': nothing new up to 1\nid: 1\n\n');
  assert.equal(await next(), ': nothing new up to 1\nid: 1\n\n');
  assert.ok(performance.now() - before >= 55);
});

test('the number moves on with what was not asked for', async (t) => {
  const { add, next } = reading(t, { nouns: new Set(['providers']) }, { heartbeatMs: 30 });
  add(...Array.from({ length: 2_500 }, (_, index) => `T${index}`));
  let told = '';
  while (!told.includes('id: 2500')) told = (await next()) ?? '';
  assert.equal(told, ': nothing new up to 2500\nid: 2500\n\n');
});

test('who falls behind what is kept is told where to start again, and that is the end', async (t) => {
  const { add, next, journal } = reading(t);
  add('A');
  await next();
  add('B', 'C');
  journal.prune(Number.MAX_SAFE_INTEGER, 2);
  assert.equal(await next(), 'event: gone\ndata: {"start_from":3,"kept_after":2}\n\n');
  assert.equal(await next(), null);
});

test('when the ledger has become another one, nothing that was read before counts, and that is the end', async (t) => {
  const { add, next, feed } = reading(t);
  add('A');
  await next();
  const waiting = next();
  feed.history = 1;
  add('B');
  assert.equal(await waiting, 'event: gone\ndata: {"start_from":2,"kept_after":0}\n\n');
  assert.equal(await next(), null);
});

test('when the access ends, it says why, and that is the end', async (t) => {
  let reason: string | null = null;
  const access: ReaderAccess = { nextLookMs: 10, ended: async () => reason };
  const { add, next } = reading(t, {}, {}, access);
  add('A');
  await next();
  const waiting = next();
  await sleep(30);
  reason = 'The token has expired.';
  assert.equal(await waiting, 'event: access_ended\ndata: {"reason":"The token has expired."}\n\n');
  assert.equal(await next(), null);
});

test('it ends when it is not wanted any more, whatever it waits for', async (t) => {
  const { add, next, unwanted } = reading(t);
  add('A');
  await next();
  const waiting = next();
  unwanted.abort();
  assert.equal(await waiting, null);
});

test('a ledger that cannot be asked is asked again', async (t) => {
  const { add, next, fail } = reading(t);
  fail(new JournalUnavailable('The database is away.'));
  add('A');
  const first = next();
  await sleep(50);
  fail(null);
  assert.equal(await first, event(1, 'A'));
});

test('a mistake is not hidden', async (t) => {
  const { next, fail } = reading(t);
  fail(new TypeError('a mistake'));
  await assert.rejects(next(), /a mistake/);
});
