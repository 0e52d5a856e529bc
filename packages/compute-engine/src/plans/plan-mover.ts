import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { OrderId } from '../ids.ts';
import type { Limits } from '../quotas/limits.ts';
import type { SchedulerSettings } from '../scheduler/settings.ts';
import type { KeptMove } from './plan.ts';

type Changes = readonly (ComputeChange | PlacementChange)[];

/** What it takes to ask for a move, as a client would. */
export interface MoveAsking {
  readonly by: Requester;
  readonly newIds: { readonly migration: ConsumerId; readonly order: OrderId };
  readonly configured: Limits;
  readonly scheduling: SchedulerSettings;
  readonly now: Instant;
}

/** Makes the moves of plans: with the commands that clients ask for moves with. Refusals are thrown. */
export interface PlanMover {
  /** The changes that begin it; null: its host does not take it, as things are now. */
  begin(cloud: ComputeCloud, move: KeptMove, asking: MoveAsking): Changes | null;
  progressOf(cloud: ComputeCloud, move: KeptMove): MoveProgress;
  /** The changes by which a server that has come to its host stays there. */
  confirm(cloud: ComputeCloud, move: KeptMove, asking: MoveAsking): Changes;
}

export type MoveProgress =
  | { readonly kind: 'under-way' }
  | { readonly kind: 'to-be-confirmed' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };
