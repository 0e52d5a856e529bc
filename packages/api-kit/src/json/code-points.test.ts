import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { codePointLength, compareByCodePoint } from './code-points.ts';

/** Few units, so that texts often begin alike, and surrogates often come alone. */
const anyUnits = fc.string({
  unit: fc.constantFrom('a', 'b', '\ud83d', '\ud83e', '\ude00', '\ude01', '\ue000', '\uffff', '\u{10ffff}'),
  maxLength: 6,
});

function codePoints(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) as number);
}

test('the length counts a surrogate pair once and a surrogate alone as well', () => {
  assertProperty(
    fc.property(anyUnits, (text) => assert.equal(codePointLength(text), codePoints(text).length)),
  );
});

test('texts are in the order of their code points', () => {
  const slowly = (one: string, other: string): number => {
    const [ones, others] = [codePoints(one), codePoints(other)];
    const index = ones.findIndex((code, position) => code !== others[position]);
    if (index === -1) return ones.length - others.length;
    return (ones[index] ?? 0) - (others[index] ?? -1);
  };
  assertProperty(
    fc.property(anyUnits, anyUnits, (one, other) => {
      assert.equal(Math.sign(compareByCodePoint(one, other)), Math.sign(slowly(one, other)));
    }),
    2000,
  );
});
