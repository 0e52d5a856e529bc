import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { Decision } from '../scheduler/decision.ts';
import type { Server } from '../servers/server.ts';

/**
 * Why a server is where it is, or nowhere: what was decided about its place, one after the other. It is there as long as the server is,
 * deleted ones included, and goes together with it.
 */
export interface DecisionLog {
  /** That of the server. */
  readonly id: ConsumerId;
  /** When the server was made, so that logs lie in the ledger as their servers do. */
  readonly createdAt: Instant;
  /** Oldest first; of many the last ones. */
  readonly decisions: readonly PastDecision[];
}

export interface PastDecision extends Decision {
  readonly at: Instant;
  readonly reason: DecisionReason;
  /** Where Placement had no room: in a line, why, and what would have worked. It is found out afterwards, and not for all of them. */
  readonly explanation: string | null;
}

/** What a place was looked for: the server is new, or it could not be built on its host. */
export const decisionReasons = ['create', 'retry'] as const;
export type DecisionReason = (typeof decisionReasons)[number];

/** A server may be tried on a hundred hosts, and move any number of times. */
export const decisionsMax = 8;

/** The change by which a server's log has one decision more. */
export function decisionKept(
  { decisionLogs }: Pick<Compute, 'decisionLogs'>,
  { id, createdAt }: Pick<Server, 'id' | 'createdAt'>,
  decision: Omit<PastDecision, 'explanation'>,
): ComputeChange {
  const before = decisionLogs.get(id)?.decisions ?? [];
  const decisions = [...before.slice(1 - decisionsMax), { ...decision, explanation: null }];
  return { kind: 'decision-log-set', thing: { id, createdAt, decisions } };
}
