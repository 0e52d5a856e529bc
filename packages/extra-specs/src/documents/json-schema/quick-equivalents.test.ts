import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { inTreeNamespaces } from '../../definitions/in-tree.ts';
import { compilePattern } from '../../pattern.ts';
import { ecmaPattern } from './ecma-pattern.ts';
import { quickEquivalents } from './quick-equivalents.ts';

const inTreePatterns = new Set(
  inTreeNamespaces.flatMap(({ specs }) =>
    specs.flatMap(({ value }) =>
      value.type === 'string' && value.pattern !== undefined ? [value.pattern] : [],
    ),
  ),
);

const pieces = fc
  .array(fc.constantFrom('0', '12', ',', '-', '-3', '^', ' ', ':', 'a', 'b_', 'a:1', ' , ', '^4'), {
    maxLength: 7,
  })
  .map((parts) => parts.join(''));

describe('the patterns that a schema has in place of ours', () => {
  test('match what ours match', () => {
    for (const [ours, quick] of quickEquivalents) {
      assert.ok(inTreePatterns.has(ours), `${ours} is in use`);
      const [one, other] = [compilePattern(ours), compilePattern(quick)];
      let matching = 0;
      assertProperty(
        fc.property(pieces, (text) => {
          assert.equal(other.matches(text), one.matches(text), JSON.stringify({ ours, text }));
          if (one.matches(text)) matching++;
        }),
        8000,
      );
      afterAllCases(() => assert.ok(matching > 100, `${ours}: ${matching} texts matched`));
    }
  });

  // One that is not quick takes longer than anybody would wait.
  test('are matched quickly by an engine that backtracks, as are all others of this package', () => {
    const hard = ['0', '0-1,', ',0-1', '^0-1,', 'a', 'a,', 'a:1,', ' , a:1', '1 ,', '1kb', '1Ki'];
    for (const pattern of inTreePatterns) {
      const expression = new RegExp(`^(?:${ecmaPattern(quickEquivalents.get(pattern) ?? pattern)})$`, 'u');
      for (const piece of hard) {
        // As long as the API lets a value be, and wrong at the end.
        const text = `${piece.repeat(255).slice(0, 254)}!`;
        assert.equal(expression.test(text), false, `${pattern} ${text}`);
      }
    }
  });
});
