import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { PlanId, PlanPageId } from '../ids.ts';
import type { PlanDraft, Stranger } from './plan-draft.ts';
import type { PlanGoal } from './plan-request.ts';
import type { MoveKind, PlannedMove } from './planned-move.ts';
import type { StuckReason } from './stuck-reason.ts';

/**
 * Moves of servers that are to be made one after the other, as they were planned, and what has become of them. The moves are in pages, which
 * are things of their own: each changes several times, and a plan may have thousands.
 */
export interface Plan {
  readonly id: PlanId;
  /** Who has made it; its moves are asked for in this name. */
  readonly userId: string;
  readonly projectId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant | null;
  readonly goal: PlanGoal;
  readonly options: KeptOptions;
  readonly state: PlanState;
  /** Why it has stopped by itself; null otherwise. */
  readonly message: string | null;
  readonly moveCount: number;
  /** Always how many moves there are in each state. */
  readonly counts: Readonly<Record<MoveState, number>>;
  readonly movesLeast: number;
  readonly fullest: PlanDraft['fullest'];
  readonly isOfManyMoments: boolean;
  readonly stuckCount: number;
  /** Servers that cannot be moved, by the reason; not more than `stuckMax` of them. */
  readonly stuck: readonly StuckServers[];
  readonly strangerCount: number;
  /** Not more than `strangersMax`. */
  readonly strangers: readonly Stranger[];
}

export interface KeptOptions {
  readonly kinds: readonly MoveKind[];
  readonly leftAlone: readonly ConsumerId[];
  readonly movesMax: number;
  /** How many moves are under way at one time. */
  readonly atOnceMax: number;
  /** What becomes of the plan when a move fails: it stops, or goes on with the others. */
  readonly onFailure: 'stop' | 'skip';
}

/** Making: not all of its moves are kept yet. Ready: they are. Stopped: a move has failed. */
export const planStates = ['making', 'ready', 'running', 'paused', 'stopped', 'done'] as const;
export type PlanState = (typeof planStates)[number];

export interface StuckServers {
  readonly reason: StuckReason;
  readonly servers: readonly { readonly id: ConsumerId; readonly host: string }[];
}

/** Some moves of a plan, as many as `movesPerPage`; the last page may have fewer. */
export interface PlanPage {
  readonly id: PlanPageId;
  readonly planId: PlanId;
  readonly number: number;
  /** Of the plan. */
  readonly createdAt: Instant;
  readonly moves: readonly KeptMove[];
}

export interface KeptMove extends PlannedMove {
  readonly state: MoveState;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  /** By which it is carried out. */
  readonly migrationId: ConsumerId | null;
  /** Why it has failed or was skipped. */
  readonly message: string | null;
}

/** Skipped: there was nothing to move any more, or a move that it waits for has failed. */
export const moveStates = ['waiting', 'moving', 'done', 'failed', 'skipped'] as const;
export type MoveState = (typeof moveStates)[number];

export const plansMax = 100;
export const plannedMovesMax = 10_000;
export const movesPerPage = 50;
/** How many moves are written down with one command: more would keep others waiting. */
export const movesAtOnce = 20 * movesPerPage;
export const stuckMax = 1_000;
export const strangersMax = 100;
/** How many hosts can be named in a plan, and how many servers that are left alone. */
export const namedMax = 1_000;
export const messageMax = 255;

export function planPageId(planId: PlanId, number: number): PlanPageId {
  return `${planId} ${number}` as PlanPageId;
}

/** How many pages a plan has. */
export function pageCount({ moveCount }: Pick<Plan, 'moveCount'>): number {
  return Math.ceil(moveCount / movesPerPage);
}
