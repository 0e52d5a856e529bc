import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '@berth/engine/changes.ts';
import { traitName } from '@berth/engine/testing/names.ts';
import { FeedOfJournal } from '@berth/ledger/following/feed-of-journal.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementFeed } from '@berth/placement/feed/placement-feed.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { ChangeViews } from './change-views.ts';
import { ChangeCache } from './change-cache.ts';
import { watchedFeed } from './testing/watched-feed.ts';

/** A feed of so many traits, whose reads are counted. */
function cached(count: number, { bytesMax, length = 1 }: { bytesMax?: number; length?: number } = {}) {
  const journal = new MemoryJournal<Change>([placementProjection]);
  const feed = new FeedOfJournal(journal);
  const reads: number[] = [];
  const counted = watchedFeed(feed, (after) => void reads.push(after));
  const add = (many: number, size = length) => {
    const changes = Array.from({ length: many }, (_, index): Change => {
      const name = traitName(`T${journal.lastNumber + index}`.padEnd(size, 'X'));
      return { kind: 'trait-added', trait: { name, createdAt: 0 } };
    });
    journal.append(changes, 1_000);
    feed.tell();
  };
  add(count);
  const cache = new ChangeCache(counted, new ChangeViews([placementFeed]), bytesMax);
  /** Reads all, as one reader does, and says the numbers that it got. */
  const all = async (after = 0): Promise<number[]> => {
    const numbers: number[] = [];
    for (;;) {
      const through = numbers.at(-1) ?? after;
      const block = await cache.blockAfter(through);
      if (block === null) return numbers;
      numbers.push(...block.changes.slice(block.indexAfter(through)).map(({ number }) => number));
    }
  };
  return { journal, feed: counted, cache, reads, add, all };
}

const upTo = (count: number, first = 1) => Array.from({ length: count + 1 - first }, (_, i) => first + i);

test('a hundred readers at the same place cost as much reading as one', async () => {
  const alone = cached(1_000);
  assert.deepEqual(await alone.all(), upTo(1_000));
  const together = cached(1_000);
  const read = await Promise.all(Array.from({ length: 100 }, () => together.all()));
  for (const numbers of read) assert.deepEqual(numbers, upTo(1_000));
  assert.equal(together.reads.length, alone.reads.length);
  assert.equal(alone.reads.length, 8);
});

test('what is new is read once for all who wait for it', async () => {
  const { cache, add, reads, all } = cached(200);
  await all();
  for (let count = 201; count <= 300; count++) {
    const before = reads.length;
    add(1);
    const blocks = await Promise.all(Array.from({ length: 50 }, () => cache.blockAfter(count - 1)));
    for (const block of blocks) assert.equal(block?.changes.at(-1)?.number, count);
    assert.ok(reads.length <= before + 1, `${reads.length - before} reads`);
  }
});

test('whoever asks after a commit gets it, also while the journal is being read', async () => {
  const { cache, add } = cached(10);
  const early = cache.blockAfter(10);
  for (let count = 0; count < 20; count++) {
    add(1);
    const asked = 11 + count;
    assert.equal((await cache.blockAfter(asked - 1))?.changes.at(-1)?.number, asked);
  }
  await early;
});

test('readers may begin anywhere, and long changes make short blocks', async () => {
  for (const length of [1, 300, 3_000, 100_000]) {
    const { all } = cached(300, { length });
    for (const after of [0, 1, 127, 128, 129, 200, 299, 300]) {
      assert.deepEqual(await all(after), upTo(300, after + 1), `after ${after}, length ${length}`);
    }
  }
});

test('a block has the changes as events and as JSON, whatever letters they have', async () => {
  const { cache, journal } = cached(0);
  const name = traitName('CUSTOM_Ü😀');
  journal.append([{ kind: 'trait-added', trait: { name, createdAt: 0 } }], 0);
  journal.append([{ kind: 'trait-removed', name }], 0);
  const block = await cache.blockAfter(0);
  const at = '1970-01-01T00:00:00.000Z';
  const first = JSON.stringify({ number: 1, at, kind: 'trait_added', trait: name, created_at: at });
  const second = JSON.stringify({ number: 2, at, kind: 'trait_removed', trait: name });
  assert.equal(Buffer.from(block?.json(0) ?? []).toString(), first);
  assert.equal(Buffer.from(block?.json(1) ?? []).toString(), second);
  const events = `id: 1\nevent: trait_added\ndata: ${first}\n\nid: 2\nevent: trait_removed\ndata: ${second}\n\n`;
  assert.equal(Buffer.from(block?.events(0, 2) ?? []).toString(), events);
});

test('what is kept has a bound, and what is not kept is read again', async () => {
  const { all, reads } = cached(5_000, { bytesMax: 50_000 });
  assert.deepEqual(await all(), upTo(5_000));
  const before = reads.length;
  assert.deepEqual(await all(), upTo(5_000));
  assert.ok(reads.length > before);
});

test('what is forgotten is no hindrance for those after it', async () => {
  const { all, journal, add } = cached(300);
  journal.prune(Number.MAX_SAFE_INTEGER, 200);
  assert.deepEqual(await all(200), upTo(300, 201));
  add(100);
  journal.prune(Number.MAX_SAFE_INTEGER, 150);
  assert.deepEqual(await all(350), upTo(400, 351));
});

test('after another history nothing of the one before is told', async () => {
  const { cache, all, feed, reads } = cached(300);
  await all();
  const before = reads.length;
  feed.history = 1;
  assert.deepEqual(await all(), upTo(300));
  assert.ok(reads.length > before);
  const reading = cache.blockAfter(300);
  feed.history = 2;
  assert.equal(await reading, null);
});
