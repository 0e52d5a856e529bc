import { Prng } from '@berth/testing/prng.ts';
import { aggregatesFor, hostName, hostsPerAggregate } from './flat-hosts.ts';
import { owner } from './owner.ts';
import { customPool, standardPool } from './trait-pool.ts';
import { uuidOf } from './uuid-of.ts';
import type { ConsumerPlan, ProviderPlan, WorldPlan } from './world-plan.ts';
import { allocated, inventory, seed } from './world-plan.ts';

export const physicalNetworks = [0, 1, 2, 3].map((index) => `CUSTOM_PHYSNET_${index}`);

const sharedTrait = 'CUSTOM_BENCH_SHARED';

/**
 * Trees of seven: a root with the disk, two NUMA cells with processors and memory, two network cards in each cell; two
 * consumers in each tree. For every 50 trees there is a pool of disk that is shared with them.
 */
export function nested(name: string, count: number): WorldPlan {
  const random = new Prng(`${name}/${seed}`);
  const aggregates = aggregatesFor(name, 'agg', count);
  const providers: ProviderPlan[] = aggregates.map((aggregate, index) => pool(name, index, aggregate));
  const hosts: ProviderPlan[] = [];
  const consumers: ConsumerPlan[] = [];
  for (let index = 0; index < count; index += 1) {
    const aggregate = aggregates[Math.floor(index / hostsPerAggregate)] as string;
    const tree = hostTree(random, name, index, aggregate);
    hosts.push(tree[0] as ProviderPlan);
    providers.push(...tree);
    for (const cell of [0, 1]) consumers.push(instance(random, name, index, cell));
  }
  return {
    name,
    kind: 'nested',
    traits: [...customPool, ...physicalNetworks, sharedTrait],
    classes: [],
    providers,
    consumers,
    hosts,
    aggregates: { primary: aggregates, extra: [] },
  };
}

function pool(world: string, index: number, aggregate: string): ProviderPlan {
  const uuid = uuidOf(seed, world, 'share', index);
  return {
    uuid,
    name: `${world}-share-${index}`,
    parent: null,
    root: uuid,
    inventories: { DISK_GB: inventory(1_000_000) },
    traits: ['MISC_SHARES_VIA_AGGREGATE', sharedTrait],
    aggregates: [aggregate],
  };
}

function hostTree(random: Prng, world: string, index: number, aggregate: string): ProviderPlan[] {
  const root = uuidOf(seed, world, 'cn', index);
  const name = hostName(world, index);
  const tree: ProviderPlan[] = [
    {
      uuid: root,
      name,
      parent: null,
      root,
      inventories: { DISK_GB: inventory(8192) },
      traits: ['COMPUTE_TRUSTED_CERTS', ...random.sample(customPool, 3)],
      aggregates: [aggregate],
    },
  ];
  for (const cell of [0, 1]) {
    const uuid = uuidOf(seed, world, 'numa', index, cell);
    tree.push({
      uuid,
      name: `${name}-numa${cell}`,
      parent: root,
      root,
      inventories: {
        VCPU: inventory(32, { allocationRatio: 16 }),
        MEMORY_MB: inventory(131_072, { reserved: 256, allocationRatio: 1.5 }),
      },
      traits: ['HW_NUMA_ROOT', ...random.sample(standardPool.slice(0, 7), 2)],
      aggregates: [],
    });
    for (const card of [0, 1]) {
      tree.push({
        uuid: uuidOf(seed, world, 'pf', index, cell, card),
        name: `${name}-numa${cell}-pf${card}`,
        parent: uuid,
        root,
        inventories: { SRIOV_NET_VF: inventory(32) },
        traits: [random.pick(physicalNetworks), 'HW_NIC_SRIOV'],
        aggregates: [],
      });
    }
  }
  return tree;
}

function instance(random: Prng, world: string, index: number, cell: number): ConsumerPlan {
  const held = owner(random, world);
  return {
    uuid: uuidOf(seed, world, 'consumer', index, cell),
    ...held,
    allocations: [
      ...allocated(uuidOf(seed, world, 'cn', index), { DISK_GB: 1000 + random.below(300) }),
      ...allocated(uuidOf(seed, world, 'numa', index, cell), {
        VCPU: 8,
        MEMORY_MB: 1024 * (45 + random.below(20)),
      }),
      ...allocated(uuidOf(seed, world, 'pf', index, cell, random.below(2)), { SRIOV_NET_VF: 8 }),
    ],
  };
}
