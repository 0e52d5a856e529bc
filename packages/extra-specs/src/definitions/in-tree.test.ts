import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { standardClasses } from '@berth/engine/catalog/resource-classes.ts';
import { standardTraits } from '@berth/engine/catalog/traits.ts';
import { compilePattern } from '../pattern.ts';
import { keyOf, patternOfTemplate } from '../registry/key-template.ts';
import type { ExtraSpec, Namespace, Value } from './definition.ts';
import { imagePropertyFamilies } from './image-properties.ts';
import { inTreeNamespaces } from './in-tree.ts';
import { readFacts } from './testing/facts.ts';
import { codeIn, textFaults } from './testing/texts.ts';

const specs = inTreeNamespaces.flatMap((namespace) =>
  namespace.specs.map((spec) => ({ key: keyOf(namespace, spec), namespace, spec })),
);
const specByKey = new Map(specs.map(({ key, spec }) => [key, spec]));
const imageProperties = imagePropertyFamilies.flatMap(({ properties }) => properties);

describe('the definitions in tree', () => {
  test('have a text for everything, and all of them can be printed', () => {
    const faults = inTreeNamespaces.flatMap((namespace) =>
      textsOfNamespace(namespace).flatMap(({ of, text }) =>
        textFaults(text).map((fault) => `${of} ${fault}`),
      ),
    );
    assert.deepEqual(faults, []);
  });

  test('are described differently within a namespace', () => {
    for (const { name, specs } of inTreeNamespaces) {
      const descriptions = specs.map(({ description }) => description);
      assert.equal(new Set(descriptions).size, descriptions.length, `twice the same in ${name}`);
    }
  });

  test('have each key once', () => {
    assert.equal(specByKey.size, specs.length);
  });

  test('need specs that exist, with values that these can have', () => {
    for (const { key, spec } of specs) {
      for (const need of spec.needs ?? []) {
        const needed = specByKey.get(need.key);
        assert.ok(needed, `${key} needs ${need.key}, which does not exist`);
        for (const value of need.values ?? []) {
          assert.ok(
            canBe(needed.value, value),
            `${key} needs ${need.key} to be ${value}, which it cannot be`,
          );
        }
      }
    }
  });

  test('are replaced by specs that exist, if they are deprecated', () => {
    const deprecated = specs.filter(({ spec }) => spec.support?.status === 'deprecated');
    assert.ok(deprecated.length > 0);
    for (const { key, spec } of deprecated) {
      assert.ok(spec.support?.status === 'deprecated');
      const { replacedBy, since } = spec.support;
      assert.match(since, /^\d+\.\d+\.\d+ \([A-Z0-9].*\)$/);
      if (replacedBy !== null) assert.ok(specByKey.has(replacedBy), `${key} is replaced by ${replacedBy}`);
    }
  });

  test('pair with image properties that exist', () => {
    const names = new Set(imageProperties.map(({ name }) => name));
    for (const { key, spec } of specs) {
      if (spec.image !== undefined)
        assert.ok(names.has(spec.image.property), `${key}: ${spec.image.property}`);
    }
  });

  test('take the standard classes and traits from the catalog, and add the custom ones', () => {
    assert.deepEqual(namesIn('resources{group}'), [...standardClasses, 'CUSTOM_{resource}']);
    assert.deepEqual(namesIn('trait{group}'), [...standardTraits, 'CUSTOM_{trait}']);
  });

  test('say what is counted in every standard class', () => {
    for (const name of standardClasses) {
      const spec = specByKey.get(`resources{group}:${name}`);
      assert.doesNotMatch(spec?.description ?? '', /units of/, name);
    }
  });
});

describe('what is in backquotes in the texts', () => {
  const texts = [
    ...inTreeNamespaces.flatMap(textsOfNamespace),
    ...imageProperties.map(({ name, description }) => ({ of: name, text: description })),
  ];

  test('is an extra spec that exists, where it looks like one', () => {
    const patterns = specs.map(({ key, namespace, spec }) => {
      const parameters = [...(namespace.parameters ?? []), ...(spec.parameters ?? [])];
      return compilePattern(patternOfTemplate(key, parameters));
    });
    const known = inTreeNamespaces.map(({ name }) => name?.replace('{group}', '') ?? '');
    let seen = 0;
    for (const { of, text } of texts) {
      for (const code of codeIn(text)) {
        if (!known.includes(code.split(':')[0] ?? '') || !code.includes(':')) continue;
        // The image property that is written like an extra spec.
        if (code === 'trait:{trait}') continue;
        seen++;
        const exists = specByKey.has(code) || patterns.some((pattern) => pattern.matches(code));
        assert.ok(exists, `${of} speaks of ${code}`);
      }
    }
    assert.ok(seen > 50);
  });

  test('is an image property that exists, and a value that it can have, where it looks like one', () => {
    const byName = new Map(imageProperties.map((property) => [property.name, property]));
    let seen = 0;
    for (const { of, text } of texts) {
      for (const code of codeIn(text)) {
        const [, name, value] = /^((?:hw|img|os)_[^:=]+)(?:=(.*))?$/.exec(code) ?? [];
        if (name === undefined) continue;
        seen++;
        const property = byName.get(name);
        assert.ok(property, `${of} speaks of ${code}`);
        if (value === undefined) continue;
        assert.ok(property.value.type === 'string' && property.value.enum?.includes(value), `${of}: ${code}`);
      }
    }
    assert.ok(seen > 30);
  });
});

/** An entry of the facts. Both sides are brought into this form. */
interface Entry {
  readonly type: string;
  readonly enum: readonly string[] | null;
  readonly pattern: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly isDeprecated: boolean;
  readonly parameters: readonly { readonly name: string; readonly pattern: string }[];
  readonly image: string | null;
}

