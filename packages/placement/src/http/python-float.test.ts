import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { pythonFloat } from './python-float.ts';

test('a whole number is written with a point, and any other as it is', () => {
  const text = (value: number) => JSON.stringify({ ratio: pythonFloat(value) });
  assert.equal(text(1), '{"ratio":1.0}');
  assert.equal(text(16), '{"ratio":16.0}');
  assert.equal(text(0), '{"ratio":0.0}');
  assert.equal(text(-3), '{"ratio":-3.0}');
  assert.equal(text(1.5), '{"ratio":1.5}');
  assert.equal(text(3.40282e38), '{"ratio":3.40282e+38}');
});

test('what is written is read back as the same number', () => {
  assertProperty(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const { ratio } = JSON.parse(JSON.stringify({ ratio: pythonFloat(value) })) as { ratio: number };
      assert.equal(ratio, value === 0 ? 0 : value);
    }),
  );
});
