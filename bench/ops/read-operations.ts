import type { Prng } from '@berth/testing/prng.ts';
import type { ConsumerPlan, ProviderPlan, WorldPlan } from '../worlds/world-plan.ts';
import { asking, type Operation } from './operation.ts';
import { smallInstance, variants } from './variants.ts';

/** What else services ask: lists of providers (`rp`), and what belongs to one provider, project or consumer. */
export function readOperations(plan: WorldPlan): Operation[] {
  const list = (name: string, query: (random: Prng) => string) =>
    asking(
      name,
      'resource_providers',
      variants(plan.name, name, (random) => `/resource_providers?${query(random)}`),
    );
  const ofHost = (name: string, counts: string) =>
    asking(
      name,
      counts,
      variants(plan.name, name, (random) => {
        return `/resource_providers/${hostOf(plan, random).uuid}/${counts}`;
      }),
    );
  const tree = (name: string, query: string) =>
    asking(
      name,
      'providers',
      variants(plan.name, name, (random) => `/berth/v1/provider_trees/${hostOf(plan, random).uuid}${query}`),
      { isInProcess: true, isCompared: false },
    );
  return [
    asking('root', 'versions', ['/']),
    asking('rp-list-all', 'resource_providers', ['/resource_providers'], { isInProcess: true }),
    list(
      'rp-list-resources',
      (random) => `resources=${plan.kind === 'flat' ? smallInstance(random) : 'DISK_GB:10'}`,
    ),
    list('rp-list-in-tree', (random) => `in_tree=${hostOf(plan, random).uuid}`),
    list('rp-list-name', (random) => `name=${hostOf(plan, random).name}`),
    tree('tree', ''),
    tree('tree-allocations', '?allocations=true'),
    ofHost('rp-inventories', 'inventories'),
    ofHost('rp-allocations', 'allocations'),
    ofHost('rp-usages', 'usages'),
    asking(
      'usages-project',
      'usages',
      variants(plan.name, 'usages-project', (random) => {
        return `/usages?project_id=${consumerOf(plan, random).project}`;
      }),
    ),
    asking(
      'alloc-get',
      'allocations',
      variants(plan.name, 'alloc-get', (random) => {
        return `/allocations/${consumerOf(plan, random).uuid}`;
      }),
    ),
  ];
}

function hostOf({ hosts }: WorldPlan, random: Prng): ProviderPlan {
  return random.pick(hosts);
}

function consumerOf({ consumers }: WorldPlan, random: Prng): ConsumerPlan {
  return random.pick(consumers);
}
