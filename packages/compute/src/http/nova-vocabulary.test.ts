import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileRules } from '@berth/api-kit/json/keywords.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { novaVocabulary } from './nova-vocabulary.ts';

function isTaken(schema: JsonSchema, value: unknown): boolean {
  return compileRules(schema, novaVocabulary).areKept(value);
}

test('a text is bound as the number that Python reads in it, and what is none is left to other keywords', () => {
  const schema: JsonSchema = { minimum: 1, maximum: 10 };
  for (const value of [1, '1', '10', '007', ' 1_0 ', '1.5', 'many', '', null, [], true]) {
    assert.ok(isTaken(schema, value), String(value));
  }
  for (const value of [
    0,
    '0',
    '-5',
    '11',
    '10.5',
    '1e9',
    '99999999999999999999',
    Number.POSITIVE_INFINITY,
    false,
  ]) {
    assert.ok(!isTaken(schema, value), String(value));
  }
  assert.ok(isTaken({ exclusiveMinimum: 0 }, '0.1'));
  assert.ok(!isTaken({ exclusiveMinimum: 0 }, '0.0'));
});

test('of a number what is behind its point is not looked at, and it is shown without', () => {
  assert.ok(isTaken({ maximum: 10 }, 10.9));
  assert.ok(!isTaken({ exclusiveMinimum: 0 }, 0.5));
  const shown = novaVocabulary.numberShown ?? String;
  assert.deepEqual([0.5, '0.5', '007', 1e22, true].map(shown), [
    '0',
    '0.5',
    '7',
    '10000000000000000000000',
    '1',
  ]);
});

test('a name is of printable characters, without blanks at its ends', () => {
  for (const name of ['m1.small', 'Käse', 'a b', 'a\u00a0b', 'a\n'])
    assert.ok(isTaken({ format: 'name' }, name), name);
  for (const name of [
    ' a',
    'a ',
    'a \n',
    '\n',
    '\ta',
    'a\u0000',
    'Käse 🧀',
    'a\u200b',
    'a\u2028b',
    'a\u00a0',
    5,
    null,
  ]) {
    assert.ok(!isTaken({ format: 'name' }, name), JSON.stringify(name));
  }
});
