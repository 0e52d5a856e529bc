import type { Prng } from '@berth/testing/prng.ts';
import { traitPool } from './trait-pool.ts';
import { uuidOf } from './uuid-of.ts';
import { inventory, type ProviderPlan, seed } from './world-plan.ts';

/** What every compute node has that is a single provider. */
export const hostInventories = {
  VCPU: inventory(64, { allocationRatio: 16 }),
  MEMORY_MB: inventory(262_144, { reserved: 512, allocationRatio: 1.5 }),
  DISK_GB: inventory(8192),
} as const;

export const hostsPerAggregate = 50;

export function aggregatesFor(world: string, kind: string, hosts: number): string[] {
  const count = Math.max(1, Math.ceil(hosts / hostsPerAggregate));
  return Array.from({ length: count }, (_, index) => uuidOf(seed, world, kind, index));
}

export function hostName(world: string, index: number): string {
  return `${world}-cn-${String(index).padStart(5, '0')}`;
}

/** A compute node with five traits and one to three aggregates. */
export function flatHost(
  random: Prng,
  world: string,
  index: number,
  aggregates: { readonly primary: readonly string[]; readonly extra: readonly string[] },
): ProviderPlan {
  const uuid = uuidOf(seed, world, 'cn', index);
  const memberOf = new Set([aggregates.primary[Math.floor(index / hostsPerAggregate)] as string]);
  for (let left = random.below(3); left > 0; left -= 1) memberOf.add(random.pick(aggregates.extra));
  return {
    uuid,
    name: hostName(world, index),
    parent: null,
    root: uuid,
    inventories: hostInventories,
    traits: random.sample(traitPool, 5),
    aggregates: [...memberOf],
  };
}
