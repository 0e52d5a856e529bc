import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../decide.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { given } from '../testing/given.ts';
import { now } from '../testing/instants.ts';
import { id, traitName } from '../testing/names.ts';
import type { SetTraits } from './set-traits.ts';

const world = given(`
  traits: CUSTOM_SILVER
  cn1  CUSTOM_GOLD  HW_NUMA_ROOT  gen:3`);

function set(traits: readonly string[], more: Partial<SetTraits> = {}): SetTraits {
  return {
    kind: 'set-traits',
    id: id('cn1'),
    expectedGeneration: 3,
    traits: traits.map(traitName),
    now,
    ...more,
  };
}

test('the traits are replaced, and the generation moves on', () => {
  assert.deepEqual(decide(world, set(['CUSTOM_SILVER', 'HW_NUMA_ROOT'])), [
    { kind: 'traits-set', id: id('cn1'), traits: ['CUSTOM_SILVER', 'HW_NUMA_ROOT'] },
    { kind: 'provider-touched', id: id('cn1'), generation: 4, at: now },
  ]);
});

test('the same traits, in whatever order and however often, change nothing', () => {
  assert.deepEqual(decide(world, set(['HW_NUMA_ROOT', 'CUSTOM_GOLD', 'HW_NUMA_ROOT'])), []);
});

test('as many traits as before, but others, are a change', () => {
  assert.equal(decide(world, set(['HW_NUMA_ROOT', 'CUSTOM_SILVER'])).length, 2);
});

test('some of the traits are a change', () => {
  assert.deepEqual(decide(world, set(['CUSTOM_GOLD']))[0], {
    kind: 'traits-set',
    id: id('cn1'),
    traits: ['CUSTOM_GOLD'],
  });
});

test('a trait that is given twice is had once', () => {
  assert.deepEqual(decide(world, set(['CUSTOM_SILVER', 'CUSTOM_SILVER']))[0], {
    kind: 'traits-set',
    id: id('cn1'),
    traits: ['CUSTOM_SILVER'],
  });
});

test('without an expected generation any will do', () => {
  assert.equal(decide(world, set([], { expectedGeneration: null })).length, 2);
});

test('unknown traits are told all together, each once', () => {
  assertRefused(world, set(['CUSTOM_NO', 'CUSTOM_GOLD', 'CUSTOM_NEITHER', 'CUSTOM_NO']), {
    kind: 'traits-not-found',
    names: ['CUSTOM_NO', 'CUSTOM_NEITHER'].map(traitName),
  });
});

test('of several reasons: the provider, then the generation, then unknown traits', () => {
  const wrong = set(['CUSTOM_NO'], { id: id('nobody'), expectedGeneration: 2 });
  assertRefused(world, wrong, { kind: 'provider-not-found', id: id('nobody') });
  assertRefused(
    world,
    { ...wrong, id: id('cn1') },
    {
      kind: 'provider-generation-conflict',
      id: id('cn1'),
      expected: 2,
      actual: 3,
    },
  );
});

test('a stale generation is refused even if nothing would change', () => {
  assertRefused(world, set(['CUSTOM_GOLD', 'HW_NUMA_ROOT'], { expectedGeneration: 4 }), {
    kind: 'provider-generation-conflict',
    id: id('cn1'),
    expected: 4,
    actual: 3,
  });
});