interface Facts {
  readonly namespaces: readonly string[];
  readonly extra_specs: readonly {
    readonly key: string;
    readonly namespace: string | null;
    readonly name: string;
    readonly parameters: readonly { readonly name: string; readonly pattern: string }[];
    readonly value: {
      readonly type: string;
      readonly enum?: readonly string[];
      readonly pattern?: string;
      readonly min?: number;
      readonly max?: number;
    };
    readonly deprecated: boolean;
    readonly image_property: string | null;
  }[];
}

describe('the definitions in tree, beside the facts about Nova', () => {
  test('have the same namespaces, in the same order', (context) => {
    const facts = readFactsOnExtraSpecs(context);
    if (facts === null) return;
    assert.deepEqual(
      inTreeNamespaces.map(({ name }) => name),
      [...facts.namespaces, null],
    );
  });

  test('have the same specs in the same order within a namespace', (context) => {
    const facts = readFactsOnExtraSpecs(context);
    if (facts === null) return;
    assert.equal(facts.extra_specs.length, 525);
    for (const { name, specs } of inTreeNamespaces) {
      const ours = specs.map((spec) => spec.name);
      const theirs: string[] = facts.extra_specs
        .filter((fact) => fact.namespace === name)
        .map((fact) => fact.name);
      // Our catalog is sorted, and os-traits is not. Only for templates the order counts, and there is one, at the end.
      if (name === 'trait{group}') {
        assert.equal(ours.at(-1), theirs.at(-1));
        theirs.sort(placeIn(ours));
      }
      assert.deepEqual(ours, theirs);
    }
    assert.deepEqual(specs.map(({ key }) => key).sort(), facts.extra_specs.map(({ key }) => key).sort());
  });

  test('agree in type, enum, pattern, limits, deprecation, parameters and image property', (context) => {
    const facts = readFactsOnExtraSpecs(context);
    if (facts === null) return;
    const ours = new Map(specs.map(({ key, namespace, spec }) => [key, ourEntry(namespace, spec)]));
    let compared = 0;
    for (const fact of facts.extra_specs) {
      assert.deepEqual(ours.get(fact.key), entryOfFact(fact), fact.key);
      compared++;
    }
    assert.equal(compared, specs.length);
  });
});

function readFactsOnExtraSpecs(context: Parameters<typeof readFacts>[0]): Facts | null {
  const text = readFacts(context, 'extra-specs.json');
  return text === null ? null : (JSON.parse(text) as Facts);
}

function ourEntry(namespace: Namespace, { value, parameters, support, image }: ExtraSpec): Entry {
  return {
    type: value.type,
    enum: value.type === 'string' ? (value.enum ?? null) : null,
    pattern: value.type === 'string' ? (value.pattern ?? null) : null,
    min: value.type === 'integer' ? (value.min ?? null) : null,
    max: value.type === 'integer' ? (value.max ?? null) : null,
    isDeprecated: support?.status === 'deprecated',
    parameters: [...(namespace.parameters ?? []), ...(parameters ?? [])].map(({ name, pattern }) => ({
      name,
      pattern,
    })),
    image: image?.property ?? null,
  };
}

function entryOfFact({ value, parameters, deprecated, image_property }: Facts['extra_specs'][number]): Entry {
  return {
    type: value.type,
    enum: value.enum ?? null,
    pattern: value.pattern ?? null,
    min: value.min ?? null,
    max: value.max ?? null,
    isDeprecated: deprecated,
    parameters: parameters.map(({ name, pattern }) => ({ name, pattern })),
    // The facts have the property of each trait, and we have one for all of them.
    image: image_property?.startsWith('trait:') ? 'trait:{trait}' : image_property,
  };
}

function canBe(value: Value, text: string): boolean {
  if (value.type === 'boolean') return text === 'true' || text === 'false';
  return value.type === 'string' && value.enum !== undefined && value.enum.includes(text);
}

/** Sorts by where something stands in a list. */
function placeIn(list: readonly string[]): (one: string, other: string) => number {
  return (one, other) => list.indexOf(one) - list.indexOf(other);
}

function namesIn(namespace: string): readonly string[] {
  const found = inTreeNamespaces.find(({ name }) => name === namespace);
  assert.ok(found, namespace);
  return found.specs.map(({ name }) => name);
}

/** Every text of a namespace, and what it is a text of. */
function textsOfNamespace(namespace: Namespace): readonly { readonly of: string; readonly text: string }[] {
  const of = namespace.name ?? 'what has no namespace';
  return [
    { of, text: namespace.description },
    ...parameterTexts(of, namespace.parameters),
    ...namespace.specs.flatMap((spec) => textsOfSpec(keyOf(namespace, spec), spec)),
  ];
}

function textsOfSpec(key: string, { description, parameters, value, support, image }: ExtraSpec) {
  const optional = [
    { of: `the value of ${key}`, text: value.description },
    { of: `the rule of ${key}`, text: image?.rule },
    { of: `the note on ${key}`, text: support?.status === 'experimental' ? support.note : undefined },
    { of: `the reason of ${key}`, text: support?.status === 'deprecated' ? support.reason : undefined },
  ];
  return [
    { of: key, text: description },
    ...parameterTexts(key, parameters),
    ...optional.flatMap(({ of, text }) => (text === undefined ? [] : [{ of, text }])),
  ];
}

function parameterTexts(of: string, parameters: ExtraSpec['parameters'] = []) {
  return parameters.map(({ name, description }) => ({ of: `${name} of ${of}`, text: description }));
}
