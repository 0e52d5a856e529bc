import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, runsOf } from '@berth/testing/random-cases.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { compileRules } from './keywords.ts';
import { compileSchema, type JsonSchema } from './schema.ts';
import { pythonTest } from './testing/python-test.ts';
import { anySchema, instancesOf } from './testing/schema-arbitraries.ts';

const inventory: JsonSchema = {
  type: 'object',
  properties: {
    total: { type: 'integer', maximum: 2147483647, minimum: 1 },
    allocation_ratio: { type: 'number', maximum: 3.40282e38 },
  },
  required: ['total'],
  additionalProperties: false,
};

test('a valid value has no text', () => {
  assert.equal(compileSchema(inventory)({ total: 8, allocation_ratio: 1.5 }), null);
});

test('a violation is told with its schema, its path and its value', () => {
  assert.equal(
    compileSchema(inventory)({ total: 0 }),
    [
      '0 is less than the minimum of 1',
      '',
      "Failed validating 'minimum' in schema['properties']['total']:",
      "    {'maximum': 2147483647, 'minimum': 1, 'type': 'integer'}",
      '',
      "On instance['total']:",
      '    0',
    ].join('\n'),
  );
});

test('of several violations the one nearest to the top is told', () => {
  const text = compileSchema(inventory)({ total: 0, colour: 'red', size: 1 });
  assert.match(text ?? '', /^Additional properties are not allowed \('colour', 'size' were unexpected\)\n/);
  assert.match(text ?? '', /\nFailed validating 'additionalProperties' in schema:\n/);
  assert.match(text ?? '', /\nOn instance:\n {4}\{'colour': 'red', 'size': 1, 'total': 0\}$/);
});

test('of several violations at one height the first keyword of the schema is told', () => {
  const first = (schema: JsonSchema) => compileSchema(schema)('abc')?.split('\n')[0];
  assert.equal(first({ maxLength: 2, pattern: 'x' }), "'abc' is too long");
  assert.equal(first({ pattern: 'x', maxLength: 2 }), "'abc' does not match 'x'");
});

test('where one alternative came closest, its own violation is told', () => {
  const parent: JsonSchema = { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] };
  const validate = compileSchema({ properties: { parent } });
  assert.equal(validate({ parent: null }), null);
  assert.match(
    validate({ parent: 'x' }) ?? '',
    /^'x' is not a 'uuid'\n\nFailed validating 'format' in schema\[0\]:\n {4}\{'format': 'uuid', 'type': 'string'\}\n\nOn instance:\n {4}'x'$/,
  );
  assert.match(
    validate({ parent: 1 }) ?? '',
    /^1 is not valid under any of the given schemas\n\nFailed validating 'anyOf' in schema\['properties'\]\['parent'\]:/,
  );
});

test('booleans are no numbers, and 1.0 is an integer', () => {
  const validate = compileSchema({ type: 'integer' });
  assert.equal(validate(1.0), null);
  assert.match(validate(true) ?? '', /^True is not of type 'integer'\n/);
  assert.match(validate(1.5) ?? '', /^1.5 is not of type 'integer'\n/);
});

test('an enum keeps true and 1 apart, but as Python does not inside a list', () => {
  const validate = compileSchema({ enum: [1, [1]] });
  assert.equal(validate(1), null);
  assert.equal(validate([true]), null);
  assert.match(validate(true) ?? '', /^True is not one of \[1, \[1\]\]\n/);
});

test('elements are unique as JSON values', () => {
  const validate = compileSchema({ uniqueItems: true });
  assert.equal(validate([1, true, '1', [1], [true], '[1]', null, 'null']), null);
  assert.match(
    validate([
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ]) ?? '',
    /has non-unique elements\n/,
  );
});

test('a pattern is searched for as Python does, where $ stands before a final line feed', () => {
  const validate = compileSchema({ pattern: '^[A-Z]+$|a.c' });
  assert.equal(validate('ABC\n'), null);
  assert.equal(validate('xa\u2028cx'), null);
  assert.match(validate('ABC\n\n') ?? '', /^'ABC\\n\\n' does not match /);
});

test('the uuid format takes only strings, whatever the type says', () => {
  const validate = compileSchema({ format: 'uuid' });
  assert.equal(validate('5EB1BD0A4B0F4B7C9D4B3AC4A4FE6C5E'), null);
  assert.match(validate(5) ?? '', /^5 is not a 'uuid'\n/);
});

