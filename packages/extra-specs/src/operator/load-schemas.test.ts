import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { loadSchemas } from './load-schemas.ts';
import { describeIssue } from './schema-issue.ts';

describe('schemas', () => {
  let directory = '';
  const at = (name: string): string => join(directory, name);
  const write = (name: string, content: string | Uint8Array): string => {
    writeFileSync(at(name), content);
    return at(name);
  };
  /** What comes of them: the keys, and what is said, without the directory. */
  const load = (...paths: readonly string[]) => {
    const { contributions, issues, leftOut } = loadSchemas(paths);
    const short = (text: string): string => text.replaceAll(`${directory}/`, '');
    return {
      keys: contributions.flatMap(({ namespaces }) =>
        namespaces.flatMap(({ specs }) => specs.map(({ name }) => name)),
      ),
      issues: issues.map((issue) => short(describeIssue(issue))),
      leftOut: leftOut.map(short),
    };
  };

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'extra-specs-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test('are read from the files that are given, in their order', () => {
    const paths = [write('b.yaml', schema('b')), write('a.json', schema('a'))];
    assert.deepEqual(load(...paths), { keys: ['b', 'a'], issues: [], leftOut: [] });
  });

  test('are read from a directory in the order of their names, without what is not meant', () => {
    for (const name of ['b.yml', 'a.yaml', 'Z.yaml', 'c.txt', 'd.yaml~', '.e.yaml', 'yaml'])
      write(name, schema(name));
    mkdirSync(at('more'));
    write('more/f.yaml', schema('f'));
    symlinkSync('nowhere', at('.#lock.yaml'));
    assert.deepEqual(load(directory), { keys: ['Z.yaml', 'a.yaml', 'b.yml'], issues: [], leftOut: [] });
  });

  test('are read once, however often they are named', () => {
    write('a.yaml', schema('a'));
    symlinkSync('a.yaml', at('link.yaml'));
    const { contributions } = loadSchemas([at('link.yaml'), directory, at('a.yaml')]);
    assert.deepEqual(
      contributions.map(({ source }) => source.path),
      [at('link.yaml')],
    );
  });

  test('with an error are left out whole, and the others are not', () => {
    write('a.yaml', schema('a'));
    write('b.yaml', `${schema('b')}- {name: c}\n`);
    write('c.yaml', schema('c').replace('namespace', 'namspace'));
    assert.deepEqual(load(directory), {
      keys: ['a', 'c'],
      issues: [
        "b.yaml:4:3: error: 'description' is missing here",
        "b.yaml:4:3: error: 'value' is missing here",
        'c.yaml:3:13: warning: `namspace` is spelled `namespace`',
      ],
      leftOut: ['b.yaml'],
    });
  });

  test('that cannot be read are told by name', () => {
    mkdirSync(at('d.yaml'));
    mkdirSync(at('empty'));
    execFileSync('mkfifo', [at('pipe.yaml')]);
    symlinkSync('circle.yaml', at('circle.yaml'));
    symlinkSync('nowhere.yaml', at('dangling.yaml'));
    write('a.yaml', schema('a'));
    write('latin.yaml', Buffer.from('# caf\xe9\n', 'latin1'));
    write('large.yaml', '#'.repeat(1024 * 1024 + 1));
    write('full.yaml', `${schema('full')}#`.padEnd(1024 * 1024, '#'));
    assert.deepEqual(load(at('missing.yaml'), at('a.yaml/b.yaml'), at('empty'), directory), {
      keys: ['a', 'full'],
      issues: [
        'missing.yaml: error: there is no such file or directory',
        'a.yaml/b.yaml: error: there is no such file or directory',
        'empty: warning: there is no *.yaml in this directory',
        'circle.yaml: error: cannot be read: symbolic links lead in a circle',
        'd.yaml: error: is not a file',
        'dangling.yaml: error: there is no such file or directory',
        'large.yaml: error: the file is too large: 1048576 bytes are allowed',
        'pipe.yaml: error: is not a file',
        'latin.yaml:1:6: error: the file is not in UTF-8: this is where it goes wrong',
      ],
      leftOut: [
        'missing.yaml',
        'a.yaml/b.yaml',
        'circle.yaml',
        'd.yaml',
        'dangling.yaml',
        'large.yaml',
        'pipe.yaml',
        'latin.yaml',
      ],
    });
  });
});

function schema(name: string): string {
  return `version: 1.0\nmetadata:\n- {name: ${name}, namespace: site, description: b, value: {type: string}}\n`;
}
