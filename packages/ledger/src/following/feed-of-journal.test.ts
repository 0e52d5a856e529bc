import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryJournal } from '../journal/memory-journal.ts';
import { type CounterChange, setCounter } from '../testing/counters.ts';
import { countersProjection } from '../testing/counters-projection.ts';
import { FeedOfJournal } from './feed-of-journal.ts';

function made() {
  const journal = new MemoryJournal<CounterChange>([countersProjection]);
  return { journal, feed: new FeedOfJournal(journal) };
}

test('it has the changes of the journal, and says which are forgotten', async () => {
  const { journal, feed } = made();
  journal.append([setCounter('a'), setCounter('b'), setCounter('c')], 1000);
  assert.equal(feed.lastNumber, 3);
  const hash = journal.hashAt(3);
  assert.deepEqual(await feed.readAfter(1, 1), {
    changes: [{ number: 2, at: 1000, hash, change: setCounter('b') }],
    forgottenThrough: 0,
    hashBefore: hash,
  });
  journal.prune(2000, 2);
  const { changes, forgottenThrough } = await feed.readAfter(0, 10);
  assert.equal(forgottenThrough, 2);
  assert.deepEqual(
    changes.map(({ number }) => number),
    [3],
  );
});

test('everybody who listens is told, until they stop, each for themselves', () => {
  const { feed } = made();
  const told: string[] = [];
  const tell = () => told.push('twice');
  const stops = [feed.onNews(tell), feed.onNews(tell)];
  feed.onNews(() => told.push('once'));
  feed.tell();
  assert.deepEqual(told.splice(0), ['twice', 'twice', 'once']);
  stops[0]?.();
  stops[0]?.();
  feed.tell();
  assert.deepEqual(told, ['twice', 'once']);
});
