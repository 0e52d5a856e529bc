import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { Prng } from '@berth/testing/prng.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { capacityOf } from '../../capacity-of.ts';
import { ReshapeFailed, ReshapeNeeded } from '../../driver.ts';
import { ProviderTree } from '../../provider-tree.ts';
import { heldOf } from '../reshape/held-of.ts';
import { FakeDriver } from './fake-driver.ts';
import { type FakeHost, readFakeHost } from './fake-host.ts';
import { type Shape, shapes } from './shapes.ts';

const node = { name: 'host', uuid: '11111111-2222-4333-8444-555555555555' };
const sharing = { name: 'storage', uuid: '99999999-2222-4333-8444-555555555555' };
const foreign = { name: 'host:agent', uuid: '88888888-2222-4333-8444-555555555555' };
const shapeNames = Object.keys(shapes) as Shape[];

const host = fc.record({
  shape: fc.constantFrom(...shapeNames),
  name: fc.constant(node.name),
  vcpus: fc.integer({ min: 4, max: 16 }),
  'cpu-ratio': fc.constantFrom(1, 1, 4),
  'memory-mb': fc.integer({ min: 64, max: 256 }),
  'reserved-memory-mb': fc.integer({ min: 0, max: 64 }),
  cells: fc.integer({ min: 1, max: 4 }),
  gpus: fc.integer({ min: 1, max: 4 }),
  'vgpus-per-gpu': fc.integer({ min: 1, max: 4 }),
  'dedicated-cpus': fc.integer({ min: 1, max: 4 }),
  'pci-slots': fc.integer({ min: 1, max: 4 }),
  'pci-devices-per-slot': fc.integer({ min: 1, max: 2 }),
});

test('from every shape to every other: updated, reshaped with nothing lost, or refused with a reason', () => {
  const ends = { updated: 0, reshaped: 0, refused: 0 };
  const pairs = new Set<string>();
  assertProperty(
    fc.property(host, host, fc.boolean(), fc.string({ minLength: 6 }), (from, to, isOnlyShape, seed) => {
      const prng = new Prng(seed);
      const after = readFakeHost(isOnlyShape ? { ...from, shape: to.shape } : to);
      const { tree, allocations, pinned } = givenHost(readFakeHost(from), prng);
      pairs.add(`${from.shape} ${to.shape}`);
      const driver = new FakeDriver(after, node.uuid, (consumer) => pinned.has(consumer));
      const end = turnInto(driver, tree, allocations, (consumer) => pinned.has(consumer), after);
      ends[end] += 1;
    }),
    1000,
  );
  afterAllCases(() => {
    assert.equal(pairs.size, shapeNames.length ** 2);
    for (const [end, count] of Object.entries(ends)) assert.ok(count > 80, `${end}: ${count}`);
  });
});

/** A host of some shape, with another's child below it and a provider that shares with it, and consumers of all of them. */
function givenHost(from: FakeHost, prng: Prng) {
  const tree = new ProviderTree();
  tree.newRoot(node.name, node.uuid, 1);
  tree.newRoot(sharing.name, sharing.uuid, 1);
  tree.updateInventory(sharing.uuid, { DISK_GB: { total: 1000 } });
  tree.updateTraits(sharing.uuid, ['MISC_SHARES_VIA_AGGREGATE']);
  tree.newChild(foreign.name, node.uuid, foreign.uuid, 1);
  tree.updateInventory(foreign.uuid, { VGPU: { total: 50 }, NET_BW_EGR_KILOBIT_PER_SEC: { total: 1000 } });
  tree.addTraits(node.uuid, 'CUSTOM_OF_AN_OPERATOR');
  new FakeDriver(from, node.uuid).updateProviderTree(tree, node.name);

  const allocations: AllocationsByConsumer = new Map();
  const pinned = new Set<string>();
  for (let count = prng.below(12); count > 0; count -= 1) {
    const consumer = prng.uuid();
    if (prng.chance(0.4)) pinned.add(consumer);
    const record = { allocations: {}, projectId: 'p', userId: 'u', consumerGeneration: 1 };
    allocations.set(consumer, record);
    for (const uuid of tree.getProviderUuids()) claim(tree, uuid, consumer, allocations, prng);
    if (Object.keys(record.allocations).length === 0) allocations.delete(consumer);
  }
  return { tree, allocations, pinned };
}

function claim(
  tree: ProviderTree,
  uuid: string,
  consumer: string,
  allocations: AllocationsByConsumer,
  prng: Prng,
): void {
  const resources: Record<string, number> = {};
  for (const [resourceClass, inventory] of Object.entries(tree.data(uuid).inventory)) {
    const room = capacityOf(inventory) - heldOf(allocations, uuid, resourceClass);
    const most = Math.min(room, inventory.maxUnit ?? inventory.total);
    if (most > 0 && prng.chance(0.3))
      resources[resourceClass] = prng.between(1, Math.ceil(most / prng.between(1, 4)));
  }
  const record = allocations.get(consumer);
  if (record !== undefined && Object.keys(resources).length > 0)
    record.allocations[uuid] = { generation: 1, resources };
}

