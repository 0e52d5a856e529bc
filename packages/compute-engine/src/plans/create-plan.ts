import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { PlanId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import {
  type KeptMove,
  type KeptOptions,
  movesPerPage,
  type MoveState,
  type Plan,
  planPageId,
  plansMax,
  strangersMax,
  type StuckServers,
  stuckMax,
} from './plan.ts';
import type { PlanDraft, StuckServer } from './plan-draft.ts';
import type { PlanGoal } from './plan-request.ts';

/** Keeps a plan that was made. Nothing is moved by it. One that is kept already stays as it is. */
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
  const { id: planId, draft, now } = command;
  if (plans.has(planId)) return [];
  if (plans.size >= plansMax) refuse({ kind: 'too-many-plans', most: plansMax });
  const changes: ComputeChange[] = [{ kind: 'plan-set', thing: planOf(command) }];
  for (let number = 0; number * movesPerPage < draft.moves.length; number++) {
    const moves = draft.moves.slice(number * movesPerPage, (number + 1) * movesPerPage);
    const page = { id: planPageId(planId, number), planId, number, createdAt: now };
    changes.push({ kind: 'plan-page-set', thing: { ...page, moves: moves.map(keptMove) } });
  }
  return changes;
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
    state: moves.length === 0 ? 'done' : 'ready',
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

function keptMove(move: PlanDraft['moves'][number]): KeptMove {
  return { ...move, state: 'waiting', startedAt: null, endedAt: null, migrationId: null, message: null };
}

/** Servers that are alike have one reason, which is told once. */
function byReason(stuck: readonly StuckServer[]): readonly StuckServers[] {
  const groups = Map.groupBy(stuck, ({ reason }) => JSON.stringify(reason));
  return Array.from(groups.values(), (group) => ({
    reason: (group[0] as StuckServer).reason, // A group is of at least one.
    servers: group.map(({ serverId, host }) => ({ id: serverId, host })),
  }));
}
