import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiResponse, AwaitedBody, LazyBody } from '../response.ts';
import { type Sent, whenSent } from './when-sent.ts';

const plain: ApiResponse = { status: 200, headers: {}, body: 'ä' };

describe('an answer that is there', () => {
  test('is told of at once, and is what it was', () => {
    const told: Sent[] = [];
    assert.equal(
      whenSent(plain, (_, sent) => told.push(sent)),
      plain,
    );
    assert.deepEqual(told, [{ bytes: 2, isWhole: true }]);
  });

  test('later is told of then', async () => {
    const told: Sent[] = [];
    const answer = whenSent(Promise.resolve(plain), (_, sent) => told.push(sent));
    assert.deepEqual(told, []);
    assert.equal(await answer, plain);
    assert.equal(told.length, 1);
  });
});

describe('an answer that is made while it is sent', () => {
  test('is told of after its last chunk', () => {
    const { chunks, told } = watched(three());
    for (const bytes of [0, 1, 2]) {
      assert.deepEqual([...(chunks.next().value as Uint8Array)], [bytes]);
      assert.deepEqual(told, []);
    }
    assert.ok(chunks.next().done);
    assert.deepEqual(told, [{ bytes: 3, isWhole: true }]);
    chunks.return?.();
    assert.equal(told.length, 1);
  });

  test('and left is told of with the bytes that were taken', () => {
    let isLeft = false;
    const { chunks, told } = watched(
      three(() => {
        isLeft = true;
      }),
    );
    chunks.next();
    chunks.next();
    chunks.return?.();
    assert.ok(isLeft);
    assert.deepEqual(told, [{ bytes: 1, isWhole: false }]);
  });

  test('and left before it began is told of as well', () => {
    const { chunks, told } = watched(three());
    chunks.return?.();
    assert.deepEqual(told, [{ bytes: 0, isWhole: false }]);
  });

  test('and fails is told of as broken off, and still fails', () => {
    const { chunks, told } = watched(
      (function* () {
        yield Uint8Array.of(1);
        throw new Error('no more');
      })(),
    );
    chunks.next();
    assert.throws(() => chunks.next(), /no more/);
    assert.deepEqual(told, [{ bytes: 1, isWhole: false }]);
  });
});

describe('an answer that comes as there is something to say', () => {
  test('is told of after its last chunk', async () => {
    const { chunks, told } = watchedAwaited();
    for (const byte of [0, 1, 2]) {
      assert.deepEqual([...((await chunks.next()).value as Uint8Array)], [byte]);
      assert.deepEqual(told, []);
    }
    assert.ok((await chunks.next()).done);
    assert.deepEqual(told, [{ bytes: 3, isWhole: true }]);
  });

  test('and left is told of with the bytes that were taken, before it began as well', async () => {
    for (const [asked, bytes] of [
      [0, 0],
      [2, 1],
    ] as const) {
      const { chunks, told } = watchedAwaited();
      for (let count = 0; count < asked; count += 1) await chunks.next();
      await chunks.return?.();
      assert.deepEqual(told, [{ bytes, isWhole: false }]);
    }
  });

  test('and ends because it was told to is told of as broken off', async () => {
    const unwanted = new AbortController();
    const { chunks, told } = watchedAwaited(three, unwanted.signal);
    for (let count = 0; count < 3; count += 1) await chunks.next();
    unwanted.abort();
    assert.ok((await chunks.next()).done);
    assert.deepEqual(told, [{ bytes: 3, isWhole: false }]);
  });

  test('and fails is told of as broken off, and still fails', async () => {
    const { chunks, told } = watchedAwaited(function* () {
      yield Uint8Array.of(1);
      throw new Error('no more');
    });
    await chunks.next();
    await assert.rejects(chunks.next(), /no more/);
    assert.deepEqual(told, [{ bytes: 1, isWhole: false }]);
  });
});

function* three(left: () => void = () => {}): Generator<Uint8Array> {
  try {
    for (const byte of [0, 1, 2]) yield Uint8Array.of(byte);
  } finally {
    left();
  }
}

function watched(body: LazyBody) {
  const told: Sent[] = [];
  const response = whenSent({ ...plain, body }, (_, sent) => told.push(sent)) as ApiResponse;
  return { chunks: (response.body as LazyBody)[Symbol.iterator](), told };
}

function watchedAwaited(make: () => Iterable<Uint8Array> = three, unwanted = new AbortController().signal) {
  const told: Sent[] = [];
  const body: AwaitedBody = async function* () {
    yield* make();
  };
  const response = whenSent({ ...plain, body }, (_, sent) => told.push(sent)) as ApiResponse;
  return { chunks: (response.body as AwaitedBody)(unwanted)[Symbol.asyncIterator](), told };
}
