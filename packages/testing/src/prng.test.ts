import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Prng } from './prng.ts';

const draw = (seed: string): string => {
  const prng = new Prng(seed);
  return JSON.stringify([prng.uuid(), prng.below(1000), prng.shuffled([1, 2, 3, 4, 5]), prng.chance(0.5)]);
};

test('the same seed gives the same choices, another seed others', () => {
  assert.equal(draw('1/2/world'), draw('1/2/world'));
  assert.notEqual(draw('1/2/world'), draw('1/3/world'));
  assert.notEqual(draw('1/2/world'), draw('2/1/world'));
});

test('every value is chosen about as often as its weight says', () => {
  const prng = new Prng('weights');
  const counts = { often: 0, seldom: 0 };
  for (let round = 0; round < 4000; round += 1) {
    counts[
      prng.weighted([
        [3, 'often'],
        [1, 'seldom'],
      ] as const)
    ] += 1;
  }
  assert.ok(Math.abs(counts.often - 3000) < 150, JSON.stringify(counts));
});

test('some takes different values, and no more than there are', () => {
  const prng = new Prng('some');
  const taken = prng.some(['a', 'b', 'c'], 3, 9);
  assert.deepEqual(taken.toSorted(), ['a', 'b', 'c']);
});

test('a uuid has the form of one', () => {
  assert.match(new Prng('x').uuid(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
});
