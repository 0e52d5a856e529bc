import type { IntegerValue, StringValue, Value } from '../../definitions/definition.ts';
import { compilePattern } from '../../pattern.ts';
import { pythonBlanks } from '../../python/python-blanks.ts';
import { booleanWords } from '../../python/python-boolean.ts';
import { ecmaPattern } from './ecma-pattern.ts';
import { integerPattern } from './integer-pattern.ts';
import { quickEquivalents } from './quick-equivalents.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** Parts that many values have in common. */
export const valueDefinitions: Readonly<Record<string, JsonSchema>> = {
  any: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  boolean: {
    anyOf: [{ type: 'string', pattern: booleanPattern() }, { enum: [0, 1] }],
  },
};

const any: JsonSchema = { $ref: '#/$defs/any' };

/** A value as a request may have it: a text, or a number in place of its text. */
export function valueSchema(value: Value): JsonSchema {
  if (value.type === 'boolean') return { $ref: '#/$defs/boolean' };
  return value.type === 'integer' ? integerSchema(value) : stringSchema(value);
}

/** Whether a pattern of it is missing in the schema. */
export function isBeyondSchema(value: Value): boolean {
  return value.type === 'string' && value.pattern !== undefined && ecmaPattern(value.pattern) === null;
}

function stringSchema({ pattern, enum: values }: StringValue): JsonSchema {
  if (pattern !== undefined) {
    const translated = ecmaPattern(quickEquivalents.get(pattern) ?? pattern);
    if (translated === null) return any;
    const text = { type: 'string', pattern: `^(?:${translated})$` };
    return takesNumbers(pattern) ? { anyOf: [text, { type: 'integer', minimum: 0 }] } : text;
  }
  if (values === undefined) return any;
  // 1.2 stands for the text 1.2.
  const numbers = values.map(Number).filter((number, index) => `${number}` === values[index]);
  return { enum: [...values, ...numbers.filter(Number.isFinite)] };
}

/** A number has no pattern. Where a few of them would match as texts, all are let through. */
function takesNumbers(pattern: string): boolean {
  const compiled = compilePattern(pattern);
  return ['0', '1', '42', '2048'].every((number) => compiled.matches(number));
}

function integerSchema({ min, max }: IntegerValue): JsonSchema {
  const minimum = min === undefined ? null : BigInt(Math.ceil(min));
  const maximum = max === undefined ? null : BigInt(Math.floor(max));
  // Between them there may be no whole number at all.
  if (minimum !== null && maximum !== null && minimum > maximum) return { not: {} };
  return {
    anyOf: [
      {
        type: 'integer',
        ...(min === undefined ? {} : { minimum: min }),
        ...(max === undefined ? {} : { maximum: max }),
      },
      { type: 'string', pattern: integerPattern(minimum, maximum) },
    ],
  };
}

function booleanPattern(): string {
  const words = booleanWords.map((word) =>
    word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`),
  );
  return `^[${pythonBlanks}]*(?:${words.join('|')})[${pythonBlanks}]*$`;
}
