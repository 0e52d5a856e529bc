import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ourKeySets, readKeySets } from './key-sets.ts';

const advice = 'If that is meant: node test/scenarios/key-sets.ts --write';

test('every route answers at every version in the form that is pinned', async () => {
  const ours = await ourKeySets();
  const pinned = readKeySets();
  assert.deepEqual(Object.keys(ours), Object.keys(pinned), advice);
  for (const [route, forms] of Object.entries(ours)) {
    assert.deepEqual(forms, pinned[route], `${route} answers in another form. ${advice}`);
  }
});
