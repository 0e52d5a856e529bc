import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLazy, textOf } from './response.ts';
import { listAnswer } from './list-answer.ts';

const things = (count: number, length: number) =>
  Array.from({ length: count }, (_, number) => ({ number, text: 'ä'.repeat(length) }));

test('a list is the same JSON, however long it is', () => {
  for (const [count, length] of [
    [0, 0],
    [1, 0],
    [3, 5],
    [1, 1_000_000],
    [10, 100_000],
  ] as const) {
    const listed = things(count, length);
    for (const more of [{}, { links: ['next'] }]) {
      const { status, body = '' } = listAnswer('things', listed, (thing) => thing, more);
      assert.equal(status, 200);
      assert.equal(textOf(body), JSON.stringify({ things: listed, ...more }), `${count} of ${length}`);
    }
  }
});

test('a long one is made while it is sent, and a short one at once', () => {
  let shown = 0;
  const show = (thing: object) => {
    shown++;
    return thing;
  };
  const short = listAnswer('things', things(100, 10), show).body ?? null;
  assert.ok(!isLazy(short));
  shown = 0;
  const long = listAnswer('things', things(100, 100_000), show).body ?? null;
  assert.ok(isLazy(long));
  assert.ok(shown <= 4, `${shown} of 100`);
  const chunks = Array.from(long);
  assert.equal(shown, 100);
  assert.ok(Math.max(...chunks.map(({ length }) => length)) < 1_000_000);
});
