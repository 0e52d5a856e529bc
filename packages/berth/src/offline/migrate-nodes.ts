import type { Transport } from '@berth/client/transport.ts';
import type { Node } from '@berth/host/driver.ts';
import type { HostKnowledge } from '@berth/host/tracker/plan-node.ts';
import { inParallel } from '@berth/host/in-parallel.ts';
import { DriverInTurns } from './driver-in-turns.ts';
import { migrateNode } from './migrate-node.ts';
import type { NodeOutcome } from './node-outcome.ts';

export interface Migration {
  readonly host: HostKnowledge;
  readonly nodes: readonly Node[];
  /** Placement forgets what is written to it, and all reasons against a reshape are asked for. */
  readonly isDryRun: boolean;
  /** Once it is aborted no other node is begun. */
  readonly signal: AbortSignal;
  /** Told of each node when it is done. Nothing of it is kept. */
  readonly onOutcome: (outcome: NodeOutcome) => void;
}

export interface MigrationCounts {
  readonly nodes: number;
  readonly byKind: Readonly<Record<NodeOutcome['kind'], number>>;
  /** Consumers that hold something else than before, on nodes that were reshaped. */
  readonly moved: number;
  /** Nodes that were not begun. */
  readonly left: number;
  /** What is configured for providers that no node has, a line for each. */
  readonly warnings: readonly string[];
}

/** What several nodes write together becomes durable together; more at a time gain nothing, and each has its trees in memory. */
const atOneTime = 16;

/** Brings all nodes of a host, or of a fleet, to what the driver says. What goes wrong with one keeps no other from it. */
export async function migrateNodes(
  placement: Transport,
  { host, nodes, isDryRun, signal, onOutcome }: Migration,
): Promise<MigrationCounts> {
  const byKind = { reshaped: 0, updated: 0, unchanged: 0, failed: 0 };
  const absent = new Map<string, number>();
  const driver = new DriverInTurns(host.driver);
  const known = { configs: () => host.configs, isDisabled: () => host.isDisabled };
  let moved = 0;
  let left = 0;
  await inParallel(nodes, atOneTime, async (node) => {
    if (signal.aborted) {
      left += 1;
      return;
    }
    const outcome = await migrateNode({ driver: driver.only(node), ...known }, node, placement, { isDryRun });
    byKind[outcome.kind] += 1;
    if (outcome.kind === 'reshaped') moved += outcome.moves.length;
    for (const line of outcome.warnings) absent.set(line, (absent.get(line) ?? 0) + 1);
    onOutcome(outcome);
  });
  // A provider that is configured may be any node's.
  const warnings = [...absent].flatMap(([line, count]) => (count === nodes.length ? [line] : []));
  return { nodes: nodes.length, byKind, moved, left, warnings };
}
