import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, runsOf } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { pythonPretty, pythonRepr } from './python-text.ts';
import { anyJson } from './testing/json-arbitraries.ts';
import { pythonTest } from './testing/python-test.ts';

test('strings are quoted as Python quotes them', () => {
  assert.equal(pythonRepr('plain'), "'plain'");
  assert.equal(pythonRepr("it's"), `"it's"`);
  assert.equal(pythonRepr(`it's "so"`), `'it\\'s "so"'`);
  assert.equal(pythonRepr('a\\b\n\u0000é\u00a0\u2028\ud800😀'), `'a\\\\b\\n\\x00é\\xa0\\u2028\\ud800😀'`);
});

test('numbers, constants and containers are written as Python writes them', () => {
  assert.equal(
    pythonRepr([1, -2, 1.5, 0.00001, 3.40282e38, 2 ** 63]),
    '[1, -2, 1.5, 1e-05, 3.40282e+38, 9223372036854775808]',
  );
  assert.equal(pythonRepr([Infinity, -Infinity]), '[inf, -inf]');
  assert.equal(pythonRepr({ b: true, a: null, c: [] }), "{'b': True, 'a': None, 'c': []}");
});

test('a long value is laid out over lines, its keys sorted', () => {
  const value = {
    type: 'string',
    pattern: '^[A-Z0-9_]+$',
    minLength: 1,
    maxLength: 255,
    description: 'one two three',
  };
  assert.equal(
    pythonPretty(value, 30),
    [
      "{'description': 'one two '",
      "                'three',",
      " 'maxLength': 255,",
      " 'minLength': 1,",
      " 'pattern': '^[A-Z0-9_]+$',",
      " 'type': 'string'}",
    ].join('\n'),
  );
});

test('what just fits stays on one line', () => {
  assert.equal(pythonPretty({ a: 0, '': 0 }, 15), "{'': 0, 'a': 0}");
  assert.equal(pythonPretty({ a: 0, '': 0 }, 14), "{'': 0,\n 'a': 0}");
});

test('a long string on its own stands in parentheses', () => {
  assert.equal(pythonPretty('one two three', 10), "('one '\n 'two '\n 'three')");
});

// Whoever lays out twice what is inside takes longer than anybody would wait.
test('laying out a large value takes time in proportion to its size, however deep it is', () => {
  let value: unknown = Array.from({ length: 20_000 }, (_, index) => index);
  for (let depth = 0; depth < 150; depth++) value = [value];
  assert.ok(pythonPretty(value, 72).endsWith(` 19999${']'.repeat(151)}`));
});

test('a text that would grow beyond its limit is cut there', () => {
  assert.equal(pythonPretty(['abc', 'def'], 1, 7), "['abc',...");
  assert.equal(pythonPretty(['abc', 'def'], 80, 14), "['abc', 'def']");
  let value: unknown = 'word '.repeat(100_000);
  for (let depth = 0; depth < 100; depth++) value = { ['k'.repeat(1000)]: value, z: Array(1000).fill(0) };
  assert.equal(pythonPretty(value, 72, 1_000_000).length, 1_000_003);
});

pythonTest('repr and pformat give what Python gives', [], (ask) => {
  const cases = draw(fc.tuple(anyJson, fc.integer({ min: 1, max: 90 })), runsOf(2500));
  const answers = ask<[string, string]>(
    'from pprint import pformat\nanswers = [[repr(value), pformat(value, width=width)] for value, width in cases]',
    cases,
  );
  assert.equal(answers.length, cases.length);
  cases.forEach(([value, width], index) => {
    assert.deepEqual(
      [pythonRepr(value), pythonPretty(value, width)],
      answers[index],
      JSON.stringify([value, width]),
    );
  });
});
