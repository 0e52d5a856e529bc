import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compilePattern, literalPattern, longestPattern, PatternError } from './pattern.ts';

describe('a pattern', () => {
  test('is matched in full', () => {
    const pattern = compilePattern('a|ab');
    assert.deepEqual(
      ['a', 'ab', 'abc', 'xa', 'a\n', ''].map((text) => pattern.matches(text)),
      [true, true, false, false, false, false],
    );
  });

  test('means by a digit, a blank or a word character those of all scripts', () => {
    for (const [source, matching, others] of [
      ['\\d', ['7', '٣', '７'], ['²', 'a', '']],
      ['[\\d,]', ['7', '٣', ','], ['\\', 'd']],
      ['\\D', ['a', '²'], ['7', '٣']],
      ['[\\D]', ['a'], ['٣']],
      ['\\s', [' ', '\t', '\u00a0', '\u2028', '\u001c'], ['\ufeff', 's']],
      ['[\\sx]', ['\u3000', 'x'], ['s']],
      ['\\S', ['s', '\ufeff'], ['\u3000']],
      ['\\w', ['a', 'ß', '_', '٣', '²', '中'], ['-', ' ']],
      ['\\W', ['-'], ['ß']],
    ] as const) {
      const pattern = compilePattern(source);
      for (const text of matching) assert.ok(pattern.matches(text), `${source} ${JSON.stringify(text)}`);
      for (const text of others) assert.ok(!pattern.matches(text), `${source} not ${JSON.stringify(text)}`);
    }
  });

  test('may have brackets and backslashes in brackets', () => {
    for (const [source, matching, others] of [
      ['[]\\d]', [']', '٣'], ['[', 'd']],
      ['[^]\\d]', ['[', 'd'], [']', '٣']],
      ['[[]\\s', ['[\u3000'], ['[]', ']\u3000']],
      ['[\\]\\d]', [']', '٣'], ['\\', 'd']],
      ['\\[\\S', ['[s'], ['[ ', 's']],
      ['\\\\\\d', ['\\٣'], ['\\d']],
      ['[a^]\\d', ['^٣', 'a٣'], ['b٣']],
      ['\\u0663', ['٣'], ['3']],
      ['[[:alpha:]\\s]', ['a', '\u3000'], [']', 'a]', ':']],
      ['[^[:digit:]\\w]', ['-'], ['7', 'ß', '-]']],
      ['[\\s[:^alpha:]]', ['7', '\u3000'], ['a', '7]']],
    ] as const) {
      const pattern = compilePattern(source);
      for (const text of matching) assert.ok(pattern.matches(text), `${source} ${JSON.stringify(text)}`);
      for (const text of others) assert.ok(!pattern.matches(text), `${source} not ${JSON.stringify(text)}`);
    }
  });

  test('takes time linear in the text, where backtracking would take for ever', () => {
    for (const [source, text] of [
      ['(a+)+', `${'a'.repeat(20_000)}!`],
      ['(a|a)*', `${'a'.repeat(20_000)}!`],
      ['(.*)*x', 'y'.repeat(20_000)],
      ['\\d+((-\\d+)?(,\\^?\\d+(-\\d+)?)?)*', `1${',2-3'.repeat(5000)}x`],
    ] as const) {
      assert.equal(compilePattern(source).matches(text), false);
    }
  });

  test('that is none is refused with the part that is wrong', () => {
    for (const [source, expected] of [
      ['(a', /missing closing \)/],
      ['a)', /unexpected \)/],
      ['[z-a]', /z-a/],
      ['*', /missing argument/],
      ['a(?=b)', /\(\?=/],
      ['(?<!a)b', /\(\?</],
      ['(a)\\1', /\\1/],
      ['a\\', /trailing backslash/],
      ['\\bword\\b', /\\b/],
      ['[\\S]', /\\S/],
      ['[\\W]', /\\W/],
      ['\\Qa\\E', /\\Q/],
      ['a{1001}', /\{1001\}/],
      ['((a{100}){100}){100}', /repeat/],
      ['a{1000}b{1000}c{1000}d{1000}e{1000}', /repeats too much/],
      ['a'.repeat(longestPattern + 1), /1001 characters/],
    ] as const) {
      assert.throws(
        () => compilePattern(source),
        (error) => error instanceof PatternError && expected.test(error.message),
        source,
      );
    }
  });

  test('of a literal text matches it and nothing else', () => {
    const text = '^a.b*[c]{1}|(d)\\+?$-/';
    assert.ok(compilePattern(literalPattern(text)).matches(text));
    assert.ok(!compilePattern(literalPattern('a.b')).matches('axb'));
  });
});
