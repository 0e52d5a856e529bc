import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Flavor } from '@berth/compute-engine/flavors/flavor.ts';
import type { FlavorId } from '@berth/compute-engine/ids.ts';
import { someFlavor } from '@berth/compute-engine/testing/some-flavor.ts';
import { flavorProblems } from './flavor-rules.ts';

const problems = (change: Partial<Flavor>): string[] => [...flavorProblems(someFlavor(change))];

test('what clients can make in an unusual way is no problem', () => {
  for (const change of [
    { rxtxFactor: 0.5 },
    { id: '1e+22' as FlavorId },
    { id: '-1' as FlavorId },
    { extraSpecs: { 'a\n': '' } },
    { projects: ['A', 'a', 'ä'] },
  ]) {
    assert.deepEqual(problems(change), []);
  }
});

test('there are not more extra specs and projects than anybody could give, and projects are in order', () => {
  const many = Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 'x']);
  assert.match(problems({ extraSpecs: Object.fromEntries(many) }).join(), /has too many properties/);
  assert.deepEqual(problems({ projects: ['b', 'a'] }), [
    'flavor small: its projects are not in the order of their ids',
  ]);
});
