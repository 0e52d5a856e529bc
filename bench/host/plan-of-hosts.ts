import type { Shape } from '@berth/host/drivers/fake/shapes.ts';
import { ProviderTree } from '@berth/host/provider-tree.ts';
import { planNode } from '@berth/host/tracker/plan-node.ts';
import { Prng } from '@berth/testing/prng.ts';
import { owner } from '../worlds/owner.ts';
import { uuidOf } from '../worlds/uuid-of.ts';
import {
  type AllocationPlan,
  allocated,
  type ConsumerPlan,
  inventory,
  type ProviderPlan,
  seed,
  type WorldPlan,
} from '../worlds/world-plan.ts';
import { driverOf, type SimulatedHost, simulatedHost } from './simulated-host.ts';

export interface HostCounts {
  readonly hosts: number;
  readonly consumersPerHost: number;
}

/** What Placement has when every host has told it everything, and has its consumers. */
export async function planOfHosts(shape: Shape, { hosts, consumersPerHost }: HostCounts): Promise<WorldPlan> {
  const name = `hosts-${shape}`;
  const random = new Prng(`${name}/${seed}`);
  const trees: ProviderPlan[][] = [];
  const consumers: ConsumerPlan[] = [];
  for (let index = 0; index < hosts; index += 1) {
    const tree = await treeOf(simulatedHost(shape, index));
    trees.push(tree);
    for (let nth = 0; nth < consumersPerHost; nth += 1) {
      consumers.push({
        uuid: uuidOf(seed, name, 'consumer', index, nth),
        ...owner(random, name),
        allocations: claimOf(tree, nth, consumersPerHost),
      });
    }
  }
  return {
    name,
    kind: shape === 'flat' ? 'flat' : 'nested',
    traits: [],
    classes: [],
    providers: trees.flat(),
    consumers,
    hosts: trees.map(([root]) => root as ProviderPlan),
    aggregates: { primary: [], extra: [] },
  };
}

/** As the resource tracker wants it, so that a host that starts finds nothing to write. */
async function treeOf(host: SimulatedHost): Promise<ProviderPlan[]> {
  const source = {
    tree: async () => {
      const tree = new ProviderTree();
      tree.newRoot(host.name, host.uuid);
      return tree;
    },
    allocations: async () => new Map(),
  };
  const knowledge = { driver: driverOf(host), configs: [], isDisabled: false };
  const { next } = await planNode(knowledge, host, source, { mayReshape: false });
  return next.getProviderUuids().map((uuid) => {
    const { name, parentUuid, inventory: held, traits } = next.data(uuid);
    const [root = uuid] = next.getProviderUuidsInTree(uuid);
    return {
      uuid,
      name,
      parent: parentUuid,
      root,
      inventories: Object.fromEntries(
        Object.entries(held).map(([name, { total, ...rest }]) => [name, inventory(total, rest)]),
      ),
      traits: [...traits],
      aggregates: [],
    };
  });
}

/** An even part of the host for each: of every class from one of the providers that have it, in turn. */
export function claimOf(tree: readonly ProviderPlan[], nth: number, count: number): AllocationPlan[] {
  const classes = new Set(tree.flatMap(({ inventories }) => Object.keys(inventories)));
  return [...classes].flatMap((resourceClass) => {
    const having = tree.filter(({ inventories }) => resourceClass in inventories);
    const provider = having[nth % having.length] as ProviderPlan;
    const { total = 0, allocationRatio = 1 } = provider.inventories[resourceClass] ?? {};
    const sharers = Math.ceil(count / having.length);
    const amount = Math.floor((total * allocationRatio) / sharers / 2);
    // Where there is less than one for each, the last ones go without.
    return amount < 1 ? [] : allocated(provider.uuid, { [resourceClass]: amount });
  });
}
