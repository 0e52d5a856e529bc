import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { compareKeys, compareText } from './compare-keys.ts';

test('text is in the order of its UTF-8 bytes', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'ä', '\ud7ff', '\ue000', 'ﬀ', '\uffff', '😀', '😁'),
  });
  assertProperty(
    fc.property(text, text, (left, right) => {
      const expected = Buffer.compare(Buffer.from(left), Buffer.from(right));
      assert.equal(Math.sign(compareText(left, right)), expected);
    }),
  );
});

test('rows are in the order of their first differing key column', () => {
  const compare = (left: [string, number], right: [string, number]) =>
    Math.sign(compareKeys(['a', 'b'], { a: left[0], b: left[1] }, { a: right[0], b: right[1] }));
  assert.equal(compare(['x', 10], ['x', 9]), 1);
  assert.equal(compare(['x', 10], ['y', 9]), -1);
  assert.equal(compare(['x', 10], ['x', 10]), 0);
});
