import { Prng } from '@berth/testing/prng.ts';
import { aggregatesFor, flatHost } from './flat-hosts.ts';
import { owner } from './owner.ts';
import { customPool } from './trait-pool.ts';
import { uuidOf } from './uuid-of.ts';
import type { ConsumerPlan, ProviderPlan, WorldPlan } from './world-plan.ts';
import { allocated, seed } from './world-plan.ts';

/** From this size on some hosts have a fourth consumer, so that 100,000 hosts have a million allocations, not 900,000. */
const largeFrom = 100_000;

/** Compute nodes without children, each with three consumers of about a tenth of it: 30 % full. */
export function flat(name: string, hosts: number): WorldPlan {
  const random = new Prng(`${name}/${seed}`);
  const aggregates = {
    primary: aggregatesFor(name, 'agg-az', hosts),
    extra: aggregatesFor(name, 'agg-x', hosts),
  };
  const providers: ProviderPlan[] = [];
  const consumers: ConsumerPlan[] = [];
  for (let index = 0; index < hosts; index += 1) {
    const host = flatHost(random, name, index, aggregates);
    providers.push(host);
    for (let nth = 0; nth < 3; nth += 1) consumers.push(tenth(random, name, host, `${index}/${nth}`));
  }
  if (hosts >= largeFrom) consumers.push(...fourths(name, providers));
  return {
    name,
    kind: 'flat',
    traits: customPool,
    classes: [],
    providers,
    consumers,
    hosts: providers,
    aggregates,
  };
}

/** A consumer with about a tenth of its host. */
function tenth(random: Prng, world: string, host: ProviderPlan, key: string): ConsumerPlan {
  const held = owner(random, world);
  return {
    uuid: uuidOf(seed, world, 'consumer', key),
    ...held,
    allocations: allocated(host.uuid, {
      VCPU: 4 + random.below(8),
      MEMORY_MB: 1024 * (30 + random.below(18)),
      DISK_GB: 700 + random.below(240),
    }),
  };
}

/** Drawn apart, so that the hosts and their first three consumers are as in every other size. */
function fourths(world: string, hosts: readonly ProviderPlan[]): ConsumerPlan[] {
  const random = new Prng(`${world}/${seed}/fourth`);
  return hosts
    .filter((_, index) => index % 3 === 0)
    .map((host) => tenth(random, world, host, `${host.uuid}/3`));
}
