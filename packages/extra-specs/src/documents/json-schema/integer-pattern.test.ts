import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { pythonInteger } from '../../python/python-integer.ts';
import { integerPattern } from './integer-pattern.ts';

function isWithin(text: string, min: bigint | null, max: bigint | null): boolean {
  const number = pythonInteger(text);
  return number !== null && (min === null || number >= min) && (max === null || number <= max);
}

test('a range of whole numbers is a pattern of their texts', () => {
  const limit = fc.option(
    fc.oneof(fc.bigInt({ min: -130n, max: 130n }), fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n })),
  );
  const spelling = fc
    .tuple(
      fc.constantFrom('', ' ', '\t\u2003', '\x1c'),
      fc.constantFrom('', '+', '-', '--', '+-'),
      fc.constantFrom('', '0', '00', '0_', '0_0', '_'),
      fc.oneof(fc.bigInt({ min: 0n, max: 150n }), fc.bigInt({ min: 0n, max: 2n ** 65n })),
      fc.nat(30),
      fc.constantFrom('', ' ', '_', 'x'),
    )
    .map(([before, sign, zeros, amount, at, after]) => {
      const digits = `${amount}`;
      const cut = at < digits.length && at > 0 ? `${digits.slice(0, at)}_${digits.slice(at)}` : digits;
      return `${before}${sign}${zeros}${cut}${after}`;
    });
  let within = 0;
  assertProperty(
    fc.property(
      limit,
      limit,
      fc.array(spelling, { minLength: 20 }),
      fc.boolean(),
      (one, other, texts, isNear) => {
        const [min, max] = one !== null && other !== null && one > other ? [other, one] : [one, other];
        const pattern = new RegExp(integerPattern(min, max), 'u');
        const near = [min, max].flatMap((edge) =>
          edge === null ? [] : [`${edge - 1n}`, `${edge}`, `${edge + 1n}`],
        );
        for (const text of isNear ? [...texts, ...near] : texts) {
          const expected = isWithin(text, min, max);
          if (expected) within++;
          assert.equal(pattern.test(text), expected, JSON.stringify({ min: `${min}`, max: `${max}`, text }));
        }
      },
    ),
    300,
  );
  afterAllCases(() => assert.ok(within > 1000));
});

test('small ranges are told number by number', () => {
  for (const [min, max] of [
    [0n, 15n],
    [1n, null],
    [-15n, -3n],
    [-7n, 120n],
    [99n, 100n],
    [0n, 0n],
  ] as const) {
    const pattern = new RegExp(integerPattern(min, max), 'u');
    for (let number = -1100n; number <= 1100n; number++) {
      assert.equal(pattern.test(`${number}`), isWithin(`${number}`, min, max), `${number} in ${min}..${max}`);
    }
  }
});
