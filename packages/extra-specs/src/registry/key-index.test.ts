import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import type { ExtraSpec, Namespace, Parameter } from '../definitions/definition.ts';
import { compilePattern } from '../pattern.ts';
import { KeyIndex } from './key-index.ts';
import { keyOf, patternOfTemplate } from './key-template.ts';
import type { RegisteredSpec } from './registered-spec.ts';

describe('the index of keys', () => {
  test('finds plain keys, and by their fixed parts the templates', () => {
    const index = indexOf([
      'hw:cpu_policy',
      'hw:numa_cpus.{num}',
      'trait{group}:AVX',
      'trait{group}:CUSTOM_{name}',
      'alone',
    ]);
    for (const [key, expected] of [
      ['hw:cpu_policy', 'hw:cpu_policy'],
      ['hw:numa_cpus.12', 'hw:numa_cpus.{num}'],
      ['trait:AVX', 'trait{group}:AVX'],
      ['trait_a-b:AVX', 'trait{group}:AVX'],
      ['trait1:CUSTOM_GOLD', 'trait{group}:CUSTOM_{name}'],
      ['alone', 'alone'],
    ] as const) {
      assert.equal(index.find(key)?.key, expected, key);
    }
  });

  test('finds nothing for what only looks like a key', () => {
    const index = indexOf(['hw:numa_cpus.{num}', 'trait{group}:AVX', 'trait{group}:CUSTOM_{name}']);
    for (const key of [
      'hw:numa_cpusX1',
      'hw:numa_cpus.',
      'hw:numa_cpus.{num}',
      'xhw:numa_cpus.1',
      'trait:AVXX',
      'trai:AVX',
      `trait${'a'.repeat(65)}:AVX`,
      'trait:x:AVX',
      'trait:CUSTOM_',
      'trait:CUSTOM_gold',
      'AVX',
      ':AVX',
      '',
    ]) {
      assert.equal(index.find(key), null, key);
    }
  });

  test('finds a key again, after many others and after more was registered', () => {
    const index = indexOf(['trait{group}:CUSTOM_{name}']);
    for (let number = 0; number < 10_050; number++) {
      assert.equal(index.find(`trait:CUSTOM_${number}`)?.key, 'trait{group}:CUSTOM_{name}');
    }
    index.add(registered('trait{group}:{name}'));
    assert.equal(index.find('trait:CUSTOM_7')?.key, 'trait{group}:CUSTOM_{name}');
    index.add(registered('trait:CUSTOM_7'));
    assert.equal(index.find('trait:CUSTOM_7')?.key, 'trait:CUSTOM_7');
    assert.equal(index.findTemplate('trait:CUSTOM_7')?.key, 'trait{group}:CUSTOM_{name}');
  });

  test('knows a namespace by what stands before the first colon', () => {
    const index = indexOf(['hw:cpu_policy', 'trait{group}:AVX', 'alone']);
    for (const key of ['hw:x', 'hw:', 'hw:x:y', 'trait:x', 'traits:x', 'trait_1:']) {
      assert.ok(index.knowsNamespaceOf(key), key);
    }
    for (const key of ['hw', 'hhw:x', 'alone', 'alone:x', '', ':', 'trait!:x', 'x:hw:y']) {
      assert.ok(!index.knowsNamespaceOf(key), key);
    }
  });

  test('gives the first that matches, and a plain key before every template', () => {
    const index = indexOf(['a:{any}', 'a{group}:x', 'a:x', 'a:{num}']);
    assert.equal(index.find('a:x')?.key, 'a:x');
    assert.equal(index.findTemplate('a:x')?.key, 'a:{any}');
    assert.equal(index.find('a:7')?.key, 'a:{any}');
    assert.equal(index.find('ab:x')?.key, 'a{group}:x');
    assert.equal(indexOf(['a{group}:x', 'a:{any}']).find('a:x')?.key, 'a{group}:x');
  });

  test('finds what going through all of them would find', () => {
    const part = fc.constantFrom('a', 'b', '', '{num}', '{any}', '{group}', 'a{group}', '.{num}');
    const template = fc
      .tuple(part, fc.array(part, { minLength: 1, maxLength: 2 }))
      .map(([namespace, names]) => (namespace === '' ? names.join('') : `${namespace}:${names.join(':')}`))
      .filter((text) => hasNoRepetition(text));
    const key = fc
      .array(fc.constantFrom('a', 'b', ':', '7', '.', ''), { maxLength: 6 })
      .map((letters) => letters.join(''));
    assertProperty(
      fc.property(
        fc.uniqueArray(template, { maxLength: 8 }),
        fc.array(key, { maxLength: 8 }),
        (templates, keys) => {
          const index = indexOf(templates);
          for (const each of keys)
            assert.equal(index.find(each)?.key ?? null, goThrough(templates, each), each);
        },
      ),
      400,
    );
  });
});

const patterns: Readonly<Record<string, string>> = {
  num: '\\d+',
  any: '.+',
  group: '([a-zA-Z0-9_-]{1,64})?',
  name: '[A-Z0-9_]+',
};

function hasNoRepetition(template: string): boolean {
  const names = template.match(/\{\w+\}/g) ?? [];
  return new Set(names).size === names.length;
}

function goThrough(templates: readonly string[], key: string): string | null {
  if (templates.includes(key) && !key.includes('{')) return key;
  const match = templates.find((each) =>
    compilePattern(patternOfTemplate(each, parametersOf(each))).matches(key),
  );
  return match ?? null;
}

function parametersOf(template: string): readonly Parameter[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), (match) => {
    const name = match[1] as string;
    return { name, pattern: patterns[name] as string, description: '' };
  });
}

function indexOf(templates: readonly string[]): KeyIndex {
  const index = new KeyIndex();
  for (const template of templates) index.add(registered(template));
  return index;
}

function registered(template: string): RegisteredSpec {
  const colon = template.indexOf(':');
  const definition: ExtraSpec = {
    name: template.slice(colon + 1),
    value: { type: 'boolean' },
    description: '',
  };
  const namespace: Namespace = {
    name: colon < 0 ? null : template.slice(0, colon),
    description: '',
    specs: [definition],
  };
  return {
    key: keyOf(namespace, definition),
    namespace: namespace.name,
    parameters: parametersOf(template),
    definition,
    source: { kind: 'in-tree' },
    checkValue: () => null,
    refines: null,
  };
}