test('lengths count code points', () => {
  assert.equal(compileSchema({ maxLength: 2 })('😀😀'), null);
  assert.match(compileSchema({ minLength: 3 })('😀😀') ?? '', /^'😀😀' is too short\n/);
});

test('a property that every object inherits is not one of the value', () => {
  assert.match(compileSchema({ required: ['toString'] })({}) ?? '', /^'toString' is a required property\n/);
  const properties = Object.fromEntries([['constructor', { type: 'null' } as const]]);
  assert.equal(compileSchema({ properties })({}), null);
});

test('a schema that cannot be honoured is refused when it is compiled', () => {
  assert.throws(() => compileSchema({ not: {} } as JsonSchema), /keyword 'not', which is not known here/);
  assert.throws(() => compileSchema({ toString: 1 } as unknown as JsonSchema), /keyword 'toString'/);
  assert.throws(
    () => compileSchema({ items: { pattern: '^\\d$' } }),
    /'\\d', which JavaScript reads differently/,
  );
});

test('a hostile value has a text of bounded size', () => {
  let value: unknown = Array(100_000).fill(0);
  for (let depth = 0; depth < 100; depth++) value = { ['k'.repeat(1000)]: value };
  const text = compileSchema({ type: 'string' })(value) ?? '';
  assert.ok(text.endsWith('...') && text.length < 2_000_000);
});

test('what is judged valid has nothing to report, and what is not has', () => {
  const both = anySchema.chain((schema) => fc.tuple(fc.constant(schema), instancesOf(schema)));
  assertProperty(
    fc.property(both, ([schema, instance]) => {
      const rules = compileRules(schema);
      let reported = 0;
      rules.report(instance, null, () => reported++);
      assert.equal(rules.areKept(instance), reported === 0);
    }),
    3000,
  );
});

// As `jsonschema.validate` does, but without checking the schema again for each of its instances.
const validateAll = `
import jsonschema
from jsonschema.exceptions import best_match
from oslo_utils import uuidutils

jsonschema.FormatChecker.cls_checks('uuid')(uuidutils.is_uuid_like)

def texts_of(schema, instances):
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
    errors = [best_match(validator.iter_errors(instance)) for instance in instances]
    return [None if error is None else str(error) for error in errors]

answers = [texts_of(schema, instances) for schema, instances in cases]
`;

type Case = readonly [schema: JsonSchema, instances: readonly unknown[]];

function assertSameTexts(cases: readonly Case[], answers: readonly (string | null)[][]): void {
  assert.equal(answers.length, cases.length);
  cases.forEach(([schema, instances], index) => {
    const validate = compileSchema(schema);
    instances.forEach((instance, position) => {
      const expected = answers[index]?.[position];
      assert.equal(validate(instance), expected, JSON.stringify({ schema, instance }));
    });
  });
  const all = answers.flat();
  const valid = all.filter((text) => text === null).length;
  assert.ok(
    valid > all.length / 20 && valid < (all.length * 19) / 20,
    `${valid} of ${all.length} were valid`,
  );
  const keywords = new Set(all.map((text) => /Failed validating '(\w+)'/.exec(text ?? '')?.[1]));
  assert.ok(keywords.size > 8, `only these keywords were told: ${[...keywords].join()}`);
}

pythonTest(
  'python-jsonschema says the same of generated schemas',
  ['jsonschema', 'oslo_utils.uuidutils'],
  (ask) => {
    const anyCase = anySchema.chain((schema) =>
      fc.tuple(fc.constant(schema), fc.array(instancesOf(schema), { minLength: 10, maxLength: 10 })),
    );
    const cases = draw(anyCase, runsOf(250));
    assertSameTexts(cases, ask(validateAll, cases));
  },
);

pythonTest(
  'python-jsonschema says the same of the schemas that Placement has',
  ['jsonschema', 'placement.schemas.reshaper'],
  (ask) => {
    const listSchemas = `
import importlib, pkgutil
import placement.schemas
modules = [importlib.import_module('placement.schemas.' + each.name) for each in pkgutil.iter_modules(placement.schemas.__path__)]
answers = [value for module in modules for name, value in vars(module).items() if name.isupper() and isinstance(value, dict)]
`;
    const schemas = ask<JsonSchema>(listSchemas, null);
    assert.ok(schemas.length > 40);
    const cases = schemas.map((schema): Case => [schema, draw(instancesOf(schema), runsOf(30))]);
    assertSameTexts(cases, ask(validateAll, cases));
  },
);
