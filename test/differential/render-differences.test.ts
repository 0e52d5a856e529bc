import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { differencesFile, renderDifferences } from './render-differences.ts';

test('docs/differences.md is as the test has it; npm run docs renders it again', () => {
  assert.equal(readFileSync(differencesFile, 'utf8'), renderDifferences());
});
