import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type {
  AllocationsByConsumer,
  ConsumerAllocations,
  Resources,
} from '@berth/client/placement/records.ts';
import { ReshapeFailed, ReshapeNeeded } from '../../driver.ts';
import { ProviderTree } from '../../provider-tree.ts';
import { childUuid } from '../child-uuid.ts';
import type { OptionValues } from '../driver-options.ts';
import { loadDriver } from '../load-driver.ts';
import { FakeDriver } from './fake-driver.ts';
import { readFakeHost } from './fake-host.ts';

const uuid = '11111111-2222-4333-8444-555555555555';

function driverOf(options: OptionValues, pinned: readonly string[] = []): FakeDriver {
  return new FakeDriver(readFakeHost({ name: 'host', ...options }), uuid, (consumer) =>
    pinned.includes(consumer),
  );
}

function givenTree(options: OptionValues): ProviderTree {
  const tree = new ProviderTree();
  tree.newRoot('host', uuid);
  driverOf(options).updateProviderTree(tree, 'host');
  return tree;
}

/** What consumers hold of the root, by consumer. */
function holding(held: Readonly<Record<string, Resources>>): AllocationsByConsumer {
  return new Map(
    Object.entries(held).map(([consumer, resources]) => [
      consumer,
      {
        allocations: { [uuid]: { resources: { ...resources } } },
        projectId: 'p',
        userId: 'u',
        consumerGeneration: 1,
      },
    ]),
  );
}

/** The totals of each provider. */
function shown(tree: ProviderTree): Record<string, string> {
  return Object.fromEntries(
    tree.getProviderUuids().map((each) => {
      const { name, inventory } = tree.data(each);
      return [
        name,
        Object.entries(inventory)
          .map(([name, { total }]) => `${name}:${total}`)
          .join(' '),
      ];
    }),
  );
}

function heldBy(
  tree: ProviderTree,
  allocations: AllocationsByConsumer,
  consumer: string,
): Record<string, Resources> {
  const held = Object.entries(allocations.get(consumer)?.allocations ?? {});
  return Object.fromEntries(held.map(([each, { resources }]) => [tree.data(each).name, resources]));
}

const sizes = { vcpus: 8, 'memory-mb': 1000, 'disk-gb': 10 };
const base = 'VCPU:8 MEMORY_MB:1000 DISK_GB:10';

for (const [shape, expected] of [
  ['flat', { host: base }],
  ['numa', { host: 'DISK_GB:10', host_numa0: 'VCPU:4 MEMORY_MB:500', host_numa1: 'VCPU:4 MEMORY_MB:500' }],
  ['gpu-v1', { host: `${base} VGPU:16` }],
  ['gpu-v2', { host: base, host_gpu0: 'VGPU:8', host_gpu1: 'VGPU:8' }],
  ['dedicated-v1', { host: base }],
  ['dedicated-v2', { host: 'VCPU:4 MEMORY_MB:1000 DISK_GB:10 PCPU:4' }],
  ['pci-v1', { host: `${base} CUSTOM_PCI_8086_1572:2` }],
  [
    'pci-v2',
    {
      host: base,
      'host_0000:81:00.0': 'CUSTOM_PCI_8086_1572:1',
      'host_0000:81:01.0': 'CUSTOM_PCI_8086_1572:1',
    },
  ],
] as const) {
  test(`the shape ${shape}`, () => {
    assert.deepEqual(shown(givenTree({ ...sizes, 'pci-slots': 2, shape })), expected);
  });
}

test('virtual GPUs move from the root to the GPUs, each consumer to one of them', () => {
  const tree = givenTree({ ...sizes, shape: 'gpu-v1' });
  const allocations = holding({ a: { VCPU: 1, VGPU: 5 }, b: { VGPU: 3 }, c: { VGPU: 8 }, d: { VCPU: 1 } });
  const next = driverOf({ ...sizes, shape: 'gpu-v2' });
  assert.throws(() => next.updateProviderTree(tree, 'host'), ReshapeNeeded);
  assert.deepEqual(shown(tree), { host: `${base} VGPU:16` });

  next.updateProviderTree(tree, 'host', allocations);
  assert.deepEqual(shown(tree), { host: base, host_gpu0: 'VGPU:8', host_gpu1: 'VGPU:8' });
  assert.deepEqual(heldBy(tree, allocations, 'a'), { host: { VCPU: 1 }, host_gpu1: { VGPU: 5 } });
  assert.deepEqual(heldBy(tree, allocations, 'b'), { host_gpu1: { VGPU: 3 } });
  assert.deepEqual(heldBy(tree, allocations, 'c'), { host_gpu0: { VGPU: 8 } });
  assert.deepEqual(heldBy(tree, allocations, 'd'), { host: { VCPU: 1 } });
  assert.equal(tree.data('host_gpu0').uuid, childUuid(uuid, 'host_gpu0'));
});

