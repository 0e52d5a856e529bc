import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AwaitedBody } from '@berth/api-kit/response.ts';
import { EventReaders } from './event-readers.ts';

const wanted = new AbortController().signal;

function begun(readers: EventReaders, events: AwaitedBody) {
  const body = readers.admit(events);
  return body?.(wanted)[Symbol.asyncIterator]() ?? null;
}

async function* two(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(1);
  yield Uint8Array.of(2);
}

test('a reader counts from when it is admitted to when its events end', async () => {
  const readers = new EventReaders(1);
  const first = begun(readers, two);
  assert.equal(readers.count, 1);
  assert.equal(begun(readers, two), null);
  assert.deepEqual((await first?.next())?.value, Uint8Array.of(1));
  assert.deepEqual((await first?.next())?.value, Uint8Array.of(2));
  assert.equal(readers.count, 1);
  assert.equal((await first?.next())?.done, true);
  assert.equal(readers.count, 0);
  await first?.return?.();
  assert.equal(readers.count, 0);
});

test('it counts no longer when it is left, before it has begun as well, and when its events fail', async () => {
  const readers = new EventReaders(3);
  const [unbegun, left] = [begun(readers, two), begun(readers, two)];
  const failing = begun(readers, async function* () {
    yield Uint8Array.of(1);
    throw new Error('no more');
  });
  await left?.next();
  await failing?.next();
  assert.equal(readers.count, 3);
  await unbegun?.return?.();
  await left?.return?.();
  await assert.rejects(async () => await failing?.next(), /no more/);
  assert.equal(readers.count, 0);
});
