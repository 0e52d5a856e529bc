import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { docsFile, renderDocs } from './render-docs.ts';

test('docs/extra-specs.md is as the definitions have it; npm run docs renders it again', () => {
  assert.equal(readFileSync(docsFile, 'utf8'), renderDocs());
});
