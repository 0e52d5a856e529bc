import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutputBufferPool } from './output-buffer-pool.ts';

test('what is written stays as it was when the buffer grows', () => {
  const buffer = new OutputBufferPool().take();
  buffer.add(Buffer.from('begin['));
  buffer.addJoined([]);
  buffer.addJoined([Buffer.alloc(100_000, 'a'), Buffer.from('b'), Buffer.alloc(300_000, 'c')]);
  const at = buffer.extend(1);
  buffer.bytes[at] = 0x5d;
  const expected = `begin[${'a'.repeat(100_000)},b,${'c'.repeat(300_000)}]`;
  assert.ok(Buffer.from(buffer.written).toString() === expected);
});

test('a cleared buffer is empty', () => {
  const buffer = new OutputBufferPool().take();
  buffer.add(Buffer.from('something'));
  buffer.clear();
  assert.equal(buffer.written.length, 0);
  buffer.add(Buffer.from('else'));
  assert.equal(Buffer.from(buffer.written).toString(), 'else');
});
