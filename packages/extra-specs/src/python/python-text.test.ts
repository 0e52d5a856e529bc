import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stripped } from './python-blanks.ts';
import { noInteger, pythonLiteral, pythonText, pythonTypeName } from './python-text.ts';

describe('values in messages', () => {
  const examples: readonly [unknown, string][] = [
    ['plain', "'plain'"],
    ["it's", '"it\'s"'],
    ['it\'s "so"', "'it\\'s \"so\"'"],
    ['a\\b\n\r\t', "'a\\\\b\\n\\r\\t'"],
    ['\u0007\u00a0\u200b\u{e0001}\ud800', "'\\x07\\xa0\\u200b\\U000e0001\\ud800'"],
    ['é 😀', "'é 😀'"],
    [null, 'None'],
    [undefined, 'None'],
    [true, 'True'],
    [false, 'False'],
    [1.5, '1.5'],
    [12n, '12'],
    [['a', 1, [null]], "['a', 1, [None]]"],
    [{ 'a b': false, c: {} }, "{'a b': False, 'c': {}}"],
  ];
  for (const [value, expected] of examples) {
    test(`are written as ${expected}`, () => assert.equal(pythonLiteral(value), expected));
  }

  test('stand by themselves without quotes', () => {
    assert.equal(pythonText("it's"), "it's");
    assert.equal(pythonText(["it's"]), '["it\'s"]');
  });

  test('have an end, though they contain themselves', () => {
    const list: unknown[] = [];
    list.push(list);
    assert.equal(pythonLiteral(list), `${'['.repeat(1000)}...${']'.repeat(1000)}`);
    assert.equal(pythonLiteral([list, 1]), `${'['.repeat(1000)}...${']'.repeat(999)}, ...]`);
  });

  test('have an end, though they multiply', () => {
    let laughs: unknown = 'lol';
    for (let level = 0; level < 30; level++) laughs = Array(9).fill(laughs);
    assert.ok(pythonLiteral(laughs).length < 20_000);
  });

  test('have types', () => {
    const types = ['', 1, 1.5, true, null, [], {}, 1n].map(pythonTypeName);
    assert.equal(types.join(' '), 'str int float bool NoneType list dict int');
  });
});

test('a text that is no number is repeated up to a length', () => {
  assert.equal(noInteger('x'), "invalid literal for int() with base 10: 'x'");
  assert.equal(noInteger('😀'.repeat(300)), `invalid literal for int() with base 10: '${'😀'.repeat(199)}`);
});

test('blanks around a text are those of the original', () => {
  assert.equal(stripped('\u001c\u0085 a b \u3000\n'), 'a b');
  assert.equal(stripped('\ufeffa'), '\ufeffa');
  assert.equal(stripped(' \t '), '');
});
