import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutputBuffer } from './output-buffer.ts';
import { BufferedBody } from './buffered-body.ts';
import { OutputBufferPool } from './output-buffer-pool.ts';

/** Counts how often it is given back. */
class WatchedBuffer extends OutputBuffer {
  givenBack = 0;

  override giveBack(): void {
    this.givenBack++;
  }
}

function* chunks(count: number): Generator<Uint8Array> {
  for (let index = 0; index < count; index++) yield Buffer.from(`${index}`);
}

function* failing(): Generator<Uint8Array> {
  yield Buffer.from('0');
  throw new Error('it cannot go on');
}

test('the buffer is given back once: at the end, when it is left, before it began too, and when it fails', () => {
  const buffers = Array.from({ length: 4 }, () => new WatchedBuffer(new OutputBufferPool()));
  const [read, left, unbegun, failed] = buffers as [
    WatchedBuffer,
    WatchedBuffer,
    WatchedBuffer,
    WatchedBuffer,
  ];
  const whole = new BufferedBody(read, chunks(3), 3);
  assert.equal(whole.byteLength, 3);
  assert.equal([...whole].join(), '0,1,2');
  whole.return();
  assert.equal(whole.next().done, true);
  const some = new BufferedBody(left, chunks(3));
  some.next();
  assert.equal(left.givenBack, 0);
  some.return();
  assert.equal(some.next().done, true);
  new BufferedBody(unbegun, chunks(3)).return();
  const broken = new BufferedBody(failed, failing());
  broken.next();
  assert.throws(() => broken.next(), /cannot go on/);
  broken.return();
  assert.deepEqual(
    buffers.map(({ givenBack }) => givenBack),
    [1, 1, 1, 1],
  );
});
