import fc from 'fast-check';
import type { JsonSchema, JsonTypeName } from '../schema.ts';
import { anyJson, anyNumber, anyScalar, anyText, objectOf } from './json-arbitraries.ts';

const names = ['uuid', 'name', 'total', 'VCPU', 'CUSTOM_A', '__proto__', "it's", 'é', '😀'];
const patterns = [
  '^[A-Z0-9_]+$',
  '^CUSTOM_[A-Z0-9_]+$',
  '^[0-9a-fA-F-]{36}$',
  '[a-z]',
  '^resources([1-9][0-9]*)?$',
  '^all|^un.$',
];
const types: readonly JsonTypeName[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const anyBound = fc.constantFrom(0, 1, 2, 3, 255, 2147483647, 3.40282e38, 0.5);
const anySize = fc.nat({ max: 4 });

/** Schemas of every supported keyword, in any order of keywords, that fit together more often than not. */
export const anySchema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const schema = tie('schema');
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      someOf('string', {
        enum: fc.array(fc.constantFrom<unknown>('none', 'isolate', 1, true, null, [1], { a: false }), {
          minLength: 1,
          maxLength: 3,
        }),
        pattern: fc.constantFrom(...patterns),
        minLength: anySize,
        maxLength: fc.integer({ min: 1, max: 40 }),
        format: fc.constant('uuid' as const),
      }),
      someOf('integer', { minimum: anyBound, exclusiveMinimum: anyBound, maximum: anyBound }),
      someOf('number', { minimum: anyBound, exclusiveMinimum: anyBound, maximum: anyBound }),
      someOf('array', { items: schema, minItems: anySize, maxItems: anySize, uniqueItems: fc.boolean() }),
      someOf('object', {
        properties: fc
          .uniqueArray(fc.tuple(fc.constantFrom(...names), schema), {
            selector: ([name]) => name,
            maxLength: 4,
          })
          .map((entries) => Object.fromEntries(entries)),
        patternProperties: fc.dictionary(fc.constantFrom(...patterns), schema, { minKeys: 1, maxKeys: 2 }),
        additionalProperties: fc.boolean(),
        required: fc.subarray(names, { minLength: 1, maxLength: 3 }),
        minProperties: anySize,
        maxProperties: anySize,
      }),
      fc.record({ anyOf: fc.array(schema, { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(schema, { minLength: 1, maxLength: 3 }) }),
      fc.record({
        type: fc.uniqueArray(fc.constantFrom(...types), { minLength: 1, maxLength: 3 }),
        anyOf: fc.array(schema, { minLength: 1, maxLength: 2 }),
      }),
    ),
  };
}).schema;

type Keywords = { readonly [Name in keyof JsonSchema]: fc.Arbitrary<JsonSchema[Name]> };

/** Some of the keywords, mostly with the type that they are about, in any order. */
function someOf(type: JsonTypeName, keywords: Keywords): fc.Arbitrary<JsonSchema> {
  const usual = fc.oneof(
    { weight: 4, arbitrary: fc.constant<JsonSchema['type']>(type) },
    { weight: 1, arbitrary: fc.constantFrom<JsonSchema['type']>([type, 'null'], [type]) },
  );
  const everything = { type: usual, ...keywords };
  return fc
    .shuffledSubarray(Object.keys(everything) as (keyof JsonSchema)[], { minLength: 1 })
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map((name) =>
          (everything[name] as fc.Arbitrary<unknown>).map((value) => [name, value] as const),
        ),
      ),
    )
    .map((entries) => Object.fromEntries(entries) as JsonSchema);
}

/** Values that mostly look like what the schema asks for, with something else here and there. */
export function instancesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 20, arbitrary: lookingLike(schema) },
    { weight: 1, arbitrary: anyScalar },
    { weight: 1, arbitrary: anyJson },
  );
}

function lookingLike(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(instancesOf));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum, 'other', 0, false, [true], { a: 0 });
  const type = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [guessedType(schema)]);
  return fc.oneof(...type.map((name) => ofType(name, schema)));
}

function guessedType(schema: JsonSchema): JsonTypeName {
  if (schema.properties ?? schema.patternProperties ?? schema.required) return 'object';
  if (schema.items) return 'array';
  return schema.minimum === undefined && schema.exclusiveMinimum === undefined ? 'string' : 'integer';
}

function ofType(type: JsonTypeName, schema: JsonSchema): fc.Arbitrary<unknown> {
  const aNumber = () =>
    fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 0, max: 10 }) }, { weight: 1, arbitrary: anyNumber });
  const makers: Record<JsonTypeName, () => fc.Arbitrary<unknown>> = {
    array: () => fc.array(instancesOf(schema.items ?? {}), { maxLength: 4 }),
    object: () => objectLookingLike(schema),
    string: () =>
      fc.oneof(fc.uuid(), anyText, fc.constantFrom('VCPU', 'CUSTOM_A', 'resources1', 'all', 'una', 'una\n')),
    integer: aNumber,
    number: aNumber,
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
  };
  return makers[type]();
}

function objectLookingLike(schema: JsonSchema): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {}).map(([name, child]) =>
    entry(fc.constant(name), child, 6),
  );
  const matching = Object.entries(schema.patternProperties ?? {}).map(([, child]) =>
    entry(
      fc.oneof(fc.uuid(), fc.constantFrom('VCPU', 'CUSTOM_A', 'resources', 'resources1', 'lower', 'VCPU\n')),
      child,
      3,
    ),
  );
  const extra = entry(fc.oneof(fc.constantFrom(...names, ...(schema.required ?? [])), anyText), {}, 0);
  return objectOf(
    fc
      .tuple(
        fc
          .shuffledSubarray([...properties, ...matching, extra].flat())
          .chain((chosen) => fc.tuple(...chosen)),
      )
      .map(([entries]) => entries),
  );
}

/** Repeated, an entry is left out less often. */
function entry(
  name: fc.Arbitrary<string>,
  schema: JsonSchema,
  repeats: number,
): fc.Arbitrary<[string, unknown]>[] {
  return Array<fc.Arbitrary<[string, unknown]>>(1 + repeats).fill(fc.tuple(name, instancesOf(schema)));
}
