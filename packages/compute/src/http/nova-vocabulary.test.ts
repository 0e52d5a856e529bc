import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileRules } from '@berth/api-kit/json/keywords.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { novaVocabulary } from './nova-vocabulary.ts';

function isTaken(schema: JsonSchema, value: unknown): boolean {
  return compileRules(schema, novaVocabulary).areKept(value);
}

test('digits are bound as the number that they are, and what is none is left to other keywords', () => {
  const schema: JsonSchema = { minimum: 1, maximum: 10 };
  for (const value of [1, '1', '10', '007', '1.5', 'many', '-5', '1e9', '', null]) {
    assert.ok(isTaken(schema, value), String(value));
  }
  for (const value of [0, '0', '11', '10.5', '99999999999999999999']) {
    assert.ok(!isTaken(schema, value), String(value));
  }
  assert.ok(isTaken({ exclusiveMinimum: 0 }, '0.1'));
  assert.ok(!isTaken({ exclusiveMinimum: 0 }, '0.0'));
});

test('a name is of printable characters, without blanks at its ends', () => {
  for (const name of ['m1.small', 'Käse 🧀', 'a b', 'a\u00a0b'])
    assert.ok(isTaken({ format: 'name' }, name), name);
  for (const name of [' a', 'a ', '\ta', 'a\u0000', 'a\u200b', 'a\u2028b', 'a\u00a0', 5, null]) {
    assert.ok(!isTaken({ format: 'name' }, name), JSON.stringify(name));
  }
});
