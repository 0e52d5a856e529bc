import { isDeepStrictEqual } from 'node:util';
import type { ConsumerAllocations } from '@berth/client/placement/records.ts';
import { type Transport, Unreachable } from '@berth/client/transport.ts';
import type { Node } from '@berth/host/driver.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { FatalUpdate, type PassReport } from '@berth/host/tracker/pass-report.ts';
import type { NodePlan, PlannedMove } from '@berth/host/tracker/plan-node.ts';
import { ResourceTracker, type ResourceTrackerOptions } from '@berth/host/tracker/resource-tracker.ts';
import { CheckingTransport } from './checking-transport.ts';
import type { ConsumerMove, HeldByProvider, NodeOutcome } from './node-outcome.ts';

export type NodeHost = Pick<ResourceTrackerOptions, 'configs' | 'isDisabled'> & {
  /** Of which this is the only node. */
  readonly driver: ResourceTrackerOptions['driver'];
};

export interface MigratedNode extends NodeOutcome {
  /** What is configured for providers that the node does not have, a line for each. */
  readonly warnings: readonly string[];
}

/**
 * Does with a node what its host does when it starts. With a client of its own, which knows no other node: so it is the same work whether the
 * node is one of one or of ten thousand.
 */
export async function migrateNode(
  host: NodeHost,
  node: Node,
  placement: Transport,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<MigratedNode> {
  const checking = isDryRun ? new CheckingTransport(placement) : null;
  const plans: NodePlan[] = [];
  const tracker = new ResourceTracker({
    ...host,
    client: new ReportClient(checking ?? placement),
    onReshape: (plan) => void plans.push(plan),
  });
  const { updated, failures, warnings } = await reportOf(tracker);
  // Where others were faster it was planned again.
  const plan = plans.at(-1);
  const moves = movesOf(plan?.move ?? null);
  const names = namesIn(plan);
  const [failure] = failures;
  if (failure !== undefined) {
    if (failure.error instanceof Unreachable) throw failure.error;
    const problems = (checking?.problems ?? []).map(({ detail }) => detail);
    const reasons = [
      failure.error.message,
      ...problems,
      ...(failure.advice === null ? [] : [failure.advice]),
    ];
    return { node, kind: 'failed', moves, names, reasons, warnings };
  }
  const isWritten = updated.some(({ difference }) => difference.length > 0);
  const kind = plan === undefined ? (isWritten ? 'updated' : 'unchanged') : 'reshaped';
  return { node, kind, moves, names, reasons: [], warnings };
}

async function reportOf(tracker: ResourceTracker): Promise<PassReport> {
  try {
    return await tracker.update({ startup: true });
  } catch (error) {
    if (error instanceof FatalUpdate) return error.report;
    throw error;
  }
}

function movesOf(move: PlannedMove | null): readonly ConsumerMove[] {
  if (move === null) return [];
  return [...move.after].flatMap(([consumer, held]) => {
    const [before, after] = [heldBy(move.before.get(consumer)), heldBy(held)];
    return isDeepStrictEqual(before, after) ? [] : [{ consumer, before, after }];
  });
}

function heldBy(consumer: ConsumerAllocations | undefined): HeldByProvider {
  const held = Object.entries(consumer?.allocations ?? {});
  return Object.fromEntries(held.map(([uuid, { resources }]) => [uuid, resources]));
}

function namesIn(plan: NodePlan | undefined): ReadonlyMap<string, string> {
  const trees = plan === undefined ? [] : [plan.current, plan.next];
  return new Map(
    trees.flatMap((tree) => tree.getProviderUuids().map((uuid) => [uuid, tree.data(uuid).name] as const)),
  );
}
