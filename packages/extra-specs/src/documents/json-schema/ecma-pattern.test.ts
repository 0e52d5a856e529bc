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

  test('matches the same texts', () => {
    const pieces = [
      String.raw`a b _ - . \. \- \d \D \w \W \s \S [ab] [^a] [a-c-] []x] [^]] [\d.] [\w-] [\s,] [\D] [\]\\] ( (?: ) | * + ? {2}`,
      String.raw`{1,} {,2} } ] ^ $ \A \z \n \x41 \x{e9} \u00df \pL \P{Nd} / : 漢 😀 [.-/] [^\w] [+--]`,
    ].flatMap((line) => line.split(' '));
    const source = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''));
    const unit = fc.constantFrom(...Array.from('ab_-.]x\\}{,A1٣é漢😀ß: /\n\u2028\t^+,'));
    let compared = 0;
    assertProperty(
      fc.property(
        source,
        fc.array(fc.string({ unit, maxLength: 6 }), { minLength: 20, maxLength: 20 }),
        (pattern, texts) => {
          const matches = matcherOf(pattern);
          if (matches === null) return;
          const translated = ecmaPattern(pattern);
          assert.notEqual(translated, null, pattern);
          const theirs = new RegExp(`^(?:${translated})$`, 'u');
          for (const text of texts)
            assert.equal(theirs.test(text), matches(text), JSON.stringify({ pattern, translated, text }));
          compared++;
        },
      ),
      1500,
    );
    afterAllCases(() => assert.ok(compared > 300, `${compared} patterns were compared`));
  });
});

function matcherOf(source: string): ((text: string) => boolean) | null {
  try {
    const pattern = compilePattern(source);
    return (text) => pattern.matches(text);
  } catch (error) {
    if (error instanceof PatternError) return null;
    throw error;
  }
}
