import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { share, type Sharer } from './share.ts';

test('what is too little for all is shared so that nobody is left with next to nothing', () => {
  const sharers = [12, 10].map((asked) => ({ asked, least: 1, most: asked - 1 }));
  assert.deepEqual(share(8, sharers, 1), [4, 4]);
  assert.deepEqual(share(2, sharers, 1), [1, 1]);
  assert.deepEqual(share(100, sharers, 1), [11, 9]);
});

test('large amounts take no longer than small ones', () => {
  const sharers = [2_000_000_000, 1_000_000_000].map((asked) => ({ asked, least: 1, most: asked - 1 }));
  const shares = share(1_500_000_000, sharers, 1);
  assert.equal(
    shares.reduce((sum, each) => sum + each),
    1_500_000_000,
  );
});

test('no other way to share comes closer', () => {
  const arbitrarySharer = fc.record({
    asked: fc.integer({ min: 2, max: 12 }),
    short: fc.integer({ min: 1, max: 5 }),
  });
  assertProperty(
    fc.property(
      fc.array(arbitrarySharer, { minLength: 1, maxLength: 3 }),
      fc.nat(30),
      fc.constantFrom(1, 2, 3),
      (asking, more, step) => {
        const sharers = asking.map(({ asked, short }): Sharer => {
          const most = Math.max(step, Math.floor((asked - short) / step) * step);
          return { asked, least: step, most };
        });
        const amount = step * sharers.length + more;
        const shares = share(amount, sharers, step);
        const ways = everyWay(amount, sharers, step).map((way) => lackOf(way, sharers));
        assert.ok(shares.reduce((sum, each) => sum + each) <= amount);
        assert.ok(Math.abs(lackOf(shares, sharers) - Math.min(...ways)) < 1e-9, shares.join());
      },
    ),
    500,
  );
});

function lackOf(shares: readonly number[], sharers: readonly Sharer[]): number {
  return sharers.reduce((sum, { asked }, index) => sum + ((asked - (shares[index] ?? 0)) / asked) ** 2, 0);
}

function everyWay(amount: number, sharers: readonly Sharer[], step: number): number[][] {
  const [first, ...others] = sharers;
  if (first === undefined) return [[]];
  const ways: number[][] = [];
  for (let has = first.least; has <= Math.min(first.most, amount); has += step) {
    for (const rest of everyWay(amount - has, others, step)) ways.push([has, ...rest]);
  }
  return ways;
}
