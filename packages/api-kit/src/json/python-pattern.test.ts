import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, runsOf } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { pythonPattern } from './python-pattern.ts';
import { anyText } from './testing/json-arbitraries.ts';
import { pythonTest } from './testing/python-test.ts';

test('what JavaScript would read differently is refused', () => {
  for (const source of [
    '\\d',
    '\\w+',
    '\\s',
    '\\bx',
    '\\Z',
    '(a)\\1',
    '(?P<name>x)',
    '(?<name>x)',
    '(?>x)',
    '(?i)x',
    '[]a]',
    '[^]a]',
    'x\\',
  ]) {
    assert.throws(() => pythonPattern(source), /which JavaScript reads differently/, source);
  }
});

test('what JavaScript cannot read is refused', () => {
  for (const source of ['a{,2}', 'a++', '(', '[a'])
    assert.throws(() => pythonPattern(source), SyntaxError, source);
});

const patterns = [
  '^[A-Z0-9_]+$',
  '^CUSTOM_[A-Z0-9_]+$',
  '^[0-9a-fA-F-]{36}$',
  '^[a-zA-Z0-9_-]{1,64}$',
  '^resources([1-9][0-9]*)?$',
  '^[A-Z0-9_]+$|^all|^unknown$',
  '^.$',
  'a.?c',
  '^[^a]$',
  '^[.$]+$',
  '\\.|\\-|\\$|\\^|\\[|\\]|\\\\',
  '^[\\-\\]\\\\^]+$',
  '^(?:a|b)*$',
  '(?=c)c(?!d)',
  '(?<=a)b(?<!cb)',
  '^(?! )[a-zA-Z0-9. _-]+(?<! )$',
  '^\\n$',
  '😀{2}',
];

/** Each pattern finds something in at least one of these. */
const telling = [
  'VCPU',
  'CUSTOM_A\n',
  '5eb1bd0a-4b0f-4b7c-9d4b-3ac4a4fe6c5e',
  'resources2',
  'xaxc',
  'ab',
  'm1.large 2',
  'ends with a blank ',
  'ends with a blank \n',
  '.$',
  '-',
  '\n',
  '😀😀',
];

pythonTest('patterns find what re.search finds', [], (ask) => {
  const pieces = fc.constantFrom(
    ...Array.from('aAbcdZ019_-.$^[]\\😀\n\r\u2028'),
    'CUSTOM_',
    'resources',
    'all',
    'unknown',
  );
  const anySubject = fc.oneof(fc.string({ unit: pieces, maxLength: 6 }), anyText);
  const subjects = [...telling, ...draw(anySubject, runsOf(600))];
  const answers = ask<boolean[]>(
    'import re\nanswers = [[bool(re.search(pattern, each)) for each in cases[1]] for pattern in cases[0]]',
    [patterns, subjects],
  );
  patterns.forEach((source, row) => {
    const pattern = pythonPattern(source);
    const found = subjects.filter((subject, column) => {
      assert.equal(pattern.test(subject), answers[row]?.[column], JSON.stringify([source, subject]));
      return answers[row]?.[column];
    });
    assert.ok(found.length > 0, `nothing that ${source} finds was compared`);
  });
});
