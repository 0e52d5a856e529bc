import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { inTreeNamespaces } from '../../definitions/in-tree.ts';
import { compilePattern, PatternError } from '../../pattern.ts';
import { ecmaPattern } from './ecma-pattern.ts';

describe('a pattern of ours in the dialect of ECMAScript', () => {
  test('is written as far as possible as it was', () => {
    for (const [ours, theirs] of [
      ['[a-z]+(foo|bar)?', '[a-z]+(foo|bar)?'],
      ['\\d{1,3}', '\\p{Nd}{1,3}'],
      ['a\\-b\\/c\\.d', 'a-b\\/c\\.d'],
      ['a{,3}}', 'a\\{,3\\}\\}'],
      ['(?P<name>x)', '(x)'],
      ['[]a-]', '[\\]a\\-]'],
      ['[\\w.-]', '[\\p{L}\\p{N}_.\\-]'],
      ['.', '[^\\n]'],
      ['\\x{1F600}|\\u0041|\\pL', '\\u{1F600}|\\u0041|\\p{L}'],
    ] as const) {
      assert.equal(ecmaPattern(ours), theirs);
    }
  });

  test('is none where the other dialect has no words for it', () => {
    for (const source of ['(?i)a', '[[:alpha:]]', '\\p{Greek}', '\\101']) {
      compilePattern(source);
      assert.equal(ecmaPattern(source), null, source);
    }
  });

  test('is there for all patterns of this package', () => {
    const patterns = inTreeNamespaces.flatMap(({ parameters = [], specs }) => [
      ...parameters.map(({ pattern }) => pattern),
      ...specs.flatMap((spec) => (spec.parameters ?? []).map(({ pattern }) => pattern)),
      ...specs.flatMap(({ value }) =>
        value.type === 'string' && value.pattern !== undefined ? [value.pattern] : [],
      ),
    ]);
    assert.ok(patterns.length > 10);
    for (const pattern of patterns) assert.notEqual(ecmaPattern(pattern), null, pattern);
  });

  test('is there for everything that is not too far away, and matches the same texts', () => {
    let compared = 0;
    assertProperty(
      fc.property(anySource, fc.array(anyText, { minLength: 20, maxLength: 20 }), (pattern, texts) => {
        const matches = matcherOf(pattern);
        if (matches === null) return;
        const translated = ecmaPattern(pattern);
        if (translated === null) {
          assert.match(withoutLiterals(pattern), tooFar, pattern);
          return;
        }
        const theirs = new RegExp(`^(?:${translated})$`, 'u');
        for (const text of texts)
          assert.equal(theirs.test(text), matches(text), JSON.stringify({ pattern, translated, text }));
        compared++;
      }),
      4000,
    );
    afterAllCases(() => assert.ok(compared > 1000, `${compared} patterns were compared`));
  });

  test('is the same for pieces that mean something else beside each other', () => {
    for (const [source, matching, others] of [
      ['(?)', [''], ['?', ' ']],
      ['a(?)b|(?)', ['ab', ''], ['a', 'a?b']],
      ['a(?)*', ['', 'aa'], ['a*', '*']],
      [String.raw`[\w-~]`, ['a', '-', '~'], ['`', '{']],
      [String.raw`[\s-漢]`, [' ', '\u3000', '-', '漢'], ['\u4e00']],
      [String.raw`\uD83D\uDE00`, [], ['😀']],
      [String.raw`\p{^L}\P{^L}`, ['7a'], ['aa', 'a7']],
      ['[[:a]', ['[', ':', 'a'], ['[:', ']']],
    ] as const) {
      const matches = matcherOf(source);
      const theirs = new RegExp(`^(?:${ecmaPattern(source)})$`, 'u');
      assert.ok(matches !== null, source);
      for (const text of matching) assert.ok(matches(text) && theirs.test(text), `${source} ${text}`);
      for (const text of others) assert.ok(!matches(text) && !theirs.test(text), `${source} not ${text}`);
    }
  });
});

const spaced = (text: string): string[] => text.split(' ').filter((piece) => piece !== '');

const members = spaced(String.raw`
  a b z A 0 9 _ - - ] [ ^ . , : & && ~~ / < = 漢 😀 é \d \D \s \w \pL \PL \p{Lu} \p{^L} \P{Nd} \p{LC} \p{Any} \] \[ \\ \- \^ \.
  \n \t \a \x41 \x{e9} \u00df \x{1F600} \uD83D \uDE00 [:alpha:] [:^digit:] \p{Greek} \101`);
const anyClass = fc
  .tuple(fc.constantFrom('[', '[^'), fc.array(fc.constantFrom(...members), { minLength: 1, maxLength: 4 }))
  .map(([opening, inside]) => `${opening}${inside.join('')}]`);

const pieces = spaced(String.raw`
  a b A _ - . , : / < > = ! # 0 7 漢 😀 é K ſ \. \- \/ \< \d \D \w \W \s \S \pL \PN \p{Lu} \p{^L} \P{^Nd} \p{LC} \p{Any}
  ( ( (?: (?) (?P<n> (?<m> ) ) | * + ? ?? *? +? {2} {1,} {,2} {0} {1,2}? { } [ ] ^ $ \A \z \Z \n \r \t \f \v \a
  \x41 \x{e9} \x{D800} \x{10FFFF} \u00df \uD83D \uDE00 \\ \^ \$ \* \+ \? \( \) \[ \] \{ \} \|
  (?i) (?s) (?i: (?-i) (?U) \p{Greek} \101 \07`);
const anySource = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...pieces, '\n', '\u2028', '\ud83d', '\ude00', '\\é', '\\😀') },
      { weight: 3, arbitrary: anyClass },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 2 }) },
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const units = Array.from('abzxABKſ0179_-.,:/<=&~[]{}()|\\^$*+?! \n\r\t\u0007\u2028\u00a0é漢😀ß٣²');
const anyText = fc.string({ unit: fc.constantFrom(...units, '\ud83d', '\ude00'), maxLength: 6 });

/** Flags, classes by name, octal numbers; and what ECMAScript does not let be repeated again. */
const tooFar = /\(\?[a-zA-Z-]|\[:\^?\w+:\]|\\[pP]\{\^?\w{3,}\}|\\[0-7]|\(\?\)[*+?{]/;

function withoutLiterals(pattern: string): string {
  return pattern.replaceAll('\\\\', '');
}

function matcherOf(source: string): ((text: string) => boolean) | null {
  try {
    const pattern = compilePattern(source);
    return (text) => pattern.matches(text);
  } catch (error) {
    if (error instanceof PatternError) return null;
    throw error;
  }
}
