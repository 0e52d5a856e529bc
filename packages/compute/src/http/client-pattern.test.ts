import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pythonTest } from '@berth/api-kit/json/testing/python-test.ts';
import { draw, runsOf } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { clientPattern } from './client-pattern.ts';

function found(source: string, text: string): boolean | null {
  return clientPattern(source)?.isIn(text) ?? null;
}

test('a pattern is looked for anywhere in a text, with its case', () => {
  assert.equal(found('web', 'my-web-1'), true);
  assert.equal(found('WEB', 'my-web-1'), false);
  assert.equal(found('^web', 'my-web-1'), false);
  assert.equal(found('w.b-\\d$', 'my-web-1'), true);
  assert.equal(clientPattern('web')?.isAtStartOf('my-web'), false);
  assert.equal(clientPattern('m|w')?.isAtStartOf('my-web'), true);
});

test('what is written otherwise in Python means the same', () => {
  assert.equal(found('a{,2}$', 'aa'), true);
  assert.equal(found('^[]a]+$', ']a'), true);
  assert.equal(found('[[:alpha:]]', 'z'), false);
  assert.equal(found('\\w', 'ä'), true);
  assert.equal(found('(?i)WEB', 'web'), true);
  assert.equal(found('a{b', 'a{b'), true);
});

for (const source of [
  '',
  '[',
  '(',
  ')',
  '*',
  'a**',
  '\\',
  '\\z',
  '\\pL',
  'a{2,1}',
  '[b-a]',
  '(?z)',
  'a(?i)b',
  '^*',
]) {
  test(`${JSON.stringify(source)} is no pattern`, () => assert.equal(clientPattern(source), null));
}

for (const source of [
  'a(?=b)',
  '(?<!a)b',
  '(a)\\1',
  'a{1001}',
  'a++',
  '(?>a)',
  '((a{30}){30}){30}',
  'a'.repeat(1001),
]) {
  test(`${source.slice(0, 20)} cannot be matched in bounded time`, () =>
    assert.equal(clientPattern(source), null));
}

test('a pattern that holds others for ever takes as long as any other', () => {
  const pattern = clientPattern('(x+x+)+y$');
  const start = performance.now();
  assert.equal(pattern?.isIn('x'.repeat(255)), false);
  assert.ok(performance.now() - start < 1_000);
});

const pieces = fc.constantFrom(
  ...'a b web - . * + ? | ^ $ ( ) (?: [ ] [^ a-b { } {2} {1,} {,2} {2,1} ä 漢 && -- , 0 _'.split(' '),
  ...'\\d \\w \\s \\S \\W \\D \\b \\A \\Z \\. \\n \\x41 \\u00e4 \\U0001f600 \\0 \\101 \\1 \\q \\-'.split(' '),
  ...'(?i) (?s) (?P<n> (?#c) (?= (?i: (?-i:'.split(' '),
  ' ',
);
const anyPattern = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
const texts = [
  '',
  'web',
  'my-web-01',
  'aab',
  'AB',
  'a b',
  'ä漢😀',
  ']-[',
  '{2}',
  'bbb_0',
  'A1,2',
  '^$',
  '&&',
];

/** What is one in Python, and cannot be matched here; or is about words that are not of ASCII. */
const unmatched = /\(\?=|\\1|[*+?}]\+|\[\^?\]?[^\]]*\\[SW]|a\(\?|\\b|\\B/;

pythonTest('Python has the same patterns, and finds the same with them', [], (ask) => {
  const cases = draw(anyPattern, runsOf(20_000));
  const program = `
import re
def search(source):
    try:
        pattern = re.compile(source)
    except (re.error, OverflowError, RecursionError):
        return None
    return [[pattern.search(text) is not None, pattern.match(text) is not None] for text in cases['texts']]
answers = [search(source) for source in cases['sources']]`;
  const answers = ask<[boolean, boolean][] | null>(program, { sources: cases, texts });
  let patterns = 0;
  for (const [index, source] of cases.entries()) {
    const pattern = clientPattern(source);
    const answer = answers[index] ?? null;
    if (unmatched.test(source)) continue;
    const same =
      pattern === null ? null : texts.map((text) => [pattern.isIn(text), pattern.isAtStartOf(text)]);
    if (pattern !== null) patterns++;
    assert.deepEqual(same, answer, JSON.stringify(source));
  }
  assert.ok(patterns > cases.length / 10, `${patterns} of ${cases.length} were patterns`);
});
