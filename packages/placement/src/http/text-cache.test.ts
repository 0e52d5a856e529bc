import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextCache } from './text-cache.ts';

test('what has come twice is there again', () => {
  const remembered = new TextCache<number>();
  remembered.set('a', 1);
  assert.equal(remembered.get('a'), undefined);
  remembered.set('a', 2);
  assert.equal(remembered.get('a'), 2);
  assert.equal(remembered.get('b'), undefined);
});

test('texts that come once leave nothing behind, and do not drive out what comes often', () => {
  const remembered = new TextCache<number>();
  for (const round of [1, 2]) remembered.set('often', round);
  const once = Array.from({ length: 10_000 }, (_, number) => `once ${number}`);
  for (const text of once) remembered.set(text, 0);
  assert.equal(remembered.get('often'), 2);
  assert.deepEqual(
    once.filter((text) => remembered.get(text) !== undefined),
    [],
  );
});

test('of very many the oldest are forgotten', () => {
  const remembered = new TextCache<number>();
  const texts = Array.from({ length: 10_000 }, (_, number) => `${number}`);
  for (const text of texts) {
    remembered.set(text, 1);
    remembered.set(text, 1);
  }
  assert.equal(remembered.get('0'), undefined);
  assert.equal(remembered.get('9999'), 1);
  const kept = texts.filter((text) => remembered.get(text) !== undefined);
  assert.ok(kept.length > 100 && kept.length <= 1_000, `${kept.length} are kept`);
});

test('a long text is not kept', () => {
  const remembered = new TextCache<number>();
  const long = 'x'.repeat(60_000);
  for (const round of [1, 2, 3]) remembered.set(long, round);
  assert.equal(remembered.get(long), undefined);
});