test('a host that was stopped after it made its children and before it moved anything goes on from there', () => {
  const tree = givenTree({ ...sizes, shape: 'gpu-v1' });
  for (const name of ['host_gpu0', 'host_gpu1']) tree.newChild(name, uuid, childUuid(uuid, name), 0);
  const allocations = holding({ a: { VGPU: 5 } });
  const next = driverOf({ ...sizes, shape: 'gpu-v2' });
  assert.throws(() => next.updateProviderTree(tree, 'host'), ReshapeNeeded);
  next.updateProviderTree(tree, 'host', allocations);
  assert.deepEqual(heldBy(tree, allocations, 'a'), { host_gpu0: { VGPU: 5 } });
});

test('consumers of which the driver knows that they are pinned hold dedicated CPUs from then on', () => {
  const tree = givenTree({ ...sizes, shape: 'dedicated-v1' });
  const allocations = holding({ pinned: { VCPU: 3, MEMORY_MB: 10 }, other: { VCPU: 3 } });
  const next = driverOf({ ...sizes, shape: 'dedicated-v2' }, ['pinned']);
  assert.throws(() => next.updateProviderTree(tree, 'host'), ReshapeNeeded);
  next.updateProviderTree(tree, 'host', allocations);
  assert.deepEqual(heldBy(tree, allocations, 'pinned'), { host: { PCPU: 3, MEMORY_MB: 10 } });
  assert.deepEqual(heldBy(tree, allocations, 'other'), { host: { VCPU: 3 } });
});

test('a thousand consumers of a full host find their places', () => {
  const many = { ...sizes, vcpus: 4000, gpus: 16, 'vgpus-per-gpu': 125 };
  const tree = givenTree({ ...many, shape: 'gpu-v1' });
  const held = Array.from(
    { length: 1000 },
    (_, index) => [`guest${index}`, { VCPU: 2, VGPU: 1 + (index % 3) }] as const,
  );
  const allocations = holding(
    Object.fromEntries(held.filter(([, { VGPU }], index) => index < 999 || VGPU === 1)),
  );
  driverOf({ ...many, shape: 'gpu-v2' }).updateProviderTree(tree, 'host', allocations);
  for (const [consumer, { VGPU }] of held) {
    const parts = Object.entries(heldBy(tree, allocations, consumer)).filter(([name]) => name !== 'host');
    assert.deepEqual(
      parts.map(([, resources]) => resources),
      [{ VGPU }],
    );
  }
});

for (const [what, from, to, held, message] of [
  [
    'what nobody offers any more',
    { shape: 'gpu-v1' },
    { shape: 'flat' },
    { VGPU: 2 },
    /^host has no VGPU any more, and the consumer a holds 2; move it to another host/,
  ],
  [
    'fewer than are held',
    { shape: 'gpu-v1' },
    { shape: 'gpu-v2', gpus: 1 },
    { VGPU: 9 },
    /^1 consumers of host have to move 9 VGPU where there is room for 8 on 1 providers; give the host more.*The largest: a \(9 VGPU\)$/,
  ],
  [
    'CPUs that become too few for those who share',
    { shape: 'flat', 'cpu-ratio': 1 },
    { shape: 'dedicated-v2', 'cpu-ratio': 1 },
    { VCPU: 5 },
    /^5 VCPU of 'host' are held, and it has room for 4 from now on/,
  ],
  [
    'more at a time than is handed out',
    { shape: 'flat' },
    { shape: 'dedicated-v2' },
    { VCPU: 5 },
    /^the consumer a holds 5 VCPU, and 'host' hands out 1 to 4 at a time/,
  ],
] as const) {
  test(`${what}: refused, with what to do, and nothing is edited`, () => {
    const tree = givenTree({ ...sizes, ...from });
    const allocations = holding({ a: held });
    const before = [shown(tree), structuredClone(allocations)];
    const update = () => driverOf({ ...sizes, ...to }).updateProviderTree(tree, 'host', allocations);
    assert.throws(update, (error) => error instanceof ReshapeFailed && message.test(error.message));
    assert.deepEqual([shown(tree), allocations], before);
  });
}

