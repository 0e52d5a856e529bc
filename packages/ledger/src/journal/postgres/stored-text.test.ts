import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { compareText } from '../compare-keys.ts';
import { fromStored, toStored } from './stored-text.ts';

const text = fc.string({ unit: fc.constantFrom('\0', '\x01', '\x02', 'a', '😀') });

test('text is stored without NUL and comes back as it was, in the same order', () => {
  assertProperty(
    fc.property(text, text, (left, right) => {
      assert.ok(!toStored(left).includes('\0'));
      assert.equal(fromStored(toStored(left)), left);
      assert.equal(
        Math.sign(compareText(toStored(left), toStored(right))),
        Math.sign(compareText(left, right)),
      );
    }),
    2000,
  );
});
