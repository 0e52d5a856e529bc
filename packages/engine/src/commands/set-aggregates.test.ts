import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../decide.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { given } from '../testing/given.ts';
import { now } from '../testing/instants.ts';
import { aggregateId, id } from '../testing/names.ts';
import type { SetAggregates } from './set-aggregates.ts';

const world = given('cn1  agg:A,B  gen:3');

function set(aggregates: readonly string[], more: Partial<SetAggregates> = {}): SetAggregates {
  return {
    kind: 'set-aggregates',
    id: id('cn1'),
    aggregates: aggregates.map(aggregateId),
    expectedGeneration: 3,
    now,
    ...more,
  };
}

const touched = { kind: 'provider-touched', id: id('cn1'), generation: 4, at: now };

test('the aggregates are replaced, and the generation moves on', () => {
  assert.deepEqual(decide(world, set(['B', 'C'])), [
    { kind: 'aggregates-set', id: id('cn1'), aggregates: ['B', 'C'].map(aggregateId) },
    touched,
  ]);
});

test('the generation moves on even if nothing is different', () => {
  assert.deepEqual(decide(world, set(['A', 'B']))[1], touched);
});

test('an aggregate that is given twice is had once', () => {
  assert.deepEqual(decide(world, set(['C', 'C']))[0], {
    kind: 'aggregates-set',
    id: id('cn1'),
    aggregates: [aggregateId('C')],
  });
});

test('clients older than 1.19 give no generation and do not move it', () => {
  assert.deepEqual(decide(world, set([], { expectedGeneration: null })), [
    { kind: 'aggregates-set', id: id('cn1'), aggregates: [] },
  ]);
});

test('a provider that is not there is refused before anything is said about generations', () => {
  assertRefused(world, set([], { id: id('nobody'), expectedGeneration: 2 }), {
    kind: 'provider-not-found',
    id: id('nobody'),
  });
});

test('a generation that has passed is refused', () => {
  assertRefused(world, set([], { expectedGeneration: 2 }), {
    kind: 'provider-generation-conflict',
    id: id('cn1'),
    expected: 2,
    actual: 3,
  });
});
