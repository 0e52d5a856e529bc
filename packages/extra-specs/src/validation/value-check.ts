import type { IntegerValue, StringValue, Value } from '../definitions/definition.ts';
import { compilePattern, type Pattern } from '../pattern.ts';
import type { ValueRule } from '../problem.ts';
import { suggestWord } from '../suggestions/suggest-word.ts';
import { booleanWords, pythonBoolean } from '../python/python-boolean.ts';
import { pythonInteger } from '../python/python-integer.ts';

/** Why a value is refused, in the original's words. */
export interface ValueFault {
  readonly rule: ValueRule;
  readonly text: string;
  readonly suggestion: string | null;
}

export type ValueCheck = (value: string) => ValueFault | null;

/** What a definition says about values, as a function. Its pattern must be one. */
export function compileValueCheck(value: Value): ValueCheck {
  if (value.type === 'string') return stringCheck(value);
  return value.type === 'integer' ? integerCheck(value) : booleanCheck;
}

function stringCheck(value: StringValue): ValueCheck {
  if (value.pattern !== undefined) return patternCheck(compilePattern(value.pattern));
  if (value.enum !== undefined) return enumCheck(value.enum);
  return () => null;
}

function patternCheck(pattern: Pattern): ValueCheck {
  // `large|small|any`: words that the pattern allows as they stand.
  const words = (pattern.source.match(/[a-zA-Z]{2,}/g) ?? []).filter((word) => pattern.matches(word));
  return (value) =>
    pattern.matches(value)
      ? null
      : refuse(
          'wrong-format',
          `'${value}' is not of the format '${pattern.source}'.`,
          suggestWord(value, words),
        );
}

function enumCheck(values: readonly string[]): ValueCheck {
  const known = new Set(values);
  const list = values.join(', ');
  return (value) =>
    known.has(value)
      ? null
      : refuse('not-in-enum', `'${value}' is not one of: ${list}.`, suggestWord(value, values));
}

function integerCheck({ min, max }: IntegerValue): ValueCheck {
  return (value) => {
    const number = pythonInteger(value);
    if (number === null) return refuse('not-an-integer', `'${value}' is not a valid integer value.`);
    if (max !== undefined && number > max) {
      return refuse('above-maximum', `'${number}' is greater than the max value of '${max}'.`, `${max}`);
    }
    if (min !== undefined && number < min) {
      return refuse('below-minimum', `'${number}' is less than the min value of '${min}'.`, `${min}`);
    }
    return null;
  };
}

function booleanCheck(value: string): ValueFault | null {
  if (pythonBoolean(value) !== null) return null;
  return refuse(
    'not-a-boolean',
    `'${value}' is not a valid boolean-like value.`,
    suggestWord(value, booleanWords),
  );
}

function refuse(rule: ValueRule, text: string, suggestion: string | null = null): ValueFault {
  return { rule, text: `Validation failed; ${text}`, suggestion };
}
