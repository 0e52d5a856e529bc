import type { ConsumerId } from '@berth/engine/ids.ts';
import type { PlannedMove } from './planned-move.ts';
import type { StuckReason } from './stuck-reason.ts';

/** What a plan comes to. */
export interface PlanDraft {
  /** One after the other; each can be made after those before it. */
  readonly moves: readonly PlannedMove[];
  /** With fewer moves nobody could come to the same: to move the same servers away, or to make the fullest host no fuller. */
  readonly movesLeast: number;
  /** Servers that would have to move, and cannot. */
  readonly stuck: readonly StuckServer[];
  /** Of hosts that are to be emptied: those that hold something there in Placement, and are no servers. */
  readonly strangers: readonly Stranger[];
  /** How full the fullest host is, from 0 to 1, before and after; null where that is not what the plan is about. */
  readonly fullest: { readonly before: number; readonly after: number } | null;
  /** The cloud was changed while it was planned. What was said of a server was then true when it was its turn. */
  readonly isOfManyMoments: boolean;
}

export interface StuckServer {
  readonly serverId: ConsumerId;
  readonly host: string;
  readonly reason: StuckReason;
}

/** A consumer in the tree of a host. */
export interface Stranger {
  readonly consumerId: ConsumerId;
  readonly host: string;
}
