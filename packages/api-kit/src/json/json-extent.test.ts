import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { jsonExtent } from './json-extent.ts';
import { maximumJsonValues, parseJson } from './parse-json.ts';

const extentOf = (text: string) => jsonExtent(Buffer.from(text));

test('brackets and commas count where they are not part of a text', () => {
  assert.deepEqual(extentOf('1'), { depth: 0, commas: 0 });
  assert.deepEqual(extentOf('[1,[2,3],{"a":[]}]'), { depth: 3, commas: 3 });
  assert.deepEqual(extentOf('["[,{","\\"[,",",\\\\"]'), { depth: 1, commas: 2 });
});

test('what was never closed is as deep as it was opened', () => {
  assert.deepEqual(extentOf('[[['), { depth: 3, commas: 0 });
  assert.deepEqual(extentOf('["'), { depth: 1, commas: 0 });
  assert.deepEqual(extentOf('["\\'), { depth: 1, commas: 0 });
});

test('the extent of a JSON text is that of its value', () => {
  assertProperty(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const extent = { depth: depthOf(value), commas: commasIn(value) };
      assert.deepEqual(extentOf(JSON.stringify(value)), extent);
      assert.deepEqual(extentOf(JSON.stringify(value, null, 2)), extent);
    }),
  );
});

test('a body with more values than anybody could mean is refused at once', () => {
  const list = (count: number) => parseJson(Buffer.from(`[${'1,'.repeat(count - 1)}1]`));
  assert.equal(list(maximumJsonValues).ok, true);
  assert.deepEqual(list(maximumJsonValues + 1), { ok: false, error: 'More than 200000 values' });
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function commasIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: unknown[] = Object.values(value);
  return Math.max(0, parts.length - 1) + parts.reduce<number>((sum, part) => sum + commasIn(part), 0);
}
