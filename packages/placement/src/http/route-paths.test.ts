import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extensionPrefixes, previewPaths } from './route-paths.ts';

test('what is below /berth/, and what only previews, is known from the routes', () => {
  assert.deepEqual(extensionPrefixes, [
    '/berth/v1/explain/',
    '/berth/v1/provider_trees/',
    '/berth/v1/reshaper/',
  ]);
  assert.deepEqual(previewPaths, ['/berth/v1/reshaper/check']);
});
