import { firstViolation } from '@berth/api-kit/json/first-violation.ts';
import { compileRules } from '@berth/api-kit/json/keywords.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { shortened } from '@berth/api-kit/json/shortened.ts';
import { usualVocabulary, type Vocabulary } from '@berth/api-kit/json/vocabulary.ts';
import { isWellFormed, notWellFormed } from '@berth/api-kit/json/well-formed.ts';
import { novaVocabulary } from '../http/nova-vocabulary.ts';
import { lastKey } from '../http/taken-body.ts';

/** What each field of a thing is, as it is kept; one that is missing does not compile. */
export type ThingShape<Thing> = { readonly [Field in keyof Thing]-?: JsonSchema };

/** A number from a series. */
export const seriesNumber: JsonSchema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

/** Of a project or a user, or a name that is as long. */
export const ownerId = { type: 'string', minLength: 1, maxLength: 255 } as const satisfies JsonSchema;

const instantMax = 8_640_000_000_000_000;
export const instant: JsonSchema = { type: 'integer', minimum: -instantMax, maximum: instantMax };
export const instantOrNull: JsonSchema = { ...instant, type: ['integer', 'null'] };

export const booleanValue: JsonSchema = { type: 'boolean' };
export const id: JsonSchema = { type: 'string', format: 'uuid' };

export function text(longest: number): JsonSchema {
  return { type: 'string', maxLength: longest };
}

/** A part of a thing, with these fields and no others. */
export function objectOf<Part>(shape: ThingShape<Part>): JsonSchema {
  return { type: 'object', properties: shape, required: Object.keys(shape), additionalProperties: false };
}

/** What is kept is no longer what was sent: a number is one, and all of it counts. */
const keptVocabulary: Vocabulary = { formats: novaVocabulary.formats, numberIn: usualVocabulary.numberIn };

/** The fields that a thing may be without. */
type OptionalOf<Thing> = {
  readonly [Field in keyof Thing]-?: object extends Pick<Thing, Field> ? Field : never;
}[keyof Thing];

/** A rule: things have these fields, some of them only where there is something to say, and no others. It takes nothing for granted. */
export function hasShape<Thing extends { readonly id: string }>(
  noun: string,
  shape: ThingShape<Thing>,
  optional: readonly OptionalOf<Thing>[] = [],
): (thing: Thing) => Iterable<string> {
  const rules = compileRules(
    {
      type: 'object',
      properties: shape,
      required: Object.keys(shape).filter((field) => !optional.some((each) => each === field)),
      additionalProperties: false,
    },
    keptVocabulary,
  );
  return function* (thing) {
    const what = `${noun} ${shortened(thing.id)}`;
    if (rules.areKept(thing)) {
      if (!isWellFormed(thing)) yield `${what}: ${notWellFormed}`;
      return;
    }
    const { place, message } = firstViolation(rules, thing);
    const key = lastKey(place);
    yield `${what}: ${key === null ? '' : `${key}: `}${shortened(message())}`;
  };
}
