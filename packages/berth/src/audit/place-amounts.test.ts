import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choiceFor, placeAmounts } from './place-amounts.ts';
import type { StockedProvider, TreeStock } from './tree-stock.ts';

function stock(
  ...providers: readonly (readonly [string, StockedProvider['place'], ...string[]])[]
): TreeStock {
  return {
    root: 'root',
    providers: providers.map(([uuid, place, ...classes]) => {
      return { uuid, name: uuid, place, classes: new Set(classes) };
    }),
  };
}

const flat = stock(['root', 'root', 'VCPU', 'MEMORY_MB', 'DISK_GB']);

test('what is held of nothing goes to the root', () => {
  assert.deepEqual(placeAmounts({}, { VCPU: 1, PCPU: 0 }, flat), {
    kind: 'placed',
    held: { root: { resources: { VCPU: 1 } } },
  });
});

test('what is held stays where it is, with the amount that is wanted', () => {
  const tree = stock(['root', 'root', 'MEMORY_MB'], ['numa0', 'below', 'VCPU'], ['numa1', 'below', 'VCPU']);
  const kept = { numa1: { resources: { VCPU: 3, CUSTOM_PORT: 1 } }, root: { resources: { MEMORY_MB: 64 } } };
  assert.deepEqual(placeAmounts(kept, { VCPU: 2, MEMORY_MB: 0 }, tree), {
    kind: 'placed',
    held: { numa1: { resources: { VCPU: 2, CUSTOM_PORT: 1 } } },
  });
});

test('what only one below the root has, or only one that shares, goes there', () => {
  const tree = stock(['root', 'root'], ['gpu', 'below', 'VGPU'], ['nfs', 'sharing', 'DISK_GB']);
  assert.deepEqual(placeAmounts({}, { VGPU: 1, DISK_GB: 2 }, tree), {
    kind: 'placed',
    held: { gpu: { resources: { VGPU: 1 } }, nfs: { resources: { DISK_GB: 2 } } },
  });
});

test('where several have a class, or hold it, nobody can tell', () => {
  const tree = stock(['root', 'root'], ['gpu0', 'below', 'VGPU'], ['gpu1', 'below', 'VGPU']);
  assert.deepEqual(placeAmounts({}, { VGPU: 1 }, tree), {
    kind: 'unclear',
    why: '2 providers have VGPU, and nobody can tell which of them is in use',
  });
  const kept = { gpu0: { resources: { VGPU: 1 } }, gpu1: { resources: { VGPU: 1 } } };
  assert.equal(placeAmounts(kept, { VGPU: 3 }, tree).kind, 'unclear');
  assert.deepEqual(placeAmounts(kept, { VGPU: 2 }, tree), { kind: 'placed', held: kept });
  assert.deepEqual(placeAmounts({}, { FPGA: 1 }, tree), {
    kind: 'unclear',
    why: 'no provider of its host has FPGA',
  });
});

test('of several amounts those are chosen of which the host has all classes', () => {
  assert.deepEqual(choiceFor([{ PCPU: 1 }, { VCPU: 1 }], flat), { VCPU: 1 });
  assert.deepEqual(choiceFor([{ PCPU: 1 }, { FPGA: 1 }], flat), { PCPU: 1 });
});
