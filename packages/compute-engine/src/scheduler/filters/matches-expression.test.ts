import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesExpression } from './matches-expression.ts';
import { meetsVersion } from './meets-version.ts';
import { pythonFloat } from './python-float.ts';

test('an expression is an operator with what it compares to, or a text', () => {
  const examples: readonly [value: string, expression: string, matches: boolean][] = [
    ['gold', 'gold', true],
    ['gold', ' gold', false],
    ['8', '= 7', true],
    ['8', '= 9', false],
    ['8', '== 8.0', true],
    ['8', '!= 8', false],
    ['8', '>= 1e1', false],
    ['8', '<= 8', true],
    ['gold', '>= 1', false],
    ['gold', 's== gold', true],
    ['gold', 's!= gold', false],
    ['gold', 's< silver', true],
    ['gold', 's>= silver', false],
    ['x86_64', '<in> 86', true],
    ['avx sse', '<all-in> sse avx', true],
    ['avx', '<all-in> sse avx', false],
    ['b', '<or> a <or> b', true],
    ['c', '<or> a <or> b', false],
    ['', '<or>', false],
    ['8', '>=', false],
    ['8', '> 7', false],
  ];
  for (const [value, expression, matches] of examples) {
    assert.equal(matchesExpression(value, expression), matches, `${value}: ${expression}`);
  }
});

test('numbers are read as by the original', () => {
  for (const [text, number] of [
    ['1_000.5', 1000.5],
    [' -.5e1 ', -5],
    ['1.', 1],
    ['Infinity', Infinity],
    ['-inf', -Infinity],
    ['0x10', null],
    ['', null],
    ['1__0', null],
    ['.', null],
  ] as const) {
    assert.equal(pythonFloat(text), number, text);
  }
});

test('versions are told in groups of three digits', () => {
  assert.equal(meetsVersion(1000, '==1.0'), true);
  assert.equal(meetsVersion(2_010_001, '>=2.6, <3.0'), true);
  assert.equal(meetsVersion(2_010_001, '==2.10.1'), true);
  assert.equal(meetsVersion(2_010_001, '!=2.10.1'), false);
  assert.equal(meetsVersion(2_010_000, '>2.10b1'), true);
  assert.equal(meetsVersion(2_010_000, '<=2.10a1'), false);
});
