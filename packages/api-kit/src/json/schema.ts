import { atOnce, type Steps } from '../in-turns.ts';
import { bestMatch } from './best-match.ts';
import { compileRules } from './keywords.ts';
import { violationText } from './violation-text.ts';

/** The part of JSON Schema (2020-12) that the services use. The order of the keywords is part of it. */
export interface JsonSchema {
  readonly type?: JsonTypeName | readonly JsonTypeName[];
  readonly enum?: readonly unknown[];

  readonly properties?: Readonly<Record<string, JsonSchema>>;
  /** Subschemas by regular expression; see `python-pattern.ts` for what may stand in one. */
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;

  /** By their places; others are not looked at. */
  readonly prefixItems?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;

  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** One of the vocabulary's; of the usual one: 'uuid'. */
  readonly format?: string;

  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;

  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

export type JsonTypeName = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

/** Null for a valid value, else what python-jsonschema 4.10.3 says of it, word for word. */
export interface Validator {
  (value: unknown): string | null;
  /** The same in steps, for values of many thousand parts. */
  inSteps(value: unknown): Steps<string | null>;
}

/** Compile once, at start-up; a schema with a keyword or pattern that we do not have throws here. */
export function compileSchema(schema: JsonSchema): Validator {
  const rules = compileRules(schema);
  return Object.assign(
    (value: unknown) => (rules.areKept(value) ? null : atOnce(violationText(bestMatch(rules, value)))),
    {
      *inSteps(value: unknown): Steps<string | null> {
        if (rules.areKept(value)) return null;
        yield;
        const violation = bestMatch(rules, value);
        yield;
        return yield* violationText(violation);
      },
    },
  );
}