function turnInto(
  driver: FakeDriver,
  tree: ProviderTree,
  allocations: AllocationsByConsumer,
  isPinned: (consumer: string) => boolean,
  after: FakeHost,
): 'updated' | 'reshaped' | 'refused' {
  const before = { tree: tree.copy(), allocations: structuredClone(allocations) };
  const foreignBefore = [sharing.uuid, foreign.uuid].map((uuid) => tree.data(uuid));
  try {
    driver.updateProviderTree(tree, node.name);
    assertNothingHeldIsGone(tree, allocations);
    assertForeign(tree, foreignBefore, before.allocations, allocations);
    return 'updated';
  } catch (error) {
    assert.ok(error instanceof ReshapeNeeded, String(error));
    assertSameTree(tree, before.tree);
  }
  try {
    driver.updateProviderTree(tree, node.name, allocations);
  } catch (error) {
    assert.ok(error instanceof ReshapeFailed, String(error));
    assert.match(error.message, /then start again/);
    assertSameTree(tree, before.tree);
    assert.deepEqual(allocations, before.allocations);
    assertIsImpossible(after, before.tree, allocations, isPinned);
    return 'refused';
  }
  assert.deepEqual(sumsOf(allocations), sumsOf(before.allocations));
  assertNothingHeldIsGone(tree, allocations);
  assertForeign(tree, foreignBefore, before.allocations, allocations);
  for (const uuid of tree.getProviderUuids()) {
    for (const [resourceClass, inventory] of Object.entries(tree.data(uuid).inventory)) {
      const old = before.tree.exists(uuid) ? before.tree.data(uuid).inventory[resourceClass] : undefined;
      const wasMoved =
        old === undefined ||
        heldOf(allocations, uuid, resourceClass) > heldOf(before.allocations, uuid, resourceClass);
      if (wasMoved)
        assert.ok(
          heldOf(allocations, uuid, resourceClass) <= capacityOf(inventory),
          `${uuid} ${resourceClass}`,
        );
    }
  }
  for (const [consumer, { allocations: held }] of allocations) {
    const hasPcpu = Object.values(held).some(({ resources }) => 'PCPU' in resources);
    if (hasPcpu && !heldPcpu(before.allocations, consumer))
      assert.ok(isPinned(consumer) || after.vcpus.total === after.dedicatedCpus);
  }
  // There is nothing left to do.
  const done = tree.copy();
  driver.updateProviderTree(tree, node.name);
  assertSameTree(tree, done);
  return 'reshaped';
}

function heldPcpu(allocations: AllocationsByConsumer, consumer: string): boolean {
  return Object.values(allocations.get(consumer)?.allocations ?? {}).some(
    ({ resources }) => 'PCPU' in resources,
  );
}

/** By consumer and family. */
function sumsOf(allocations: AllocationsByConsumer): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [consumer, { allocations: held }] of allocations) {
    for (const { resources } of Object.values(held)) {
      for (const [resourceClass, amount] of Object.entries(resources)) {
        const key = `${consumer} ${resourceClass.replace('PCPU', 'VCPU')}`;
        sums[key] = (sums[key] ?? 0) + amount;
      }
    }
  }
  return sums;
}

function assertNothingHeldIsGone(tree: ProviderTree, allocations: AllocationsByConsumer): void {
  for (const { allocations: held } of allocations.values()) {
    for (const [uuid, { resources }] of Object.entries(held)) {
      const offered = Object.keys(tree.data(uuid).inventory);
      for (const resourceClass of Object.keys(resources))
        assert.ok(offered.includes(resourceClass), resourceClass);
    }
  }
}

function assertForeign(
  tree: ProviderTree,
  before: readonly unknown[],
  allocationsBefore: AllocationsByConsumer,
  allocations: AllocationsByConsumer,
): void {
  assert.deepEqual(
    [sharing.uuid, foreign.uuid].map((uuid) => tree.data(uuid)),
    before,
  );
  assert.ok(tree.hasTraits(node.uuid, ['CUSTOM_OF_AN_OPERATOR']));
  for (const [consumer, { allocations: held }] of allocations) {
    for (const uuid of [sharing.uuid, foreign.uuid]) {
      assert.deepEqual(held[uuid], allocationsBefore.get(consumer)?.allocations[uuid]);
    }
  }
}

function assertSameTree(tree: ProviderTree, other: ProviderTree): void {
  const dataOf = (each: ProviderTree) => each.getProviderUuids().map((uuid) => each.data(uuid));
  assert.deepEqual(dataOf(tree), dataOf(other));
}

/** With CPUs handed out once only, there is always a way where each class has room for those who are to hold it. */
function assertIsImpossible(
  after: FakeHost,
  tree: ProviderTree,
  allocations: AllocationsByConsumer,
  isPinned: (consumer: string) => boolean,
): void {
  if (after.vcpus.ratio !== 1) return;
  const rooms = new Map<string, number>();
  for (const { inventories } of shapes[after.shape](after, node.name)) {
    for (const [resourceClass, inventory] of Object.entries(inventories)) {
      rooms.set(resourceClass, (rooms.get(resourceClass) ?? 0) + capacityOf(inventory));
    }
  }
  const own = tree.getProviderUuids(node.uuid).filter((uuid) => uuid !== foreign.uuid);
  const needs = new Map<string, number>();
  for (const [consumer, { allocations: held }] of allocations) {
    for (const uuid of own) {
      for (const [resourceClass, amount] of Object.entries(held[uuid]?.resources ?? {})) {
        const isDedicated =
          rooms.has('PCPU') && (resourceClass === 'PCPU' || isPinned(consumer) || !rooms.has('VCPU'));
        const next = resourceClass.endsWith('CPU') ? (isDedicated ? 'PCPU' : 'VCPU') : resourceClass;
        needs.set(next, (needs.get(next) ?? 0) + amount);
      }
    }
  }
  assert.ok(
    [...needs].some(([resourceClass, need]) => need > (rooms.get(resourceClass) ?? 0)),
    'it could have been done',
  );
}
