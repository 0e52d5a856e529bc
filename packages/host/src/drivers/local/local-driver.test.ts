import assert from 'node:assert/strict';
import { cpus, totalmem } from 'node:os';
import { describe, type TestContext, test } from 'node:test';
import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';
import { ReshapeNeeded } from '../../driver.ts';
import { ProviderTree } from '../../provider-tree.ts';
import type { OptionValues } from '../driver-options.ts';
import { LocalDriver } from './local-driver.ts';
import { readLocalOptions } from './local-options.ts';
import { recordedMachine } from './testing/recorded-machine.ts';

const uuid = '11111111-2222-4333-8444-555555555555';

async function shown(options: OptionValues) {
  const { tree, warnings } = await reported(options);
  const providers = tree.getProviderUuids().map((each) => {
    const { name, inventory, traits } = tree.data(each);
    const totals = Object.entries(inventory).map(([resourceClass, { total }]) => `${resourceClass}:${total}`);
    return [name, ...totals, ...[...traits].filter((trait) => !trait.startsWith('HW_CPU_X86'))].join(' ');
  });
  return { providers, warnings };
}

async function reported(
  options: OptionValues,
  tree = newTree(),
  allocations?: AllocationsByConsumer,
): Promise<{ tree: ProviderTree; warnings: string[] }> {
  const warnings: string[] = [];
  const read = readLocalOptions({ name: 'host', 'reserved-memory-mb': 0, ...options });
  const driver = new LocalDriver(
    read,
    uuid,
    () => false,
    (text) => void warnings.push(text),
  );
  await driver.updateProviderTree(tree, 'host', allocations);
  return { tree, warnings };
}

function newTree(): ProviderTree {
  const tree = new ProviderTree();
  tree.newRoot('host', uuid);
  return tree;
}

describe('recorded machines', () => {
  test('a laptop has the flags that all its cores have', async (context) => {
    const { tree } = await reported({ root: recordedMachine(context, 'laptop') });
    const { inventory, traits } = tree.data('host');
    assert.deepEqual(inventory['VCPU'], {
      total: 8,
      reserved: 0,
      minUnit: 1,
      maxUnit: 8,
      stepSize: 1,
      allocationRatio: 4,
    });
    assert.equal(inventory['MEMORY_MB']?.total, 15_708);
    assert.deepEqual(Object.keys(inventory), ['VCPU', 'MEMORY_MB']);
    assert.ok(
      traits.isSupersetOf(new Set(['HW_CPU_X86_AVX2', 'HW_CPU_X86_INTEL_VMX', 'HW_CPU_X86_AVX512VAES'])),
    );
    assert.ok(traits.has('HW_CPU_HYPERTHREADING'));
    assert.ok(!traits.has('HW_CPU_X86_AVX512GFNI'));
  });

  test('a server shows its cells, huge pages and virtual functions', async (context) => {
    const root = recordedMachine(context, 'two-socket-server');
    assert.deepEqual(
      await shown({ root, numa: true, pci: '8086:154c,15b3:1017', 'dedicated-cpus': '2-3,6-15' }),
      {
        providers: [
          'host HW_ARCH_X86_64 HW_CPU_HYPERTHREADING',
          'host_numa0 VCPU:2 PCPU:6 MEMORY_MB:192512 CUSTOM_HUGEPAGES_1048576KB:16 CUSTOM_HUGEPAGES_2048KB:4096 HW_NUMA_ROOT',
          'host_numa1 VCPU:2 PCPU:6 MEMORY_MB:192512 CUSTOM_HUGEPAGES_2048KB:4096 HW_NUMA_ROOT',
          'host_numa2 MEMORY_MB:65536 HW_NUMA_ROOT',
          'host_0000:3b:00.0 CUSTOM_PCI_15B3_1017:1 COMPUTE_MANAGED_PCI_DEVICE',
          'host_0000:81:00.0 CUSTOM_PCI_8086_154C:4 COMPUTE_MANAGED_PCI_DEVICE',
        ],
        warnings: [],
      },
    );
  });

  test('a server without its cells has everything on the root', async (context) => {
    const root = recordedMachine(context, 'two-socket-server');
    assert.deepEqual(await shown({ root, pci: ['@0000:81:*'] }), {
      providers: [
        'host VCPU:16 MEMORY_MB:450560 CUSTOM_HUGEPAGES_1048576KB:16 CUSTOM_HUGEPAGES_2048KB:8192 HW_ARCH_X86_64 HW_CPU_HYPERTHREADING',
        'host_0000:81:00.0 CUSTOM_PCI_8086_154C:4 COMPUTE_MANAGED_PCI_DEVICE',
      ],
      warnings: ['/sys/bus/pci/devices/0000:81:00.0: is not handed out, since its virtual functions are'],
    });
  });

  test('a board has the features of its kind', async (context) => {
    const root = recordedMachine(context, 'arm64-board');
    const { providers, warnings } = await shown({ root, numa: 'true' });
    assert.match(providers[0] ?? '', /^host VCPU:4 MEMORY_MB:3793 HW_ARCH_AARCH64 HW_CPU_AARCH64_AES /);
    assert.deepEqual(warnings, ['the kernel tells of no NUMA cells; none are shown']);
  });

  test('CPUs that are not plugged in do not count', async (context) => {
    const root = recordedMachine(context, 'virtual-machine');
    assert.deepEqual(await shown({ root, numa: true, 'dedicated-cpus': '5,6' }), {
      providers: ['host HW_ARCH_X86_64', 'host_numa0 VCPU:2 PCPU:1 MEMORY_MB:1966 HW_NUMA_ROOT'],
      warnings: ['the dedicated CPUs 6 are not online; they are left out'],
    });
  });

  test('a container has what it may use, and files that cannot be read are told of', async (context) => {
    const root = recordedMachine(context, 'container');
    assert.deepEqual(await shown({ root, numa: true, pci: '*:*', 'disk-directory': '/nowhere' }), {
      providers: ['host VCPU:2 MEMORY_MB:4096 CUSTOM_HUGEPAGES_1048576KB:2'],
      warnings: [
        '/proc/cpuinfo: cannot be read (is not a file); it is left out',
        '/sys/devices/system/cpu/cpu4/topology/thread_siblings_list: cannot be read (is not a file); it is left out',
        '/sys/devices/system/cpu/cpu5/topology/thread_siblings_list: is no list of CPUs; it is left out',
        '/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages: has no number in it; it is left out',
        '/sys/devices/system/node/node0/meminfo: does not tell how much memory there is',
        '/sys/bus/pci/devices/0000:00:05.0/vendor: is no id of a vendor or product; the device is left out',
        '/sys/bus/pci/devices/0000:00:06.0/vendor: cannot be read (is not a file); it is left out',
        `${root}/nowhere: its file system cannot be asked for its size: ENOENT: no such file or directory, statfs '${root}/nowhere'`,
        'this container has less than its machine, so NUMA cells are not shown',
      ],
    });
  });
});

