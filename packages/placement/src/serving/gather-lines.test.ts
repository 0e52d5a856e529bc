import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatherLines } from './gather-lines.ts';

test('lines that come together are passed on together, and soon', async () => {
  const { lines, calls } = gathering(10);
  lines.write('a\n');
  lines.write('b\n');
  assert.deepEqual(calls, []);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(calls, ['write a\nb\n']);
  lines.write('c\n');
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(calls, ['write a\nb\n', 'write c\n']);
});

test('many are passed on without waiting', () => {
  const { lines, calls } = gathering(10_000, 6);
  for (const line of ['a\n', 'b\n', 'c\n', 'd\n']) lines.write(line);
  assert.deepEqual(calls, ['write a\nb\nc\n']);
});

test('a flush leaves nothing behind', () => {
  const { lines, calls } = gathering(10_000);
  lines.write('a\n');
  lines.flushSync();
  lines.flushSync();
  assert.deepEqual(calls, ['write a\n', 'flush', 'flush']);
});

function gathering(waitMs: number, mostLength?: number) {
  const calls: string[] = [];
  const sink = { write: (text: string) => calls.push(`write ${text}`), flushSync: () => calls.push('flush') };
  return { lines: gatherLines(sink, waitMs, mostLength), calls };
}
