import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComputeChange, computeChangeKinds } from '@berth/compute-engine/changes.ts';
import { someFlavor } from '@berth/compute-engine/testing/some-flavor.ts';
import { computeFeed } from './compute-feed.ts';

/** The form in which clients have them; a change here is a change for clients. */
const forms: readonly (readonly [ComputeChange, Readonly<Record<string, unknown>>])[] = [
  [
    { kind: 'flavor-set', thing: someFlavor() },
    { kind: 'flavor_set', id: 'small' },
  ],
  [
    { kind: 'flavor-removed', id: someFlavor().id, rowKey: 'small' },
    { kind: 'flavor_removed', id: 'small' },
  ],
  [
    { kind: 'numbers-given', series: 'flavors', last: 7 },
    { kind: 'numbers_given', series: 'flavors', last: 7 },
  ],
];

test('a change tells which thing it is, and not what it is like', () => {
  for (const [change, form] of forms) {
    const { name } = computeFeed.kinds[change.kind] ?? assert.fail(change.kind);
    assert.deepEqual({ kind: name, ...computeFeed.fieldsOf(change) }, form);
  }
});

test('every kind of change has a name, and nouns to ask for it', () => {
  assert.deepEqual(Object.keys(computeFeed.kinds).toSorted(), Object.keys(computeChangeKinds).toSorted());
  assert.deepEqual(computeFeed.kinds['flavor-set'], { name: 'flavor_set', nouns: ['flavors'] });
});
