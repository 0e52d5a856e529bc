import type { ConsumerId } from '@berth/engine/ids.ts';
import type { SchedulerSettings } from '../scheduler/settings.ts';
import type { MoveKind } from './planned-move.ts';

/** What a plan is to come to. */
export type PlanGoal =
  /** No server is left on these hosts, and none goes there. */
  | { readonly kind: 'empty'; readonly hosts: readonly string[] }
  /** The fullest hosts give servers to others, until none is fuller than the mean by more than this, from 0 to 1. */
  | { readonly kind: 'spread'; readonly tolerance: number };

export interface PlanOptions {
  /** Which kinds of moves there may be. */
  readonly kinds: readonly MoveKind[];
  /** They stay where they are. */
  readonly leftAlone: ReadonlySet<ConsumerId>;
  readonly movesMax: number;
  /** How many questions may be asked of the scheduler to make room for servers that fit nowhere. */
  readonly triesMax: number;
  readonly scheduling: SchedulerSettings;
}