test('where nothing can be read, there is nothing, and it is said', async (context) => {
  const root = recordedMachine(context, 'laptop');
  assert.deepEqual(await shown({ root: `${root}/nowhere` }), {
    providers: ['host'],
    warnings: ['/sys/devices/system/cpu/online: tells of no CPU; none is reported'],
  });
});

test('what is wrong is told once', async (context) => {
  const root = recordedMachine(context, 'container');
  const warnings: string[] = [];
  const options = readLocalOptions({ name: 'host', root });
  const driver = new LocalDriver(
    options,
    uuid,
    () => false,
    (text) => void warnings.push(text),
  );
  const tree = newTree();
  await driver.updateProviderTree(tree, 'host');
  const { length } = warnings;
  await driver.updateProviderTree(tree, 'host');
  assert.equal(warnings.length, length);
});

test('to show cells is a reshape, and those who hold something hold it in one cell', async (context) => {
  const { tree, root, allocations } = await givenServer(context);
  await assert.rejects(reported({ root, numa: true }, tree), ReshapeNeeded);
  await reported({ root, numa: true }, tree, allocations);
  const held = allocations.get('guest')?.allocations ?? {};
  assert.deepEqual(held, {
    [tree.data('host_numa0').uuid]: {
      resources: { VCPU: 4, MEMORY_MB: 1024, CUSTOM_HUGEPAGES_1048576KB: 1 },
    },
  });
});

test('a card that is pulled out goes without a reshape', async (context) => {
  const { tree, root } = await givenServer(context);
  await reported({ root, pci: '15b3:1017' }, tree);
  assert.ok(tree.exists('host_0000:3b:00.0'));
  await reported({ root }, tree);
  assert.ok(!tree.exists('host_0000:3b:00.0'));
});

test('CPUs that can no longer be read are not taken away', async (context) => {
  const { tree, root } = await givenServer(context);
  await assert.rejects(reported({ root: `${root}/nowhere` }, tree), ReshapeNeeded);
  assert.equal(tree.data('host').inventory['VCPU']?.total, 16);
});

test('the machine at hand is shown as it is', async () => {
  const { tree, warnings } = await reported({ numa: false, 'disk-directory': '/', pci: '*:*' });
  const { inventory } = tree.data('host');
  assert.ok((inventory['VCPU']?.total ?? 0) >= 1 && (inventory['VCPU']?.total ?? 0) <= cpus().length);
  assert.ok((inventory['MEMORY_MB']?.total ?? 0) <= totalmem() / 1024 ** 2);
  assert.ok((inventory['DISK_GB']?.total ?? 0) >= 1);
  for (const warning of warnings) assert.match(warning, /^\/(proc|sys)\//);
  const withCells = await reported({ numa: true });
  assert.ok(withCells.tree.exists('host'));
});

async function givenServer(context: TestContext) {
  const root = recordedMachine(context, 'two-socket-server');
  const { tree } = await reported({ root });
  const resources = { VCPU: 4, MEMORY_MB: 1024, CUSTOM_HUGEPAGES_1048576KB: 1 };
  const allocations: AllocationsByConsumer = new Map([
    ['guest', { allocations: { [uuid]: { resources } }, projectId: 'p', userId: 'u', consumerGeneration: 1 }],
  ]);
  return { tree, root, allocations };
}
