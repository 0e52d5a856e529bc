import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PartialHead } from './partial-head.ts';

test('what was added is taken, once, however small the pieces were', () => {
  const head = new PartialHead();
  const text = 'GET / HTTP/1.1\r\nhost: h\r\n'.repeat(100);
  for (const byte of Buffer.from(text)) head.add(Buffer.from([byte]));
  assert.equal(head.bytes, text.length);
  assert.equal(head.lines, 200);
  const pieces = head.take();
  assert.ok(pieces.length < 40, `${pieces.length} pieces`);
  assert.equal(Buffer.concat(pieces).toString(), text);
  assert.deepEqual([head.bytes, head.lines, head.take().length], [0, 0, 0]);
});
