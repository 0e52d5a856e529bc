import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ExtraSpec } from '../definitions/definition.ts';
import type { ImagePropertyFamily } from '../definitions/image-property.ts';
import { buildRegistry } from '../registry/registry.ts';
import { documentOf } from './document.ts';
import { registryOf } from './testing/registry-of.ts';
import { entryOf, factsOf, namespace, withLink } from './testing/small-document.ts';

const images: ImagePropertyFamily = {
  prefix: 'hw_',
  description: 'Hardware.',
  properties: [
    {
      name: 'hw_policy',
      value: { type: 'string', enum: ['a'], synonyms: { b: 'a' }, lowerCased: true },
      description: 'A policy.',
      formerNames: ['policy'],
    },
    {
      name: 'hw_mem.{num}',
      parameters: [{ name: 'num', pattern: '\\d+', description: 'A node.' }],
      value: { type: 'cpu-set' },
      description: 'Memory.',
    },
  ],
};

describe('a document', () => {
  test('says what a value has to be', () => {
    const registry = registryOf([
      namespace(
        'x',
        { value: { type: 'string', enum: ['a', ' b', ''], description: 'A letter.' } },
        { value: { type: 'string', enum: ['a'], pattern: '[a-z]' } },
        { value: { type: 'integer', min: 0, max: 15 } },
        { value: { type: 'integer', min: 1 } },
        { value: { type: 'integer', max: 3 } },
        { value: { type: 'boolean' } },
      ),
    ]);
    assert.deepEqual(factsOf(registry, 'x:s0'), ['Values: a, ␣b, the empty text', 'Value: A letter.']);
    assert.deepEqual(factsOf(registry, 'x:s1'), ['Values: a, and others of the pattern', 'Pattern: [a-z]']);
    assert.deepEqual(factsOf(registry, 'x:s2'), ['Range: from 0 to 15']);
    assert.deepEqual(factsOf(registry, 'x:s3'), ['Range: at least 1']);
    assert.deepEqual(factsOf(registry, 'x:s4'), ['Range: at most 3']);
    assert.deepEqual(factsOf(registry, 'x:s5'), []);
    assert.equal(entryOf(documentOf(registry), 'x:s5').type, 'boolean');
  });

  test('links an extra spec and its image property both ways', () => {
    const rule = 'Equal, or `x:mem.{num}` fails.';
    const registry = registryOf(
      [
        namespace(
          'x',
          { name: 'policy', image: { property: 'hw_policy', relation: 'must-agree', noticed: 'api', rule } },
          {
            name: 'mem.{num}',
            parameters: [{ name: 'num', pattern: '\\d+', description: '' }],
            image: { property: 'hw_mem.{num}', relation: 'flavor-wins', noticed: 'host', rule: '' },
          },
        ),
      ],
      [images],
    );
    assert.deepEqual(factsOf(registry, 'x:policy'), [
      'Image property: hw_policy<image/hw_policy>: both must agree; the API refuses a conflict. Equal, or x:mem.{num}<x:mem.{num}> fails.',
    ]);
    assert.deepEqual(factsOf(registry, 'hw_policy'), [
      'Values: a',
      'Case: does not matter; it is read in small letters',
      'Also read: b as a',
      'Former names: policy',
      'Extra spec: x:policy<x:policy>: both must agree; the API refuses a conflict. Equal, or x:mem.{num}<x:mem.{num}> fails.',
    ]);
    assert.deepEqual(factsOf(registry, 'hw_mem.{num}'), [
      'Parameter: {num} matches \\d+: A node.',
      'Extra spec: x:mem.{num}<x:mem.{num}>: the value of the flavor is used.',
    ]);
  });

  test('shows what is deprecated, since when and for what, and what is an experiment', () => {
    const document = documentOf(
      registryOf([
        namespace(
          'x',
          {
            support: {
              status: 'deprecated',
              since: '20.0.0 (Train)',
              replacedBy: 'x:s1',
              reason: 'It was `bad`.',
            },
          },
          { support: { status: 'experimental', note: 'Its name may change.' } },
          { support: { status: 'deprecated', since: '1', replacedBy: null } },
          { support: { status: 'supported' } },
        ),
      ]),
    );
    const notices = [0, 1, 2, 3].map((index) => entryOf(document, `x:s${index}`).notice);
    assert.deepEqual(
      notices.map((notice) =>
        notice === null ? null : [notice.kind, notice.content.map(withLink).join('')],
      ),
      [
        ['deprecated', 'Deprecated since 20.0.0 (Train). Use x:s1<x:s1> instead. It was bad.'],
        ['experimental', 'Experimental: it may still change. Its name may change.'],
        ['deprecated', 'Deprecated since 1. Nothing replaces it.'],
        null,
      ],
    );
  });

  test('says what is needed, by whom it is heeded, and whose case it is', () => {
    const { registry } = buildRegistry([
      {
        source: { kind: 'file', path: '/etc/site.yaml' },
        namespaces: [
          namespace('trait', {
            name: 'CUSTOM_FAST',
            drivers: ['libvirt', 'vmware'],
            needs: [{ key: 'hw:cpu_policy', values: ['dedicated', 'mixed'] }, { key: 'foo:bar' }],
          }),
        ],
      },
    ]);
    const entry = entryOf(documentOf(registry), 'trait:CUSTOM_FAST');
    assert.equal(entry.source, '/etc/site.yaml');
    assert.deepEqual(factsOf(registry, 'trait:CUSTOM_FAST'), [
      'Virt drivers: libvirt, vmware',
      'Needs: hw:cpu_policy<hw:cpu_policy> set to dedicated or mixed',
      'Needs: foo:bar',
      'Case of: trait{group}:CUSTOM_{trait}<trait{group}:CUSTOM_{trait}>, whose rules apply as well',
    ]);
  });

  test('links what a text mentions, by its key as defined or as used, but not itself, and no mere word', () => {
    const registry = registryOf(
      [
        namespace('x', {
          name: 'mem.{num}',
          parameters: [{ name: 'num', pattern: '\\d+', description: '' }],
          description:
            '`x:mem.0` is `x:mem.{num}`, `y:s0=1`, `policy`, `hw_policy`, `word`, `z:s0` and ``y:s0``.',
        }),
        namespace('y', {}),
        namespace(null, { name: 'word' }),
      ],
      [images],
    );
    assert.deepEqual(
      entryOf(documentOf(registry), 'x:mem.{num}').description.map((line) => line.map(withLink).join('')),
      [
        'x:mem.0 is x:mem.{num}, y:s0=1<y:s0>, policy, hw_policy<image/hw_policy>, word, z:s0 and y:s0<y:s0>.',
      ],
    );
  });

  test('has a long fact that all of a section share once', () => {
    const value: ExtraSpec['value'] = { type: 'string', description: 'Long. '.repeat(30) };
    const [section] =
      documentOf(registryOf([namespace('x', { value }, { value }, { value }, { value })])).parts[0]
        ?.sections ?? [];
    assert.deepEqual(
      section?.facts.map(({ label }) => label),
      ['Value'],
    );
    assert.deepEqual(
      section?.entries.map(({ facts }) => facts),
      [[], [], [], []],
    );
  });

  test('gives everything a place of its own', () => {
    const registry = registryOf(
      [
        namespace('a', { name: 'b_c' }, { name: 'b-c' }, { name: 'b c' }),
        namespace('a_b', { name: 'c' }),
        namespace(null, { name: 'hw_policy' }),
      ],
      [images],
    );
    const places = documentOf(registry).parts.flatMap(({ sections }) =>
      sections.flatMap(({ place, entries }) => [place, ...entries.map((entry) => entry.place)]),
    );
    assert.deepEqual(
      places.map(({ label, fragment }) => [label, fragment]),
      [
        ['extra-specs-a', 'namespace/a'],
        ['extra-spec-a-b-c', 'a:b_c'],
        ['extra-spec-a-b-c-2', 'a:b-c'],
        ['extra-spec-a-b-c-3', 'a:b%20c'],
        ['extra-specs-a-b', 'namespace/a_b'],
        ['extra-spec-a-b-c-4', 'a_b:c'],
        ['extra-specs-without-namespace', 'namespace/'],
        ['extra-spec-hw-policy', 'hw_policy'],
        ['image-properties-hw', 'images/hw_'],
        ['image-property-hw-policy', 'image/hw_policy'],
        ['image-property-hw-mem-num', 'image/hw_mem.{num}'],
      ],
    );
  });
});
