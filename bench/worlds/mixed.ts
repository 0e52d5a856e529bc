import { Prng } from '@berth/testing/prng.ts';
import { aggregatesFor, flatHost, hostInventories } from './flat-hosts.ts';
import { owner } from './owner.ts';
import { customPool } from './trait-pool.ts';
import { uuidOf } from './uuid-of.ts';
import type { ConsumerPlan, ProviderPlan, WorldPlan } from './world-plan.ts';
import { allocated, seed } from './world-plan.ts';

/** How much of a host's disk is in use; every fifth host is full. */
const fills = [0, 0.3, 0.6, 0.9, 1];

/** In proportions of which the disk is used up first, so that the fill is the disk's. */
const flavors = [
  { VCPU: 2, MEMORY_MB: 1024, DISK_GB: 40 },
  { VCPU: 8, MEMORY_MB: 4096, DISK_GB: 160 },
  { VCPU: 32, MEMORY_MB: 16_384, DISK_GB: 640 },
  { VCPU: 4, MEMORY_MB: 2048, DISK_GB: 1600 },
];

/** Compute nodes as in a flat world, but from empty to full, with instances of all sizes. */
export function mixed(name: string, hostCount: number): WorldPlan {
  const random = new Prng(`${name}/${seed}`);
  const aggregates = {
    primary: aggregatesFor(name, 'agg-az', hostCount),
    extra: aggregatesFor(name, 'agg-x', hostCount),
  };
  const hosts: ProviderPlan[] = [];
  const consumers: ConsumerPlan[] = [];
  for (let index = 0; index < hostCount; index += 1) {
    const host = flatHost(random, name, index, aggregates);
    hosts.push(host);
    consumers.push(...instancesOn(random, name, host, random.pick(fills)));
  }
  return {
    name,
    kind: 'mixed',
    traits: customPool,
    classes: [],
    providers: hosts,
    consumers,
    hosts,
    aggregates,
  };
}

function instancesOn(random: Prng, world: string, host: ProviderPlan, fill: number): ConsumerPlan[] {
  const consumers: ConsumerPlan[] = [];
  let left = Math.floor(hostInventories.DISK_GB.total * fill);
  while (left > 0) {
    const flavor = random.pick(flavors);
    // The last one takes exactly what is left.
    const DISK_GB = Math.min(flavor.DISK_GB, left);
    left -= DISK_GB;
    consumers.push({
      uuid: uuidOf(seed, world, 'consumer', host.uuid, consumers.length),
      ...owner(random, world),
      allocations: allocated(host.uuid, { ...flavor, DISK_GB }),
    });
  }
  return consumers;
}
