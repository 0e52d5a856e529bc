import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { OrderId, PlanId } from '@berth/compute-engine/ids.ts';
import type { AdvancePlan } from '@berth/compute-engine/plans/advance-plan.ts';
import type { Plan } from '@berth/compute-engine/plans/plan.ts';
import type { Limits } from '@berth/compute-engine/quotas/limits.ts';
import type { SchedulerSettings } from '@berth/compute-engine/scheduler/settings.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import type { Leadership } from '../hosts/watch-hosts.ts';
import { whileLeading } from '../servers/while-leading.ts';

export interface RunningPlans {
  readonly cloud: () => ComputeCloud;
  /** Answers with how many changes came of it. */
  readonly commit: (command: AdvancePlan) => Promise<number>;
  readonly leadership: Leadership;
  /** Calls whenever the state has changed. */
  readonly onNews: (tell: () => void) => void;
  readonly configured: Limits;
  readonly scheduling: () => SchedulerSettings;
  readonly apiHost: string;
  readonly now: () => number;
  readonly newId: () => string;
  readonly newRequestId: () => string;
  /** A plan could not be gone on with; it is tried again. */
  readonly onTrouble: (reason: unknown) => void;
  /** How often it is looked whether there is something to do, at most. */
  readonly everyMs?: number;
}

/**
 * Goes on with the plans that run, as long as this process leads: whenever something has changed, and now and then besides. All that is known of them is in
 * the ledger, so whoever leads next goes on where this one has ended.
 */
export function runPlans(given: RunningPlans): void {
  const { leadership, onNews, onTrouble, everyMs = looksEveryMs } = given;
  let hasNews = true;
  onNews(() => {
    hasNews = true;
  });
  const look = async (): Promise<void> => {
    if (!hasNews) return;
    hasNews = false;
    try {
      await advanceAll(given);
    } catch (reason) {
      hasNews = true;
      throw reason;
    }
  };
  whileLeading(leadership, everyMs, look, onTrouble);
}

async function advanceAll(given: RunningPlans): Promise<void> {
  for (const { id } of [...given.cloud().compute.plans.values()].filter(isUnderWay)) await advance(given, id);
}

/** Moves of a plan that was paused come to an end, too. */
function isUnderWay({ state, counts }: Plan): boolean {
  return state === 'running' || counts.moving > 0;
}

/** Step by step, until nothing comes of it. */
async function advance(given: RunningPlans, id: PlanId): Promise<void> {
  const { cloud, commit, leadership } = given;
  for (;;) {
    const plan = cloud().compute.plans.get(id);
    if (!plan || leadership.ended.aborted || (await commit(advanceOf(plan, given))) === 0) return;
  }
}

function advanceOf({ id, userId, projectId }: Plan, given: RunningPlans): AdvancePlan {
  const { configured, scheduling, apiHost, now, newId, newRequestId } = given;
  return {
    kind: 'advance-plan',
    id,
    by: { requestId: newRequestId(), userId, projectId, isAdmin: true, apiHost },
    newIds: { migration: newId() as ConsumerId, order: newId() as OrderId },
    configured,
    scheduling: scheduling(),
    now: now(),
  };
}

const looksEveryMs = 100;
