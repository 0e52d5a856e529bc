import { getProviderUsages } from '@berth/client/placement/usages.ts';
import type { AllocationsByConsumer, Resources } from '@berth/client/placement/records.ts';
import type { ReshapeProblem } from '@berth/client/placement/reshape-check.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { Node } from '@berth/host/driver.ts';
import { inParallel } from '@berth/host/in-parallel.ts';
import { ProviderTree } from '@berth/host/provider-tree.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { type ConsumerMove, consumerMoves } from '@berth/host/tracker/consumer-moves.ts';
import {
  type HostKnowledge,
  type NodePlan,
  planNode,
  type TreeSource,
} from '@berth/host/tracker/plan-node.ts';
import { previewReshape } from '@berth/host/tracker/preview-reshape.ts';
import { type ProviderDifference, treeDifference } from '@berth/host/tree-difference.ts';
import { providerNames } from '../provider-names.ts';

/** A node as it would be reported, and what Placement has of it. */
export interface NodeView {
  readonly node: Node;
  readonly tree: ProviderTree;
  /** Null where Placement was not asked. */
  readonly placed: PlacedView | null;
  /** What an operator should know besides, a line for each. */
  readonly warnings: readonly string[];
}

export interface PlacedView {
  /** What is held of each provider, as soon as the tree is as it would be. */
  readonly usages: ReadonlyMap<string, Readonly<Resources>>;
  readonly difference: readonly ProviderDifference[];
  /** Null where nothing has to move. */
  readonly reshape: ReshapeView | null;
}

export interface ReshapeView {
  readonly reason: string;
  readonly moves: readonly ConsumerMove[];
  readonly names: ReadonlyMap<string, string>;
  /** Why Placement would refuse it; null where it cannot be asked. */
  readonly problems: readonly ReshapeProblem[] | null;
}

/** How many providers are asked about at a time. */
const readsMax = 8;

/** As if Placement were empty. */
export async function viewOfNode(host: HostKnowledge, node: Node): Promise<NodeView> {
  const source: TreeSource = {
    tree: async () => {
      const tree = new ProviderTree();
      tree.newRoot(node.name, node.uuid);
      return tree;
    },
    allocations: async () => new Map(),
  };
  const { next, absent } = await planNode(host, node, source, { mayReshape: true });
  return { node, tree: next, placed: null, warnings: absent };
}

/** What a start would make of what Placement has. Nothing is written. */
export async function viewOfPlacedNode(
  host: HostKnowledge,
  node: Node,
  transport: Transport,
): Promise<NodeView> {
  const client = new ReportClient(transport);
  const source: TreeSource = {
    tree: () => client.readProviderTree(node.uuid, node.name),
    allocations: () => client.getAllocationsForProviderTree(node.uuid),
  };
  const plan = await planNode(host, node, source, { mayReshape: true });
  const placed: PlacedView = {
    usages: plan.move === null ? await usagesNow(transport, plan) : usagesAfter(plan.move.after),
    difference: treeDifference(plan.current, plan.next, node.uuid),
    reshape: await reshapeView(transport, plan),
  };
  return { node, tree: plan.next, placed, warnings: plan.absent };
}

async function reshapeView(transport: Transport, plan: NodePlan): Promise<ReshapeView | null> {
  if (plan.move === null) return null;
  return {
    reason: plan.move.reason,
    moves: consumerMoves(plan.move),
    names: providerNames(plan),
    problems: await previewReshape(transport, plan),
  };
}

async function usagesNow(
  transport: Transport,
  { node, current, next }: NodePlan,
): Promise<ReadonlyMap<string, Resources>> {
  const known = next
    .getProviderUuids(node.uuid)
    .filter((uuid) => current.exists(uuid) && current.data(uuid).generation !== null);
  const used = await inParallel(known, readsMax, async (uuid) => {
    return [uuid, await getProviderUsages(transport, uuid)] as const;
  });
  return new Map(used);
}

function usagesAfter(allocations: AllocationsByConsumer): ReadonlyMap<string, Resources> {
  const usages = new Map<string, Resources>();
  for (const { allocations: held } of allocations.values()) {
    for (const [uuid, { resources }] of Object.entries(held)) {
      const sums = usages.get(uuid) ?? {};
      for (const [name, amount] of Object.entries(resources)) sums[name] = (sums[name] ?? 0) + amount;
      usages.set(uuid, sums);
    }
  }
  return usages;
}
