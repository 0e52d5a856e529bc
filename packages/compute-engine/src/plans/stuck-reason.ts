import type { ConsumerId } from '@berth/engine/ids.ts';
import type { TaskState, VmState } from '../servers/server-states.ts';

/**
 * Why a server cannot be moved, or why there is no place for it. What is said of hosts is true of the cloud after the moves of the
 * plan, those included for which the plan is too long.
 */
export type StuckReason =
  /** It was asked for. */
  | { readonly kind: 'left-alone' }
  /** In this state there is no move, or none of the kinds that are allowed. */
  | { readonly kind: 'state'; readonly vmState: VmState; readonly taskState: TaskState | null }
  /** The agent of its host is not there, who would have to take part. */
  | { readonly kind: 'host-down' }
  /** The plan is as long as it may be. */
  | { readonly kind: 'moves-max'; readonly movesMax: number }
  /** No host would take it even if nothing were on it that can be moved: moving others does not help. */
  | { readonly kind: 'nowhere'; readonly ifEmpty: readonly RuleStep[] }
  /**
   * There are hosts that would take it if others were not there. How they could go elsewhere was looked for, and not found; `isCut`: not
   * to the end.
   */
  | {
      readonly kind: 'no-room';
      readonly steps: readonly RuleStep[];
      readonly ifEmpty: readonly RuleStep[];
      /** Some of those hosts, the nearest first, with who would have to go. */
      readonly nearest: readonly CrowdedHost[];
      readonly isCut: boolean;
    };

/** What a rule has left of all hosts, the rules before it included. */
export interface RuleStep {
  /** A part of what Placement is asked for, or a filter by its name. */
  readonly rule: string;
  readonly hostsLeft: number;
}

export interface CrowdedHost {
  readonly host: string;
  readonly inTheWay: readonly ConsumerId[];
}