test('one more GPU is no reshape, and one less is', () => {
  const tree = givenTree({ ...sizes, shape: 'gpu-v2', gpus: 2 });
  driverOf({ ...sizes, shape: 'gpu-v2', gpus: 3 }).updateProviderTree(tree, 'host');
  assert.ok(tree.exists('host_gpu2'));
  assert.throws(
    () => driverOf({ ...sizes, shape: 'gpu-v2', gpus: 2 }).updateProviderTree(tree, 'host'),
    ReshapeNeeded,
  );
});

test('those who could stay where they are give way where there is no other way', () => {
  const tree = givenTree({ ...sizes, shape: 'gpu-v2', gpus: 3, 'vgpus-per-gpu': 8 });
  const [first, second] = ['host_gpu0', 'host_gpu1'].map((name) => tree.data(name).uuid) as [string, string];
  const allocations = holding({ a: {}, b: {}, c: {} });
  for (const [consumer, gpu, VGPU] of [
    ['a', first, 4],
    ['b', first, 4],
    ['c', second, 3],
  ] as const) {
    (allocations.get(consumer) as ConsumerAllocations).allocations = { [gpu]: { resources: { VGPU } } };
  }
  driverOf({ ...sizes, shape: 'gpu-v2', gpus: 2, 'vgpus-per-gpu': 7 }).updateProviderTree(
    tree,
    'host',
    allocations,
  );
  assert.deepEqual(heldBy(tree, allocations, 'a'), { host_gpu0: { VGPU: 4 } });
  assert.deepEqual(heldBy(tree, allocations, 'b'), { host_gpu1: { VGPU: 4 } });
  assert.deepEqual(heldBy(tree, allocations, 'c'), { host_gpu0: { VGPU: 3 } });
});

test('a child that has a name of ours is ours, whoever made it', () => {
  const tree = givenTree({ ...sizes, shape: 'flat' });
  tree.newChild('host_gpu0', uuid, '77777777-2222-4333-8444-555555555555', 4);
  driverOf({ ...sizes, shape: 'gpu-v2' }).updateProviderTree(tree, 'host');
  assert.equal(tree.data('host_gpu0').uuid, '77777777-2222-4333-8444-555555555555');
  assert.equal(tree.data('host_gpu0').inventory['VGPU']?.total, 8);
});

test("a name that another tree has, and another driver's provider below one that goes, are refused", () => {
  const tree = givenTree({ ...sizes, shape: 'numa' });
  tree.newRoot('host_gpu0', '77777777-2222-4333-8444-555555555555');
  const clash = () => driverOf({ ...sizes, shape: 'gpu-v2' }).updateProviderTree(tree, 'host');
  assert.throws(clash, /^ReshapeFailed: there is a provider 'host_gpu0' already, elsewhere/);
  tree.newChild('nic', 'host_numa1', '66666666-2222-4333-8444-555555555555');
  const orphan = () => driverOf({ ...sizes, shape: 'flat' }).updateProviderTree(tree, 'host', new Map());
  assert.throws(
    orphan,
    /^ReshapeFailed: 'host_numa1' is no longer there, but 'nic' \(.*\), which is not this driver's, is below it/,
  );
});

test('the record of pinned consumers is a file in the state directory', async (context: TestContext) => {
  const stateDirectory = mkdtempSync(join(tmpdir(), 'berth-fake-'));
  context.after(() => rmSync(stateDirectory, { recursive: true }));
  const consumer = 'a5b0e5f2-7c8d-4a0b-9c1e-2f3a4b5c6d7e';
  writeFileSync(join(stateDirectory, 'pinned-consumers'), `# of the database\n${consumer}  # vm1\n\n`);
  const options = { name: 'host', shape: 'dedicated-v2', ...sizes };
  const settings = { options, stateDirectory, directory: stateDirectory, warn: assert.fail };
  const driver = await loadDriver('fake', settings);
  const tree = givenTree({ ...sizes, shape: 'flat' });
  const allocations = holding({ [consumer]: { VCPU: 2 } });
  await driver.updateProviderTree(tree, 'host', allocations);
  assert.deepEqual(heldBy(tree, allocations, consumer), { host: { PCPU: 2 } });

  writeFileSync(join(stateDirectory, 'pinned-consumers'), 'vm1\n');
  await assert.rejects(loadDriver('fake', settings), /pinned-consumers:1: 'vm1' is no uuid/);
});

test('one process can speak for many hosts', async () => {
  const driver = driverOf({ nodes: 3 });
  const nodes = await driver.nodes();
  assert.deepEqual(
    nodes.map(({ name }) => name),
    ['host-0', 'host-1', 'host-2'],
  );
  assert.equal(new Set(nodes.map((node) => node.uuid)).size, 3);
});
