import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ExtraSpec, Namespace } from '../definitions/definition.ts';
import { inTreeNamespaces } from '../definitions/in-tree.ts';
import { definitionFaults } from './definition-faults.ts';
import { buildRegistry } from './registry.ts';
import type { Contribution, Source } from './source.ts';

const plugin: Source = { kind: 'plugin', name: 'some-plugin', version: '1.0.0' };

describe('the registry', () => {
  test('has ours without a complaint', () => {
    const { registry, issues } = buildRegistry();
    assert.deepEqual(issues, []);
    assert.equal(registry.keys.find('hw:cpu_policy')?.source.kind, 'in-tree');
    for (const namespace of inTreeNamespaces) {
      for (const spec of namespace.specs) {
        const parameters = [...(namespace.parameters ?? []), ...(spec.parameters ?? [])];
        assert.deepEqual(definitionFaults(namespace, spec, parameters), [], spec.name);
      }
    }
  });

  test('takes what others add, to their namespaces and to ours', () => {
    const { registry, issues } = buildRegistry([given('site', flag('ssd')), given('hw', flag('site_flag'))]);
    assert.deepEqual(issues, []);
    assert.equal(registry.keys.find('site:ssd')?.definition.description, 'About ssd.');
    assert.ok(registry.keys.knowsNamespaceOf('site:anything'));
    const hw = registry.namespaces.find(({ name }) => name === 'hw');
    assert.equal(hw?.specs.at(-1)?.key, 'hw:site_flag');
    assert.notEqual(hw?.description, 'Of the test.');
  });

  test('does not let anybody change one of ours', () => {
    const { registry, issues } = buildRegistry([given('hw', flag('cpu_policy'))]);
    assert.equal(registry.keys.find('hw:cpu_policy')?.definition.value.type, 'string');
    assert.deepEqual(issues, [
      {
        severity: 'error',
        place: 'plug-in some-plugin 1.0.0',
        key: 'hw:cpu_policy',
        text: "'hw:cpu_policy' is defined by Berth already; this definition is left out",
      },
    ]);
  });

  test('tells who claims what somebody else has claimed before', () => {
    const other: Contribution = {
      ...given('site', flag('ssd')),
      source: { kind: 'file', path: 'site.yaml' },
      placeOf: () => 'site.yaml:3:5',
    };
    const { registry, issues } = buildRegistry([given('site', flag('ssd')), other]);
    assert.deepEqual(registry.keys.find('site:ssd')?.source, plugin);
    assert.deepEqual(issues, [
      {
        severity: 'error',
        place: 'site.yaml:3:5',
        key: 'site:ssd',
        text: "'site:ssd' is defined by plug-in some-plugin 1.0.0 already; this definition is left out",
      },
    ]);
  });

  test('lets others say more about a case of one of our templates, and says so', () => {
    const { registry, issues } = buildRegistry([
      given('hw', { ...flag('numa_mem.0'), value: { type: 'integer', min: 512 } }),
    ]);
    assert.deepEqual(
      issues.map(({ severity, text }) => [severity, text]),
      [['warning', "'hw:numa_mem.0' is a case of 'hw:numa_mem.{num}', whose rules apply as well"]],
    );
    assert.equal(registry.keys.find('hw:numa_mem.0')?.refines?.key, 'hw:numa_mem.{num}');
    assert.equal(registry.keys.find('hw:numa_mem.1')?.key, 'hw:numa_mem.{num}');
  });

  test("does not let anybody take a case of another's template", () => {
    const template = {
      ...flag('disk_{n}'),
      parameters: [{ name: 'n', pattern: '\\d+', description: 'Which.' }],
    };
    const { registry, issues } = buildRegistry([given('site', template), given('site', flag('disk_1'))]);
    assert.equal(registry.keys.find('site:disk_1')?.key, 'site:disk_{n}');
    assert.match(
      issues[0]?.text ?? '',
      /^'site:disk_1' is a case of 'site:disk_\{n\}' of plug-in some-plugin 1\.0\.0/,
    );
  });

  test('tells the author of a wide template what it does not apply to', () => {
    const template = {
      ...flag('{any}'),
      parameters: [{ name: 'any', pattern: '.+', description: 'Anything.' }],
    };
    const { registry, issues } = buildRegistry([given('hw_rng', template)]);
    assert.deepEqual(
      issues.map(({ severity, text }) => [severity, text]),
      [['warning', "'hw_rng:{any}' would match 'hw_rng:allowed' and 2 more, for which it has no effect"]],
    );
    assert.equal(registry.keys.find('hw_rng:allowed')?.source.kind, 'in-tree');
    assert.equal(registry.keys.find('hw_rng:other')?.key, 'hw_rng:{any}');
  });

  test('leaves out what is wrong in itself, and tells everything that is', () => {
    for (const [namespace, spec, expected] of [
      ['site', { ...flag('a{n}') }, ["'{n}' in 'site:a{n}' is not described among the parameters"]],
      [
        'site',
        { ...flag('a'), parameters: [{ name: 'n', pattern: '(', description: '' }] },
        [
          "the parameter 'n' does not occur in 'site:a'",
          "the parameter 'n': the pattern is not valid: missing closing ): `(`",
        ],
      ],
      [
        'site',
        { ...flag('a'), value: { type: 'string', pattern: '(?=x)' } },
        ['the value: the pattern is not valid: invalid or unsupported Perl syntax: `(?=`'],
      ],
      [
        'site',
        { ...flag('a'), value: { type: 'integer', min: 2, max: 1 } },
        ['the minimum 2 is above the maximum 1'],
      ],
      ['site', { ...flag('a'), value: { type: 'string', enum: [] } }, ['the enum has no values']],
      ['site', flag('sp/ace'), ['a key cannot have "/" in it: \'site:sp/ace\'']],
      ['si:te', flag('a'), ["a namespace has no colon: 'si:te'"]],
      ['', flag('a'), ['the namespace is empty; leave it out for a key without one']],
      ['site', flag(''), ['the name is empty']],
      [null, flag('a:b'), ["what stands before the colon is the namespace: 'a:b'"]],
      ['site', flag('x'.repeat(251)), ['a key has at most 255 characters']],
    ] as readonly (readonly [string | null, ExtraSpec, readonly string[]])[]) {
      const { registry, issues } = buildRegistry([given(namespace, spec)]);
      assert.deepEqual(
        issues.map(({ text }) => text),
        expected,
        spec.name,
      );
      assert.ok(registry.specs.every(({ source }) => source.kind === 'in-tree'));
    }
  });
});

function given(name: string | null, ...specs: readonly ExtraSpec[]): Contribution {
  const namespace: Namespace = { name, description: 'Of the test.', specs };
  return { source: plugin, namespaces: [namespace] };
}

function flag(name: string): ExtraSpec {
  return { name, value: { type: 'boolean' }, description: `About ${name}.` };
}
