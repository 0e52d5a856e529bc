import { badRequest } from '@berth/api-kit/http-error.ts';
import { firstViolation } from '@berth/api-kit/json/first-violation.ts';
import { compileRules } from '@berth/api-kit/json/keywords.ts';
import type { Place } from '@berth/api-kit/json/rules.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { shown } from './taken-body.ts';
import { novaVocabulary } from './nova-vocabulary.ts';

/** The parameters of a query that its schema knows: each with its values, in order. Others are left out, where they may be sent. */
export type TakenQuery<Name extends string> = Readonly<Partial<Record<Name, readonly string[]>>>;

/** A check of queries by a schema of what one value of each parameter is, in Nova's words. */
export function takenQuery<const Name extends string>(
  parameters: Readonly<Record<Name, QueryParameter>>,
  { isStrict = false, pattern }: QueryOptions = {},
): (query: QueryParams) => TakenQuery<Name> {
  const names = Object.keys(parameters) as Name[];
  const rules = compileRules(schemaOf(parameters, isStrict, pattern), novaVocabulary);
  return (query) => {
    const sent = Object.create(null) as Record<string, string[]>;
    for (const [name, value] of query.entries) (sent[name] ??= []).push(value);
    if (!rules.areKept(sent)) {
      const { place, instance, message } = firstViolation(rules, sent);
      const key = firstKey(place);
      throw badRequest(
        key === null
          ? message()
          : `Invalid input for query parameters ${key}. Value: ${shown(instance)}. ${message()}`,
      );
    }
    // Whoever looks for a name that every object has finds nothing.
    const taken = Object.create(null) as Partial<Record<Name, readonly string[]>>;
    for (const name of names) if (sent[name]) taken[name] = sent[name];
    return taken;
  };
}

/** A request whose query is decoded when it is looked at. */
export interface Asked {
  readonly query: QueryParams;
}

/** Where the original does not look at the query, so that not even bytes that are no text matter. */
export function nothingAsked(): TakenQuery<string> {
  return {};
}

export interface QueryOptions {
  /** Whether parameters that are not among them are refused. */
  readonly isStrict?: boolean;
  /** What names look like that are not refused either; the endpoint has something to say about them. */
  readonly pattern?: string;
}

/** The name of the parameter, and not which of its values it is. Null where the whole query is meant. */
function firstKey(place: Place | null): string | number | null {
  let first: string | number | null = null;
  for (let step = place; step !== null; step = step.before) first = step.key ?? first;
  return first;
}

export interface QueryParameter {
  readonly value: JsonSchema;
  /** Whether it may be sent once only; the last of several counts unless told. */
  readonly isSingle?: true;
}

function schemaOf(
  parameters: Readonly<Record<string, QueryParameter>>,
  isStrict: boolean,
  pattern: string | undefined,
): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([name, { value, isSingle }]): [string, JsonSchema] => {
      return [name, { type: 'array', items: value, ...(isSingle ? { maxItems: 1 } : {}) }];
    }),
  );
  return {
    type: 'object',
    properties,
    ...(isStrict ? { additionalProperties: false } : {}),
    ...(pattern === undefined
      ? {}
      : { patternProperties: { [pattern]: { type: 'array', items: { type: 'string' } } } }),
  };
}
