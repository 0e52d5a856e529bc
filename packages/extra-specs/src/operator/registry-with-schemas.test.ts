import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Contribution } from '../registry/source.ts';
import { readSchemas } from './load-schemas.ts';
import { combine } from './registry-with-schemas.ts';
import { describeIssue } from './schema-issue.ts';

describe('the registry with schemas', () => {
  test('has what they add, to namespaces of theirs and of ours', () => {
    const { registry, issues, leftOut } = given({ 'a.yaml': schema('site:a', 'hw:b', 'c') });
    assert.deepEqual(issues, []);
    assert.deepEqual(leftOut, []);
    for (const key of ['site:a', 'hw:b', 'c']) {
      assert.deepEqual(registry.keys.find(key)?.source, { kind: 'file', path: 'a.yaml' }, key);
    }
    assert.ok(registry.keys.knowsNamespaceOf('site:typo'));
  });

  test('keeps ours, and tells who wanted to change it, and leaves out all that they say', () => {
    const { registry, issues, leftOut } = given({
      'a.yaml': schema('site:a', 'hw:cpu_policy'),
      'b.yaml': schema('site:b'),
    });
    assert.deepEqual(issues, [
      "a.yaml:4:10: error: 'hw:cpu_policy' is defined by Berth already; this definition is left out",
    ]);
    assert.deepEqual(leftOut, ['a.yaml']);
    assert.equal(registry.keys.find('hw:cpu_policy')?.source.kind, 'in-tree');
    assert.equal(registry.keys.find('site:a'), null);
    assert.equal(registry.keys.find('site:b')?.key, 'site:b');
  });

  test('keeps what an earlier file says', () => {
    const { registry, issues, leftOut } = given({
      'a.yaml': schema('site:a'),
      'b.yaml': schema('site:b', 'site:a'),
    });
    assert.deepEqual(issues, [
      "b.yaml:4:10: error: 'site:a' is defined by a.yaml already; this definition is left out",
    ]);
    assert.deepEqual(leftOut, ['b.yaml']);
    assert.deepEqual(registry.keys.find('site:a')?.source, { kind: 'file', path: 'a.yaml' });
    assert.equal(registry.keys.find('site:b'), null);
  });

  test('keeps what a plug-in says, and tells what is wrong with plug-ins apart', () => {
    const { registry, issues, otherIssues } = given({ 'a.yaml': schema('site:a') }, [
      {
        source: { kind: 'plugin', name: 'other', version: '1.0.0' },
        namespaces: [
          {
            name: 'site',
            description: 'Of a plug-in.',
            specs: [
              { name: 'a', description: 'A.', value: { type: 'boolean' } },
              { name: 'b', description: 'B.', value: { type: 'string', pattern: '(' } },
            ],
          },
        ],
      },
    ]);
    assert.deepEqual(issues, [
      "a.yaml:3:10: error: 'site:a' is defined by plug-in other 1.0.0 already; this definition is left out",
    ]);
    assert.equal(registry.keys.find('site:a')?.source.kind, 'plugin');
    assert.deepEqual(
      otherIssues.map(({ key, severity }) => [key, severity]),
      [['site:b', 'error']],
    );
  });

  test('knows one of our templates again by another name of its parameter', () => {
    const template = `version: 1.0
metadata:
  - name: numa_mem.{id}
    namespace: hw
    description: Memory.
    parameters: [{ name: id, type: integer, description: The node. }]
    value: { type: integer }
`;
    assert.deepEqual(given({ 'a.yaml': template }).issues, [
      "a.yaml:3:11: error: 'hw:numa_mem.{id}' is defined by Berth already, as 'hw:numa_mem.{num}'; this definition is left out",
    ]);
  });

  test('takes a case of one of our templates, with a warning', () => {
    const { registry, issues, leftOut } = given({ 'a.yaml': schema('resources:CUSTOM_GOLD') });
    assert.deepEqual(issues, [
      "a.yaml:3:10: warning: 'resources:CUSTOM_GOLD' is a case of 'resources{group}:CUSTOM_{resource}', whose rules apply as well",
    ]);
    assert.deepEqual(leftOut, []);
    assert.equal(registry.keys.find('resources:CUSTOM_GOLD')?.source.kind, 'file');
  });

  test('tells who refers to what nobody has defined', () => {
    const text = `version: 1.0
metadata:
  - name: a
    namespace: site
    description: A.
    value: { type: boolean }
    needs:
      - key: hw:cpu_policy
      - key: hw:cpu_pollicy
      - key: hw:numa_mem.0
      - key: hw:numa_mem.{num}
      - key: site:b
      - key: elsewhere:c
    support: { status: deprecated, since: 1, replaced_by: 'site:d' }
  - name: b
    namespace: site
    description: B.
    value: { type: boolean }
`;
    const { issues, leftOut } = given({ 'a.yaml': text });
    assert.deepEqual(issues, [
      "a.yaml:9:14: warning: the extra spec 'hw:cpu_pollicy' is not known; did you mean 'hw:cpu_policy'?",
      "a.yaml:13:14: warning: the extra spec 'elsewhere:c' is not known",
      "a.yaml:14:59: warning: the extra spec 'site:d' is not known; did you mean 'site:a'?",
    ]);
    assert.deepEqual(leftOut, []);
    const many = text.replace('      - key: site:b\n', '      - key: elsewhere:x\n'.repeat(1_000));
    assert.equal(given({ 'a.yaml': many }).issues.length, 100);
  });

  test('has the description of a namespace from the first that says something about it, and tells the others', () => {
    const described = (name: string, key: string): string =>
      `version: 1.0\nnamespaces:\n  - { name: ${name}, description: Of ${key}. }\n${schema(key).split('\n').slice(1).join('\n')}`;
    const { registry, issues } = given({
      'a.yaml': described('site', 'site:a'),
      'b.yaml': described('site', 'site:b'),
      'c.yaml': described('hw', 'hw:site_c'),
      'd.yaml': described('other', 'site:d'),
    });
    assert.deepEqual(issues, [
      "b.yaml:3:13: warning: the namespace 'site' is described by a.yaml; this description is not used",
      "c.yaml:3:13: warning: the namespace 'hw' is described by Berth; this description is not used",
      "d.yaml:3:13: warning: no extra spec of this file is in the namespace 'other'",
    ]);
    assert.equal(registry.namespaces.find(({ name }) => name === 'site')?.description, 'Of site:a.');
  });
});

function given(files: Readonly<Record<string, string>>, others: readonly Contribution[] = []) {
  const list = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const result = combine(readSchemas({ files: list, issues: [] }), others);
  return { ...result, issues: result.issues.map(describeIssue) };
}

function schema(...keys: readonly string[]): string {
  const entries = keys.map((key) => {
    const [name, namespace] = key.split(':').reverse();
    const inNamespace = namespace === undefined ? '' : `, namespace: ${namespace}`;
    return `- {name: ${name}${inNamespace}, description: b, value: {type: string}}\n`;
  });
  return `version: 1.0\nmetadata:\n${entries.join('')}`;
}
