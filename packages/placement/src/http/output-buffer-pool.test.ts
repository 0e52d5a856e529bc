import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutputBufferPool } from './output-buffer-pool.ts';

test('a buffer that is given back is taken again, empty, and by one only', () => {
  const pool = new OutputBufferPool();
  const buffer = pool.take();
  buffer.add(Buffer.from('something'));
  buffer.giveBack();
  const again = pool.take();
  assert.equal(again, buffer);
  assert.equal(again.written.length, 0);
  assert.notEqual(pool.take(), buffer);
});

test('no more than some megabytes are kept', () => {
  const pool = new OutputBufferPool();
  const large = Array.from({ length: 40 }, () => pool.take());
  for (const buffer of large) buffer.extend(4 * 1024 * 1024);
  for (const buffer of large) buffer.giveBack();
  const again = new Set(large.map(() => pool.take()));
  assert.equal(large.filter((buffer) => again.has(buffer)).length, 16);
});

test('they are scarce while many megabytes are written on, and no longer', () => {
  const pool = new OutputBufferPool();
  const isScarceWith = (count: number): boolean => {
    const buffers = Array.from({ length: count }, () => pool.take());
    for (const buffer of buffers) buffer.extend(4 * 1024 * 1024);
    const { isScarce } = pool;
    for (const buffer of buffers) buffer.giveBack();
    return isScarce;
  };
  assert.ok(!isScarceWith(7));
  assert.ok(isScarceWith(9));
  assert.ok(!isScarceWith(7));
});
