import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, runsOf } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { maximumJsonDepth, parseJson, parseLargeJson } from './parse-json.ts';
import { anyJson } from './testing/json-arbitraries.ts';
import { pythonTest } from './testing/python-test.ts';

function errorOf(text: string | Uint8Array): string | null {
  const parsed = parseJson(typeof text === 'string' ? Buffer.from(text) : text);
  return parsed.ok ? null : parsed.error;
}

test('what was written comes back, be the bytes a part of a larger buffer or not', () => {
  const value = { a: [1, 'é😀', null], b: { c: true } };
  const bytes = Buffer.from(`##${JSON.stringify(value)}##`);
  assert.deepEqual(parseJson(bytes.subarray(2, -2)), { ok: true, value });
});

test('each kind of mistake has the words of Python', () => {
  const expected = {
    '': 'Expecting value: line 1 column 1 (char 0)',
    '{': 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)',
    '{"a":1,}': 'Expecting property name enclosed in double quotes: line 1 column 8 (char 7)',
    '{"a" 1}': "Expecting ':' delimiter: line 1 column 6 (char 5)",
    '[1\n 2]': "Expecting ',' delimiter: line 2 column 2 (char 4)",
    '{} x': 'Extra data: line 1 column 4 (char 3)',
    '["😀", "a]': 'Unterminated string starting at: line 1 column 7 (char 6)',
    '"a\nb"': 'Invalid control character at: line 1 column 3 (char 2)',
    '"\\x"': 'Invalid \\escape: line 1 column 2 (char 1)',
    '"\\u12"': 'Invalid \\uXXXX escape: line 1 column 3 (char 2)',
    '\ufeff{}': 'Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)',
  };
  for (const [text, error] of Object.entries(expected))
    assert.equal(errorOf(text), error, JSON.stringify(text));
});

test('NaN and Infinity, which Python lets pass, are no values', () => {
  assert.equal(errorOf('[NaN]'), 'Expecting value: line 1 column 2 (char 1)');
  assert.equal(errorOf('[-Infinity]'), 'Expecting value: line 1 column 2 (char 1)');
});

test('bytes that are not UTF-8 are told with their position', () => {
  assert.equal(
    errorOf(Buffer.from([0x22, 0xff, 0x22])),
    "'utf-8' codec can't decode byte 0xff in position 1: invalid start byte",
  );
  assert.equal(
    errorOf(Buffer.from([0xe2, 0x82])),
    "'utf-8' codec can't decode bytes in position 0-1: unexpected end of data",
  );
});

test('bytes that are not UTF-8 are found wherever they are in a long body', () => {
  for (const text of ['a', 'é', '€', '😀']) {
    const bytes = Buffer.from(text.repeat(70_000));
    for (const position of [0, 1, 65_534, 65_535, 65_536, 65_537, bytes.length]) {
      const whole = position - (position % Buffer.byteLength(text));
      const broken = Buffer.concat([bytes.subarray(0, whole), Buffer.from([0xff]), bytes.subarray(whole)]);
      assert.equal(
        errorOf(broken),
        `'utf-8' codec can't decode byte 0xff in position ${whole}: invalid start byte`,
      );
    }
    const cut = bytes.subarray(0, 65_536 + 3);
    assert.equal(
      errorOf(Buffer.concat([Buffer.from('"'), cut, Buffer.from('"')])) === null,
      text === 'a',
      text,
    );
  }
});

test('nesting is limited, so that no body exhausts the stack', () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
  assert.equal(errorOf(nested(maximumJsonDepth)), null);
  assert.equal(
    errorOf(nested(maximumJsonDepth + 2)),
    'Nested more than 200 levels deep: line 1 column 601 (char 600)',
  );
  assert.equal(
    errorOf('['.repeat(1_000_000)),
    'Nested more than 200 levels deep: line 1 column 201 (char 200)',
  );
});

