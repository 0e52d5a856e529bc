import type { RegisteredSpec } from '../registry/registered-spec.ts';
import type { Registry } from '../registry/registry.ts';
import { describeSource } from '../registry/source.ts';
import { noticeOf } from './facts.ts';
import { ecmaPattern } from './json-schema/ecma-pattern.ts';
import {
  anchoredPattern,
  isMatched,
  type KeyRule,
  keyRules,
  knownNamespaces,
  plainPattern,
} from './json-schema/key-rules.ts';
import { isBeyondSchema, type JsonSchema, valueDefinitions } from './json-schema/value-schema.ts';
import { plainText, readProse } from './prose.ts';

/**
 * A JSON Schema (2020-12) of the extra specs of a flavor, as a request has them. It accepts and refuses what validation in mode
 * `strict` does, except for what its own description says.
 */
export function renderJsonSchema(registry: Registry): string {
  const rules = keyRules(registry);
  const templates = rules.filter(({ pattern }) => pattern !== null);
  const isCase = (rule: KeyRule): boolean => templates.some((template) => isMatched(rule, template));
  const plain = rules.filter((rule) => rule.pattern === null && !isCase(rule));
  const patterns = [
    // Who reads a schema strictly wants no property that a pattern is about as well. Two patterns are fine.
    ...rules
      .filter((rule) => rule.pattern === null && isCase(rule))
      .map((rule) => [plainPattern(rule.key), rule] as const),
    ...templates.map((rule) => [anchoredPattern(rule, rules), rule] as const),
  ];
  const namespaces = knownNamespaces(registry.specs);
  const schema: JsonSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The extra specs of a flavor',
    description,
    type: 'object',
    properties: Object.fromEntries(plain.map((rule) => [rule.key, propertySchema(rule)])),
    // Where two are written alike, the first counts.
    patternProperties: Object.fromEntries(
      patterns.toReversed().map(([pattern, rule]) => [pattern, propertySchema(rule)]),
    ),
    ...(namespaces === null
      ? {}
      : {
          propertyNames: {
            type: 'string',
            anyOf: [
              ...(plain.length === 0 ? [] : [{ enum: plain.map(({ key }) => key) }]),
              ...patterns.map(([pattern]) => ({ pattern })),
              { not: { pattern: namespaces } },
            ],
          },
        }),
    additionalProperties: { $ref: '#/$defs/any' },
    $defs: valueDefinitions,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

const description = [
  'A value is a text, or a number in place of its text. A key of a namespace that nobody has described is allowed.',
  'Validation in mode strict does the same, with three exceptions: it also reads digits that are not 0 to 9;',
  'where a pattern decides, it matches a number as it would its text, and here all whole numbers from 0 are let through if some are;',
  'and a pattern that ECMAScript cannot express is left out here, which the description of the key says.',
  'Patterns of others than Berth may take long to match with an engine that backtracks.',
].join(' ');

function propertySchema({ subject, value }: KeyRule): JsonSchema {
  const isDeprecated = subject.definition.support?.status === 'deprecated';
  return { description: describe(subject), ...(isDeprecated ? { deprecated: true } : {}), ...value };
}

function describe({ definition, source, parameters }: RegisteredSpec): string {
  const { description, value, support } = definition;
  const notice = noticeOf(support, () => null);
  const paragraphs = [
    ...(notice === null ? [] : [notice.content]),
    ...readProse(description, () => null),
    ...readProse(value.description ?? '', () => null),
  ].map(plainText);
  if (isBeyondSchema(value)) paragraphs.push('The pattern of the value is left out of this schema.');
  for (const { name, pattern } of parameters) {
    if (ecmaPattern(pattern) === null)
      paragraphs.push(`The pattern of {${name}} is left out of this schema.`);
  }
  if (source.kind !== 'in-tree') paragraphs.push(`Defined by ${describeSource(source)}.`);
  return paragraphs.join('\n\n');
}
