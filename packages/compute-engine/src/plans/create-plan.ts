import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { PlanId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import { pagesWith } from './pages-with.ts';
import {
  type KeptOptions,
  movesAtOnce,
  type MoveState,
  type Plan,
  plansMax,
  strangersMax,
  type StuckServers,
  stuckMax,
} from './plan.ts';
import type { PlanDraft, StuckServer } from './plan-draft.ts';
import type { PlanGoal } from './plan-request.ts';

/**
 * Keeps a plan that was made, with its first moves; those that are too many for one command come by `add-plan-moves`. Nothing is moved by it. One that is
 * kept already stays as it is.
 */
export interface CreatePlan {
  readonly kind: 'create-plan';
  readonly id: PlanId;
  readonly userId: string;
  readonly projectId: string;
  readonly goal: PlanGoal;
  readonly options: KeptOptions;
  readonly draft: PlanDraft;
  readonly now: Instant;
}

export function createPlan({ plans }: Compute, command: CreatePlan): readonly ComputeChange[] {
  const { id, draft } = command;
  if (plans.has(id)) return [];
  if (plans.size >= plansMax) refuse({ kind: 'too-many-plans', most: plansMax });
  const plan = planOf(command);
  return [{ kind: 'plan-set', thing: plan }, ...pagesWith(plan, 0, draft.moves)];
}

function planOf({ id, userId, projectId, goal, options, draft, now }: CreatePlan): Plan {
  const { moves, movesLeast, fullest, isOfManyMoments, stuck, strangers } = draft;
  return {
    id,
    userId,
    projectId,
    createdAt: now,
    updatedAt: null,
    goal,
    options,
    state: moves.length === 0 ? 'done' : moves.length > movesAtOnce ? 'making' : 'ready',
    message: null,
    moveCount: moves.length,
    counts: { ...noMoves, waiting: moves.length },
    movesLeast,
    fullest,
    isOfManyMoments,
    stuckCount: stuck.length,
    stuck: byReason(stuck.slice(0, stuckMax)),
    strangerCount: strangers.length,
    strangers: strangers.slice(0, strangersMax),
  };
}

const noMoves: Readonly<Record<MoveState, number>> = {
  waiting: 0,
  moving: 0,
  done: 0,
  failed: 0,
  skipped: 0,
};

/** Servers that are alike have one reason, which is told once. */
function byReason(stuck: readonly StuckServer[]): readonly StuckServers[] {
  const groups = Map.groupBy(stuck, ({ reason }) => JSON.stringify(reason));
  return Array.from(groups.values(), (group) => ({
    reason: (group[0] as StuckServer).reason, // A group is of at least one.
    servers: group.map(({ serverId, host }) => ({ id: serverId, host })),
  }));
}