test('brackets in strings and after a mistake do not count as nesting', () => {
  const brackets = '['.repeat(1000);
  assert.equal(errorOf(`["\\"${brackets}"]`), null);
  assert.equal(errorOf(`x${brackets}`), 'Expecting value: line 1 column 1 (char 0)');
});

test('a mistake is found behind any number of spaces', () => {
  for (const count of [0, 1, 31, 32, 33, 1_000]) {
    const spaces = ' \n'.repeat(count).slice(0, count);
    const place = `line ${1 + Math.floor(count / 2)} column ${1 + (count % 2)} (char ${count})`;
    assert.equal(errorOf(`${spaces}x`), `Expecting value: ${place}`);
    assert.equal(errorOf(spaces), `Expecting value: ${place}`);
    assert.equal(errorOf(`1${' '.repeat(count)}`), null);
  }
});

test('a mistake behind much else is looked for in steps', () => {
  const texts = Array.from({ length: 8 }, () => JSON.stringify('\n'.repeat(250_000)));
  const steps = (text: string) => [...parseLargeJson(Buffer.from(text))].length;
  const list = `[${texts.join(',')}]`;
  const [right, cut] = [steps(list), steps(list.slice(0, -1))];
  assert.ok(cut >= right + texts.length + 2, `${cut} and ${right}`);
});

test('a key named __proto__ is a key like any other', () => {
  const parsed = parseJson(Buffer.from('{"__proto__": {"isAdmin": true}}'));
  assert.ok(parsed.ok);
  assert.deepEqual(Object.entries(parsed.value as object), [['__proto__', { isAdmin: true }]]);
  assert.equal((parsed.value as { isAdmin?: boolean }).isAdmin, undefined);
});

/** Texts with a few characters cut out, put in or exchanged. */
const brokenText: fc.Arbitrary<string> = fc
  .tuple(
    anyJson,
    fc.constantFrom(undefined, 1, '\t', '\r\n'),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom(
          '',
          ...Array.from('{}[],:"\\ \n\t\r019.eE+-tfnu/bx\u0000\u001f😀é\u00a0'),
          'true',
          'null',
          '\\u',
          '\\ud800',
        ),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  )
  .map(([value, space, edits]) =>
    edits.reduce(
      (text, [position, cut, put]) => {
        const at = position % (text.length + 1);
        return (text.slice(0, at) + put + text.slice(at + cut)).toWellFormed();
      },
      JSON.stringify(value, null, space),
    ),
  )
  .filter((text) => !/NaN|Infinity/.test(text));

const brokenBytes: fc.Arbitrary<number[]> = fc.array(
  fc.oneof(
    fc.constantFrom(
      0x22,
      0x41,
      0x80,
      0xbf,
      0xc2,
      0xe0,
      0xe2,
      0x82,
      0xed,
      0xa0,
      0xf0,
      0x9f,
      0x90,
      0xf4,
      0x8f,
      0xff,
    ),
    fc.nat({ max: 255 }),
  ),
  { maxLength: 8 },
);

pythonTest('mistakes in JSON are told as Python tells them', [], (ask) => {
  const texts = draw(brokenText, runsOf(5000)).map((text) => [...Buffer.from(text)]);
  const cases = [...texts, ...draw(brokenBytes, runsOf(2500))];
  const answers = ask<string | null>(
    [
      'def error_of(body):',
      '    try:',
      "        json.loads(bytes(body).decode('utf-8'))",
      '    except ValueError as error:',
      '        return str(error)',
      'answers = [error_of(body) for body in cases]',
    ].join('\n'),
    cases,
  );
  assert.equal(answers.length, cases.length);
  cases.forEach((body, index) => {
    assert.equal(
      errorOf(Uint8Array.from(body)),
      answers[index],
      JSON.stringify(Buffer.from(body).toString()),
    );
  });
  const kinds = new Set(answers.map((answer) => answer?.replace(/:.*|0x.*|[0-9].*/, '')));
  assert.ok(kinds.size >= 11, `only these kinds of answers were compared: ${[...kinds].join('; ')}`);
});
