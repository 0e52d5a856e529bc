import assert from 'node:assert/strict';
import { ask } from '@berth/client/ask.ts';
import { getAllocations } from '@berth/client/placement/allocations.ts';
import { listProvidersInTree } from '@berth/client/placement/providers.ts';
import type { Resources } from '@berth/client/placement/records.ts';
import { getProviderUsages } from '@berth/client/placement/usages.ts';
import { byName, integer, members } from '@berth/client/shape.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { Driver, Node } from '@berth/host/driver.ts';
import { capacityOf } from '@berth/host/capacity-of.ts';
import { ProviderTree } from '@berth/host/provider-tree.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { planNode } from '@berth/host/tracker/plan-node.ts';
import type { Prng } from '@berth/testing/prng.ts';
import { dump } from '../testing/host-fixture.ts';

/** What each consumer holds of a tree, by provider. */
type Holdings = Map<string, Map<string, Readonly<Resources>>>;

export interface WantedHost {
  readonly node: Node;
  /** What the host is to look like. */
  readonly driver: Driver;
  /** Who is to hold something of it, and how much of each class: all of them, and nobody else. */
  readonly consumers: ReadonlyMap<string, Readonly<Resources>>;
}

/** How many consumers are asked for one by one. */
const askedOneByOne = 20;

/** Throws unless the host is in Placement what its driver says, and its consumers hold what they are to hold, in places where it is. */
export async function checkHost(
  transport: Transport,
  { node, driver, consumers }: WantedHost,
  prng: Prng,
): Promise<void> {
  const wanted = await wantedTree(driver, node);
  const seen = await new ReportClient(transport).readProviderTree(node.uuid, node.name);
  assert.deepEqual(dump(seen), dump(wanted), 'the tree is not what the driver says');
  const listed = await listProvidersInTree(transport, node.uuid);
  assert.deepEqual(
    listed.map(({ uuid }) => uuid).sort(),
    wanted.getProviderUuids().sort(),
    'there are other providers than the driver has',
  );

  const holdings: Holdings = new Map();
  for (const uuid of wanted.getProviderUuids()) await checkProvider(transport, wanted, uuid, holdings);
  assert.deepEqual(
    new Set(holdings.keys()),
    new Set(consumers.keys()),
    'others hold something than those who should',
  );
  for (const [consumer, resources] of consumers) {
    const held = holdings.get(consumer) ?? new Map<string, Readonly<Resources>>();
    assert.deepEqual(sumsOf(held), { ...resources }, `consumer ${consumer} holds something else`);
  }
  for (const consumer of prng.sample([...consumers.keys()], askedOneByOne)) {
    const told = await getAllocations(transport, consumer);
    const held = Object.entries(told?.allocations ?? {}).map(([uuid, { resources }]) => [uuid, resources]);
    assert.deepEqual(new Map(held as [string, Resources][]), holdings.get(consumer), `consumer ${consumer}`);
    assert.deepEqual([told?.projectId, told?.userId], ['p', 'u']);
  }
}

/** Its usages are the sums of what is held of it, of which it has enough. What is held is added to `holdings`. */
async function checkProvider(
  transport: Transport,
  wanted: ProviderTree,
  uuid: string,
  holdings: Holdings,
): Promise<void> {
  const { inventory, name } = wanted.data(uuid);
  const path = `/resource_providers/${uuid}/allocations`;
  const { allocations } = await ask(transport, { method: 'GET', path }, allocationsShape);
  const sums: Record<string, number> = {};
  for (const resourceClass of Object.keys(inventory)) sums[resourceClass] = 0;
  for (const [consumer, { resources }] of Object.entries(allocations)) {
    const held = holdings.get(consumer) ?? new Map<string, Readonly<Resources>>();
    holdings.set(consumer, held.set(uuid, resources));
    for (const [resourceClass, amount] of Object.entries(resources)) {
      sums[resourceClass] = (sums[resourceClass] ?? 0) + amount;
    }
  }
  assert.deepEqual(
    await getProviderUsages(transport, uuid),
    sums,
    `usages of ${name} are not the sums of what is held`,
  );
  for (const [resourceClass, sum] of Object.entries(sums)) {
    const capacity = inventory[resourceClass] === undefined ? 0 : capacityOf(inventory[resourceClass]);
    assert.ok(sum <= capacity, `${name} has ${capacity} ${resourceClass}, of which ${sum} are held`);
  }
}

/** What the driver makes of a host that nobody knows yet, with the traits of every host. */
async function wantedTree(driver: Driver, node: Node): Promise<ProviderTree> {
  const tree = async () => {
    const empty = new ProviderTree();
    empty.newRoot(node.name, node.uuid);
    return empty;
  };
  const source = { tree, allocations: async () => new Map() };
  const knowledge = { driver, configs: [], isDisabled: false };
  return (await planNode(knowledge, node, source, { mayReshape: false })).next;
}

function sumsOf(held: ReadonlyMap<string, Readonly<Resources>>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const resources of held.values()) {
    for (const [resourceClass, amount] of Object.entries(resources)) {
      sums[resourceClass] = (sums[resourceClass] ?? 0) + amount;
    }
  }
  return sums;
}

const allocationsShape = members({ allocations: byName(members({ resources: byName(integer) })) });
