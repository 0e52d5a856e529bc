import type { Prng } from '@berth/testing/prng.ts';
import { absentTrait, customPool, traitPool } from '../worlds/trait-pool.ts';
import { physicalNetworks } from '../worlds/nested.ts';
import type { WorldPlan } from '../worlds/world-plan.ts';
import { asking, type Operation } from './operation.ts';
import { smallInstance, variants } from './variants.ts';

/** Named for what is asked: `ac` is for allocation candidates. */
export function candidateOperations(plan: WorldPlan): Operation[] {
  const { kind } = plan;
  return [
    ...simple(plan),
    ...(kind === 'flat' || kind === 'mixed' ? [filtered(plan), ...unsatisfiable(plan)] : []),
    ...(kind === 'nested' ? granular(plan) : []),
  ];
}

function simple(plan: WorldPlan): Operation[] {
  const ask = (limit: string, traits: Parameters<typeof candidates>[3]) =>
    candidates(
      plan,
      `ac-simple-${limit === '' ? 'nolimit' : limit.replace('=', '')}`,
      (random) => {
        return `resources=${smallInstance(random)}${limit === '' ? '' : `&${limit}`}`;
      },
      traits,
    );
  return [
    ask('limit=1', { isInProcess: true, isCompared: false }),
    ask('limit=10', { isInProcess: true, isDissected: true, hasBareTwin: true }),
    ask('limit=1000', { isInProcess: true, isDissected: true, hasBareTwin: true }),
    ask('', { isInProcess: true, isDissected: true, isLoaded: candidatesIn(plan) <= loadedMax }),
  ];
}

/** So many candidates are some 10 MB, of which 16 clients can be sent one at a time. */
const loadedMax = 20_000;

/** In a tree of the nested world there are two cells for each of two classes, and two disks. */
function candidatesIn({ kind, hosts }: WorldPlan): number {
  return hosts.length * (kind === 'nested' ? 8 : 1);
}

/** A trait that is required, one that is forbidden, five aggregates of which one is enough, and one that is forbidden. */
function filtered(plan: WorldPlan): Operation {
  return candidates(
    plan,
    'ac-filtered-limit1000',
    (random) => {
      const host = random.pick(plan.hosts);
      const forbidden = random.pick(customPool.filter((trait) => !host.traits.includes(trait)));
      const { primary, extra } = plan.aggregates;
      const others = random.sample(outside(primary, host.aggregates), 4);
      const [first = ''] = host.aggregates;
      const elsewhere = random.sample(outside(extra, host.aggregates), 1);
      return [
        `resources=${smallInstance(random)}`,
        `required=${host.traits[0]},!${forbidden}`,
        `member_of=in:${[first, ...others].join(',')}`,
        ...elsewhere.map((aggregate) => `member_of=!${aggregate}`),
        'limit=1000',
      ].join('&');
    },
    { isInProcess: true },
  );
}

/** Nothing satisfies these: a trait that nobody has, more disk than anybody has left, more traits than anybody has at once. */
function unsatisfiable(plan: WorldPlan): Operation[] {
  const none = { isInProcess: true };
  const operations = [
    candidates(
      plan,
      'ac-no-result',
      (random) => {
        return `resources=${smallInstance(random)}&required=${absentTrait}&limit=10`;
      },
      none,
    ),
    candidates(
      plan,
      'ac-no-traits',
      (random) => {
        return `resources=${smallInstance(random)}&required=${random.sample(traitPool, 6).join(',')}&limit=10`;
      },
      none,
    ),
  ];
  // In a mixed world some hosts are empty, and have room for anything.
  if (plan.kind === 'mixed') return operations;
  operations.push(
    candidates(
      plan,
      'ac-no-room',
      (random) => {
        return `resources=VCPU:1,MEMORY_MB:512,DISK_GB:${7000 + random.below(1000)}&limit=10`;
      },
      none,
    ),
  );
  return operations;
}

function granular(plan: WorldPlan): Operation[] {
  const disk = (random: Prng) => `resources=DISK_GB:${10 + random.below(40)}`;
  const cell = (random: Prng) => `VCPU:${1 + random.below(4)},MEMORY_MB:${512 * (1 + random.below(8))}`;
  const subtree = (limit: number, isDissected: boolean) =>
    candidates(
      plan,
      `ac-granular-subtree-limit${limit}`,
      (random) =>
        [
          disk(random),
          `resources_C=${cell(random)}`,
          'resources_N=SRIOV_NET_VF:1',
          `required_N=${random.pick(physicalNetworks)}`,
          'same_subtree=_C,_N',
          'group_policy=isolate',
          `limit=${limit}`,
        ].join('&'),
      { isInProcess: true, isDissected },
    );
  return [
    subtree(10, true),
    subtree(1000, true),
    candidates(
      plan,
      'ac-two-numa-limit1000',
      (random) =>
        [
          disk(random),
          `resources1=${cell(random)}`,
          `resources2=VCPU:${1 + random.below(4)},MEMORY_MB:512`,
          'group_policy=isolate',
          'limit=1000',
        ].join('&'),
      { isInProcess: true },
    ),
  ];
}

export function candidates(
  plan: WorldPlan,
  name: string,
  query: (random: Prng) => string,
  traits: Parameters<typeof asking>[3],
): Operation {
  const paths = variants(plan.name, name, (random) => `/allocation_candidates?${query(random)}`);
  return asking(name, 'allocation_requests', paths, traits);
}

function outside(aggregates: readonly string[], own: readonly string[]): string[] {
  return aggregates.filter((aggregate) => !own.includes(aggregate));
}
