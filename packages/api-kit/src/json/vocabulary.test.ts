import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstViolation } from './first-violation.ts';
import { compileRules } from './keywords.ts';
import type { JsonSchema } from './schema.ts';
import { usualVocabulary, type Vocabulary } from './vocabulary.ts';

/** Digits count as numbers, and there is a format with words of its own. */
const vocabulary: Vocabulary = {
  formats: {
    ...usualVocabulary.formats,
    even: { has: (instance) => Number(instance) % 2 === 0 },
    loud: {
      has: (instance) => typeof instance !== 'string' || instance.endsWith('!'),
      refusal: 'Say it louder.',
    },
  },
  numberIn: (instance) => {
    if (typeof instance === 'number') return instance;
    return typeof instance === 'string' && /^[0-9]+$/.test(instance) ? Number(instance) : undefined;
  },
};

/** What is wrong with a value; null: nothing. */
function told(schema: JsonSchema, value: unknown, words: Vocabulary | undefined = vocabulary): string | null {
  const rules = compileRules(schema, words);
  return rules.areKept(value) ? null : firstViolation(rules, value).message();
}

test('what counts as a number is bound by minimum and its like', () => {
  const bounds: JsonSchema = { exclusiveMinimum: 0, maximum: 10 };
  assert.equal(told(bounds, '10'), null);
  assert.equal(told(bounds, 'ten'), null);
  assert.equal(told(bounds, null), null);
  assert.equal(told(bounds, '11'), "'11' is greater than the maximum of 10");
  assert.equal(told(bounds, '0'), "'0' is less than or equal to the minimum of 0");
  assert.equal(told({ minimum: 3 }, '2'), "'2' is less than the minimum of 3");
});

test('unless told, only numbers are numbers', () => {
  const usual = (value: unknown) => told({ minimum: 5, exclusiveMinimum: 4 }, value, usualVocabulary);
  assert.equal(usual('0'), null);
  assert.equal(usual(true), null);
  assert.equal(usual(4), '4 is less than the minimum of 5');
});

test('exclusiveMinimum lets nothing pass that is as small', () => {
  const schema: JsonSchema = { exclusiveMinimum: 0 };
  assert.equal(told(schema, Number.MIN_VALUE), null);
  assert.equal(told(schema, 0), '0 is less than or equal to the minimum of 0');
  assert.equal(told(schema, -1.5), '-1.5 is less than or equal to the minimum of 0');
});

test('a format says what it has against a value in its own words, or in those of all', () => {
  assert.equal(told({ format: 'even' }, 3), "3 is not a 'even'");
  assert.equal(told({ format: 'loud' }, 'hey'), 'Say it louder.');
  assert.equal(told({ format: 'loud' }, 'hey!'), null);
  assert.equal(told({ format: 'uuid' }, 'no'), "'no' is not a 'uuid'");
});

test('the words hold at any depth', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { list: { type: 'array', items: { anyOf: [{ format: 'even' }, { type: 'null' }] } } },
    patternProperties: { '^x': { oneOf: [{ minimum: 5 }, { type: 'null' }] } },
  };
  assert.equal(told(schema, { list: ['2', null], x1: '7' }), null);
  assert.notEqual(told(schema, { list: ['3'] }), null);
  assert.notEqual(told(schema, { x1: '4' }), null);
});

test('a schema with a format that its service does not know is a mistake, even one that all objects have', () => {
  for (const format of ['odd', 'constructor', '__proto__']) {
    assert.throws(() => compileRules({ format }, vocabulary), /the format '\w+', which is not known here/);
  }
});
