import { Prng } from '@berth/testing/prng.ts';
import { aggregatesFor, hostInventories, hostName, hostsPerAggregate } from './flat-hosts.ts';
import { owner } from './owner.ts';
import { customPool } from './trait-pool.ts';
import { uuidOf } from './uuid-of.ts';
import type { ConsumerPlan, ProviderPlan, WorldPlan } from './world-plan.ts';
import { allocated, inventory, seed } from './world-plan.ts';

const poolTraits = ['CUSTOM_BENCH_FAST', 'CUSTOM_BENCH_SLOW'];

/** Compute nodes without a disk of their own; for every 50 of them there are two pools, a fast one and a slow one. */
export function sharing(name: string, hostCount: number): WorldPlan {
  const random = new Prng(`${name}/${seed}`);
  const aggregates = aggregatesFor(name, 'agg', hostCount);
  const pools = aggregates.map((aggregate, index) =>
    poolTraits.map((trait) => pool(name, index, trait, aggregate)),
  );
  const { VCPU, MEMORY_MB } = hostInventories;
  const hosts: ProviderPlan[] = [];
  const consumers: ConsumerPlan[] = [];
  for (let index = 0; index < hostCount; index += 1) {
    const group = Math.floor(index / hostsPerAggregate);
    const uuid = uuidOf(seed, name, 'cn', index);
    hosts.push({
      uuid,
      name: hostName(name, index),
      parent: null,
      root: uuid,
      inventories: { VCPU, MEMORY_MB },
      traits: random.sample(customPool, 3),
      aggregates: [aggregates[group] as string],
    });
    for (const nth of [0, 1]) {
      const held = owner(random, name);
      const disk = random.pick(pools[group] as ProviderPlan[]);
      consumers.push({
        uuid: uuidOf(seed, name, 'consumer', index, nth),
        ...held,
        allocations: [
          ...allocated(uuid, { VCPU: 4 + random.below(8), MEMORY_MB: 1024 * (30 + random.below(18)) }),
          ...allocated(disk.uuid, { DISK_GB: 700 + random.below(240) }),
        ],
      });
    }
  }
  return {
    name,
    kind: 'sharing',
    traits: [...customPool, ...poolTraits],
    classes: [],
    providers: [...pools.flat(), ...hosts],
    consumers,
    hosts,
    aggregates: { primary: aggregates, extra: [] },
  };
}

function pool(world: string, group: number, trait: string, aggregate: string): ProviderPlan {
  const uuid = uuidOf(seed, world, 'pool', group, trait);
  return {
    uuid,
    name: `${world}-pool-${group}-${trait}`,
    parent: null,
    root: uuid,
    inventories: { DISK_GB: inventory(1_000_000) },
    traits: ['MISC_SHARES_VIA_AGGREGATE', trait],
    aggregates: [aggregate],
  };
}
