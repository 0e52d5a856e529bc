import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSchemaFile } from '@berth/extra-specs/operator/load-schemas.ts';
import type { SchemaIssue } from '@berth/extra-specs/operator/schema-issue.ts';
import { type Expectation, hostile } from './hostile-file.ts';
import { judge } from './judge.ts';

const good = 'version: 1.0\nmetadata: []\n';
const bad = 'version: 2.0\nmetadata: []\n';

describe('the judge', () => {
  test('finds nothing wrong with the reader that we have', () => {
    for (const [text, expects] of [
      [good, 'loads'],
      [good, 'either'],
      [bad, 'error'],
      [bad, 'either'],
    ] as const) {
      assert.deepEqual(judge(hostile('a', text, expects)).faults, [], text);
    }
  });

  test('notices a file that should load and does not, and the other way round', () => {
    assert.match(verdict(bad, 'loads'), /^it is not loaded: hostile\.yaml:1:10: error: 2\.0 is no version/);
    assert.match(verdict(good, 'error'), /^it is loaded$/);
  });

  test('notices a reader that takes what another one finds wrong', () => {
    assert.equal(
      verdict(bad, 'either', () => readSchemaFile(file(good))),
      'another reader finds it wrong',
    );
  });

  test('notices a reader that refuses a right shape for its shape', () => {
    assert.match(
      verdict(good, 'either', () => readSchemaFile(file(bad))),
      /^another reader finds its shape right: hostile\.yaml:1:10: error: 2\.0 is no version/,
    );
  });

  test('notices errors outside of the file, and such as nobody can read', () => {
    const said = (issue: Partial<SchemaIssue>) =>
      verdict(bad, 'error', () => ({
        contribution: null,
        issues: [
          {
            severity: 'error',
            path: 'hostile.yaml',
            position: { line: 1, column: 1 },
            text: 'wrong',
            ...issue,
          },
        ],
      }));
    assert.equal(said({}), '');
    assert.equal(said({ position: { line: 3, column: 1 } }), '');
    assert.equal(said({ position: { line: 1, column: 13 } }), '');
    assert.match(said({ position: { line: 4, column: 1 } }), /^outside of the file/);
    assert.match(said({ position: { line: 1, column: 14 } }), /^outside of the file/);
    assert.match(said({ position: { line: 0, column: 1 } }), /^outside of the file/);
    assert.match(said({ position: null }), /^this is no message/);
    assert.match(said({ text: '' }), /^this is no message/);
    assert.match(said({ text: 'two\nlines' }), /^this is no message/);
    assert.match(said({ text: 'x'.repeat(1_000) }), /^this is no message/);
  });

  test('notices a reader that says nothing at all, or too much', () => {
    assert.match(
      verdict(bad, 'error', () => ({ contribution: null, issues: [] })),
      /loaded with errors, or not loaded/,
    );
    const { contribution } = readSchemaFile(file(good));
    const { issues } = readSchemaFile(file(bad));
    assert.match(
      verdict(bad, 'error', () => ({ contribution, issues })),
      /loaded with errors, or not loaded/,
    );
  });

  test('notices a reader that lets a file change all objects', () => {
    const shared = Object.prototype as { polluted?: boolean };
    try {
      const said = verdict(bad, 'error', (schema) => {
        shared.polluted = true;
        return readSchemaFile(schema);
      });
      assert.equal(said, 'it has changed what all objects have in common');
    } finally {
      delete shared.polluted;
    }
  });
});

function verdict(text: string, expects: Expectation, reader?: typeof readSchemaFile): string {
  return judge(hostile('a', text, expects), reader).faults.join('; ');
}

function file(text: string) {
  return { path: 'hostile.yaml', bytes: Buffer.from(text) };
}
