import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { pairId } from './pair-id.ts';

test('two pairs have one id only where they are the same', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '/', '%', '2', 'F', '5'), maxLength: 4 });
  assertProperty(
    fc.property(text, text, text, text, (a, b, c, d) => {
      assert.equal(pairId(a, b) === pairId(c, d), a === c && b === d);
    }),
  );
});

test('an id is read as it is meant', () => {
  assert.equal(pairId('alice', 'k1'), 'alice/k1');
  assert.equal(pairId('a/b%', 'c/d%'), 'a%2Fb%25/c/d%');
});
