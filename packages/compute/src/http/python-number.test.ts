import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pythonFloat, pythonInteger } from './python-number.ts';

test('a whole number is what Python takes for one', () => {
  for (const [text, number] of [
    ['0', 0n],
    ['007', 7n],
    [' +1_000\n', 1000n],
    ['-12', -12n],
    ['٣', 3n],
    ['９9', 99n],
    // Several sets of digits follow each other here without a gap.
    ['\u{1d7ce}\u{1d7d9}\u{1d7ff}', 19n],
    ['99999999999999999999', 99999999999999999999n],
  ] as const) {
    assert.equal(pythonInteger(text), number, text);
  }
  for (const text of ['', ' ', '+', '1.0', '1e3', '0x1', '1__0', '_1', '1_', '1 0', 'x', '²', '½'])
    assert.equal(pythonInteger(text), null, text);
});

test('a number with a point is what Python takes for one', () => {
  for (const [text, number] of [
    ['1', 1],
    ['1.', 1],
    ['.5', 0.5],
    [' -1.5e3 ', -1500],
    ['1_0.0_1', 10.01],
  ] as const) {
    assert.equal(pythonFloat(text), number, text);
  }
  for (const text of ['', '.', 'e3', '1e', '0x1', '1__0', 'x']) assert.equal(pythonFloat(text), null, text);
});

test('what is longer than Python reads is no whole number, and none takes long to be refused', () => {
  assert.equal(pythonInteger('9'.repeat(4_300)), BigInt('9'.repeat(4_300)));
  assert.equal(pythonInteger('9'.repeat(4_301)), null);
  const start = performance.now();
  assert.equal(pythonInteger('9'.repeat(1_000_000)), null);
  assert.equal(pythonFloat('9'.repeat(1_000_000)), Number.POSITIVE_INFINITY);
  assert.equal(pythonFloat(`${'9'.repeat(100_000)}x`), null);
  assert.ok(performance.now() - start < 1_000);
});
