import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { atOnce } from '../in-turns.ts';
import { jsonExtent } from './json-extent.ts';
import { maximumJsonValues, parseJson } from './parse-json.ts';

function extentOf(text: string) {
  const { depth, values } = atOnce(jsonExtent(Buffer.from(text)));
  return { depth, values };
}

test('brackets and commas count where they are not part of a text', () => {
  assert.deepEqual(extentOf('1'), { depth: 0, values: 0 });
  assert.deepEqual(extentOf('[1,[2,3],{"a":[]}]'), { depth: 3, values: 7 });
  assert.deepEqual(extentOf('["[,{","\\"[,",",\\\\"]'), { depth: 1, values: 3 });
});

test('what was never closed is as deep as it was opened', () => {
  assert.deepEqual(extentOf('[[['), { depth: 3, values: 3 });
  assert.deepEqual(extentOf('["'), { depth: 1, values: 1 });
  assert.deepEqual(extentOf('["\\'), { depth: 1, values: 1 });
});

test('the extent of a JSON text is that of its value', () => {
  assertProperty(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const extent = { depth: depthOf(value), values: valuesIn(value) };
      assert.deepEqual(extentOf(JSON.stringify(value)), extent);
      assert.deepEqual(extentOf(JSON.stringify(value, null, 2)), extent);
    }),
  );
});

test('a body with more values than anybody could mean is refused at once', () => {
  // Spaces make it a long body: a short one cannot have many more, and is not looked over.
  const list = (count: number) => parseJson(Buffer.from(`[${'1,  '.repeat(count - 1)}1]`));
  // The list itself counts, too.
  assert.equal(list(maximumJsonValues).ok, true);
  assert.deepEqual(list(maximumJsonValues + 1), { ok: false, error: 'More than 30000 values' });
});

test('containers count as values, so that many of them cannot hide without commas', () => {
  const nested = Array.from({ length: 2_000 }, () => '['.repeat(30) + ']'.repeat(30)).join();
  assert.deepEqual(parseJson(Buffer.from(`[${nested}]`)), { ok: false, error: 'More than 30000 values' });
});

test('what cannot be read in steps is short: texts and numbers', () => {
  const long = 'a'.repeat(1024 * 1024);
  assert.equal(parseJson(Buffer.from(`["${long}"]`)).ok, true);
  const errors = [`["${long}a"]`, `["${long}a`, `[1${'1'.repeat(70_000)}]`, `[0.${'1'.repeat(70_000)}]`].map(
    (text) => parseJson(Buffer.from(text)),
  );
  const tooLong = { ok: false, error: 'A string of more than 1048576 bytes' };
  const tooMany = { ok: false, error: 'A number of more than 4300 digits' };
  assert.deepEqual(errors, [tooLong, tooLong, tooMany, tooMany]);
});

test('texts and escapes are the same wherever a step ends', () => {
  const step = 1024 * 1024;
  for (const before of [step - 2, step - 1, step, step + 1]) {
    const texts = ['"', '\\"', '\\\\"'].map((end) => `${'x'.repeat(1000)}${end}`);
    const padding = ' '.repeat(before - 1_000);
    for (const text of texts) {
      const whole = `[${padding}"${text},[`;
      const isEnded = !/[^\\]\\"/.test(text);
      assert.deepEqual(
        extentOf(whole),
        isEnded ? { depth: 2, values: 3 } : { depth: 1, values: 1 },
        text.slice(-4),
      );
    }
  }
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: unknown[] = Object.values(value);
  return Math.max(1, parts.length) + parts.reduce<number>((sum, part) => sum + valuesIn(part), 0);
}
