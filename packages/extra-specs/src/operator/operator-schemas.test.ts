import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { describeIssue } from './schema-issue.ts';
import { OperatorSchemas } from './operator-schemas.ts';

describe('schemas that are in use', () => {
  let directory = '';
  let schemas: OperatorSchemas | null = null;
  const at = (name: string): string => join(directory, name);
  const write = (name: string, ...keys: readonly string[]): void => writeFileSync(at(name), schema(...keys));
  const open = (...paths: readonly string[]): OperatorSchemas => {
    schemas = new OperatorSchemas({ paths });
    return schemas;
  };
  const knows = (key: string): boolean => schemas?.registry.keys.find(`site:${key}`) !== null;
  const said = (): string[] =>
    (schemas?.issues ?? []).map((issue) => describeIssue(issue).replaceAll(`${directory}/`, ''));

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'extra-specs-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  test('are read again on demand; who has the old registry keeps it', () => {
    write('a.yaml', 'one');
    const { registry } = open(directory);
    write('a.yaml', 'two');
    write('b.yaml', 'three');
    assert.deepEqual(schemas?.reload(), { isTaken: true, issues: [] });
    assert.deepEqual(['one', 'two', 'three'].map(knows), [false, true, true]);
    assert.equal(registry.keys.find('site:one')?.key, 'site:one');
    assert.equal(registry.keys.find('site:two'), null);
  });

  test('stay as they were when there is an error, which is told, until it is gone', () => {
    write('a.yaml', 'one');
    const { registry } = open(directory);
    write('a.yaml', 'two');
    writeFileSync(at('b.yaml'), 'version: 2.0\n');
    const reload = schemas?.reload();
    assert.equal(reload?.isTaken, false);
    assert.equal(schemas?.registry, registry);
    assert.deepEqual(said(), [
      'b.yaml:1:10: error: 2.0 is no version of this format that is known; known is 1.0',
    ]);
    unlinkSync(at('b.yaml'));
    assert.equal(schemas?.reload().isTaken, true);
    assert.deepEqual(said(), []);
    assert.ok(knows('two'));
  });

  test('stay as they were when a key is taken, or a file is gone', () => {
    write('a.yaml', 'one');
    open(at('a.yaml'));
    writeFileSync(
      at('a.yaml'),
      schema('two').replace('namespace: site', 'namespace: hw').replace('two', 'cpu_policy'),
    );
    assert.equal(schemas?.reload().isTaken, false);
    assert.match(said()[0] ?? '', /^a\.yaml:3:10: error: 'hw:cpu_policy' is defined by Berth already/);
    unlinkSync(at('a.yaml'));
    assert.equal(schemas?.reload().isTaken, false);
    assert.deepEqual(said(), ['a.yaml: error: there is no such file or directory']);
    assert.ok(knows('one'));
  });

  test('are taken with warnings', () => {
    write('a.yaml', 'one');
    open(directory);
    writeFileSync(at('a.yaml'), schema('two').replace('namespace', 'namspace'));
    assert.equal(schemas?.reload().isTaken, true);
    assert.deepEqual(said(), ['a.yaml:3:15: warning: `namspace` is spelled `namespace`']);
    assert.ok(knows('two'));
  });

  test('leave out files with errors when they are first read', () => {
    write('a.yaml', 'one');
    writeFileSync(at('b.yaml'), '-');
    open(directory);
    assert.ok(knows('one'));
    assert.equal(said().length, 1);
  });

  test('have what plug-ins say, too, and what is wrong with that', () => {
    write('a.yaml', 'one');
    const spec = { name: 'p', description: 'P.', value: { type: 'boolean' } } as const;
    schemas = new OperatorSchemas({
      paths: [directory],
      others: [
        {
          source: { kind: 'plugin', name: 'x', version: '1.0.0' },
          namespaces: [{ name: 'site', description: 'X.', specs: [spec, spec] }],
        },
      ],
    });
    assert.deepEqual(['one', 'p'].map(knows), [true, true]);
    assert.equal(schemas.otherIssues.length, 1);
    assert.equal(schemas.reload().isTaken, true);
    assert.ok(knows('p'));
  });
});

function schema(...keys: readonly string[]): string {
  const entries = keys.map(
    (key) => `- {name: ${key}, namespace: site, description: b, value: {type: string}}\n`,
  );
  return `version: 1.0\nmetadata:\n${entries.join('')}`;
}
