import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Remembered } from './remembered.ts';

test('what was set is there again', () => {
  const remembered = new Remembered<number>();
  assert.equal(remembered.get('a'), undefined);
  remembered.set('a', 1);
  assert.equal(remembered.get('a'), 1);
});

test('of very many the oldest are forgotten', () => {
  const remembered = new Remembered<number>();
  for (let number = 0; number < 10_000; number++) remembered.set(`${number}`, number);
  assert.equal(remembered.get('0'), undefined);
  assert.equal(remembered.get('9999'), 9999);
  const kept = Array.from({ length: 10_000 }, (_, number) => remembered.get(`${number}`)).filter(
    (value) => value !== undefined,
  );
  assert.ok(kept.length > 100 && kept.length <= 1_000, `${kept.length} are kept`);
});

test('a long text is not kept', () => {
  const remembered = new Remembered<number>();
  remembered.set('x'.repeat(60_000), 1);
  assert.equal(remembered.get('x'.repeat(60_000)), undefined);
});
