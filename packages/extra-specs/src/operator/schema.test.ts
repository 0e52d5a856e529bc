import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { noticers, relations, type Support, type Value } from '../definitions/definition.ts';
import { validateFlavor } from '../validation/validate-flavor.ts';
import { readSchemas } from './load-schemas.ts';
import { combine } from './registry-with-schemas.ts';
import schema from './schema.json' with { type: 'json' };
import { describeIssue } from './schema-issue.ts';
import { texts } from './shape-texts.ts';

const document = readFileSync(join(import.meta.dirname, '../../../../docs/extra-specs-schema.md'), 'utf8');

describe('the published schema', () => {
  test('is a JSON Schema, without anything that a strict reader would stumble over', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    assert.equal(ajv.validateSchema(schema), true, JSON.stringify(ajv.errors));
    ajv.compile(schema);
    assert.match(schema.$id, /^urn:/);
  });

  test('uses no keyword whose complaints have no words', () => {
    const used = new Set<string>();
    for (const part of subschemas(schema)) for (const keyword of Object.keys(part)) used.add(keyword);
    const silent = ['$schema', '$id', '$ref', '$defs', 'title', 'description', 'deprecated', 'default'];
    // They hold others, which complain themselves.
    const holders = ['properties', 'items', 'dependentSchemas', 'allOf', 'if', 'then'];
    const complaining = [...used].filter(
      (keyword) => !silent.includes(keyword) && !holders.includes(keyword),
    );
    for (const keyword of complaining)
      assert.ok(Object.hasOwn(texts, keyword) || keyword === 'const', keyword);
    assert.ok(complaining.length > 8);
  });

  test('gives a reason wherever it rules something out', () => {
    const ruledOut = subschemas(schema).filter((part) => Object.hasOwn(part, 'not'));
    assert.ok(ruledOut.length > 10);
    for (const part of ruledOut) assert.match(String(part['description']), /`\w+`/);
  });

  test('knows the words that definitions have, and no others', () => {
    const { value, support, image } = schema.$defs;
    assert.deepEqual(value.properties.type.enum, Object.keys(valueTypes));
    assert.deepEqual(support.properties.status.enum.toSorted(), Object.keys(statuses).sort());
    assert.deepEqual(image.properties.relation.enum.toSorted(), relations.toSorted());
    assert.deepEqual(image.properties.noticed.enum, noticers);
  });
});

describe('the document for operators', () => {
  test('names each member, and each word that one may be', () => {
    for (const part of subschemas(schema)) {
      for (const name of Object.keys(part['properties'] ?? {}))
        assert.ok(document.includes(`\`${name}\``), name);
      for (const word of (part['enum'] ?? []) as readonly unknown[])
        assert.ok(document.includes(String(word)), String(word));
    }
  });

  const examples = examplesIn(document);

  test('has examples', () => {
    assert.deepEqual(
      examples.map(({ path }) => path),
      ['site.yaml', 'wrong.yaml', 'taken.yaml', 'gold.yaml'],
    );
  });

  for (const { path, text, said } of examples) {
    test(`says of its example ${path} what is said of it`, () => {
      assert.deepEqual(load(path, text).issues.map(describeIssue), said);
    });
  }

  test('has one example whose extra specs are what it says', () => {
    const [example] = examples;
    const { registry } = load('site.yaml', example?.text ?? '');
    const problems = (key: string, value: string) =>
      validateFlavor(registry, { [key]: value }, { mode: 'strict' }).filter(
        ({ severity }) => severity === 'error',
      );
    for (const [, key = '', value = ''] of document.matchAll(/^ {2}# (\S+?)=(\S+)$/gm)) {
      assert.deepEqual(problems(key, value), [], key);
    }
    assert.equal(problems('site:tier', 'glod')[0]?.suggestion, 'gold');
    for (const [key, value] of [
      ['site:tpm', '2'],
      ['site:disk.x.iops', '500'],
      ['site:disk.0.iops', '99'],
      ['site:window', '22'],
      ['ssd', 'perhaps'],
      ['site:teir', 'gold'],
    ] as const) {
      assert.equal(problems(key, value).length, 1, key);
    }
  });
});

// Each lists all members of a type, and the compiler makes sure of it.
const valueTypes: Readonly<Record<Value['type'], true>> = { string: true, integer: true, boolean: true };
const statuses: Readonly<Record<Support['status'], true>> = {
  supported: true,
  deprecated: true,
  experimental: true,
};

function load(path: string, text: string) {
  return combine(readSchemas({ files: [{ path, bytes: Buffer.from(text) }], issues: [] }), []);
}

/** Files with their names above, each with what is said of it if that follows. */
function examplesIn(markdown: string) {
  const parts = markdown.split(/^\*\*`(.+\.yaml)`\*\*$/m).slice(1);
  return parts.flatMap((path, index) => {
    if (index % 2 === 1) return [];
    const after = parts[index + 1] ?? '';
    const text = /^```yaml\n(.*?)^```$/ms.exec(after)?.[1] ?? '';
    const said = /^```text\n(.*?)\n```$/ms.exec(after)?.[1];
    return [{ path, text, said: said === undefined ? [] : said.split('\n') }];
  });
}

type Part = Readonly<Record<string, unknown>>;

/** All schemas in a schema, and not the maps from names to schemas. */
function subschemas(part: Part): Part[] {
  const children: Part[] = [];
  for (const [keyword, value] of Object.entries(part) as [string, Part][]) {
    if (['properties', '$defs', 'dependentSchemas', 'allOf'].includes(keyword))
      children.push(...(Object.values(value) as Part[]));
    if (['items', 'if', 'then'].includes(keyword)) children.push(value);
  }
  return [part, ...children.flatMap(subschemas)];
}
