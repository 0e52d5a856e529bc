import type { Driver, Node } from '../driver.ts';
import type { ProviderConfig } from '../provider-config/provider-config.ts';
import type { ReportClient } from '../report-client/report-client.ts';
import { type Pausing, retryConflicts } from '../report-client/retries.ts';
import { treeDifference } from '../tree-difference.ts';
import { judgeFailure } from './judge-failure.ts';
import { FatalUpdate, type NodeFailure, type NodeUpdate, type PassReport } from './pass-report.ts';
import { type NodePlan, planNode } from './plan-node.ts';

export interface ResourceTrackerOptions {
  readonly driver: Driver;
  readonly client: ReportClient;
  /** What operators add to providers. Asked for in each pass. */
  readonly configs?: () => readonly ProviderConfig[];
  /** Whether nothing new is to be placed on the host; null: that is said elsewhere. Asked for in each pass. */
  readonly isDisabled?: () => boolean | null;
  /** Told right before inventory moves together with what consumers hold of it. */
  readonly onReshape?: (plan: NodePlan) => void;
  /** How it is waited where others were faster. */
  readonly pausing?: Pausing;
}

export interface PassOptions {
  /** Only then may inventory move, and only then is an update that fails fatal. */
  readonly startup: boolean;
  /** Once it is aborted, no other node is begun. */
  readonly signal?: AbortSignal;
}

/**
 * Brings what Placement has of this host up to date with what its driver says, node by node, whenever it is asked to; one pass after the
 * other. Where nothing has changed, nothing is written.
 */
export class ResourceTracker {
  readonly #options: ResourceTrackerOptions;

  constructor(options: ResourceTrackerOptions) {
    this.#options = options;
  }

  /**
   * One pass over all nodes. What goes wrong with one keeps no other from being updated.
   *
   * @throws {FatalUpdate} when all have had their turn and something went wrong that must not be carried on with (judge-failure.ts).
   */
  async update({ startup, signal }: PassOptions): Promise<PassReport> {
    const updated: NodeUpdate[] = [];
    const failures: NodeFailure[] = [];
    const plans: NodePlan[] = [];
    const failed = (node: Node | null, error: unknown) =>
      failures.push({ node, ...judgeFailure(error, { startup }) });

    for (const node of await this.#nodes(failed)) {
      if (signal?.aborted === true) break;
      try {
        const plan = await this.#updateNode(node, startup);
        plans.push(plan);
        updated.push({
          node,
          difference: treeDifference(plan.current, plan.next, node.uuid),
          move: plan.move,
        });
      } catch (error) {
        failed(node, error);
      }
    }

    const report = { updated, failures, warnings: absentForAll(plans) };
    if (failures.some(({ isFatal }) => isFatal)) throw new FatalUpdate(report);
    return report;
  }

  async #nodes(failed: (node: null, error: unknown) => void): Promise<readonly Node[]> {
    try {
      return await this.#options.driver.nodes();
    } catch (error) {
      failed(null, error);
      return [];
    }
  }

  /** Where others were faster it is planned again, on what they have left. */
  #updateNode(node: Node, startup: boolean): Promise<NodePlan> {
    const { client, onReshape, pausing } = this.#options;
    const source = {
      tree: () => client.getProviderTreeAndEnsureRoot(node.uuid, node.name),
      allocations: () => client.getAllocationsForProviderTree(node.uuid),
    };
    return retryConflicts(async () => {
      const plan = await planNode(this.#knowledge(), node, source, { mayReshape: startup });
      if (plan.move !== null) onReshape?.(plan);
      await client.updateFromProviderTree(plan.next, plan.move?.after ?? null);
      return plan;
    }, pausing);
  }

  #knowledge() {
    const { driver, configs = () => [], isDisabled = () => false } = this.#options;
    return { driver, configs: configs(), isDisabled: isDisabled() };
  }
}

/** A provider that is configured may be any node's: only what none of them has is not there. */
function absentForAll([first, ...others]: readonly NodePlan[]): readonly string[] {
  return (first?.absent ?? []).filter((line) => others.every((plan) => plan.absent.includes(line)));
}
