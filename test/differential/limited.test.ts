import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathWithout } from './limited.ts';

test('a parameter is left out wherever it stands, however often', () => {
  const without = (query: string) => pathWithout('limit', `/candidates?${query}`);
  assert.equal(without('resources=VCPU:1&limit=1&limit=2'), '/candidates?resources=VCPU:1');
  assert.equal(
    without('limit=1&resources=VCPU:1&limit=2&in_tree=a?b'),
    '/candidates?resources=VCPU:1&in_tree=a?b',
  );
  assert.equal(without('limit=1&limit=2'), '/candidates');
  assert.equal(without('limits=1'), '/candidates?limits=1');
});
