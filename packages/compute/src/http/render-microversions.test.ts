import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { microversionsFile, renderMicroversions } from './render-microversions.ts';

test('docs/microversions-compute.md is as the code has it; npm run docs renders it again', () => {
  assert.equal(readFileSync(microversionsFile, 'utf8'), renderMicroversions());
});
