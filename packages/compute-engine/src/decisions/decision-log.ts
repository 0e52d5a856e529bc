import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { Decision, WeighedHost } from '../scheduler/decision.ts';
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

/** What a place was looked for: the server is new, could not be built on its host, comes back to one, or goes to another, or has one that is down. */
export const decisionReasons = [
  'create',
  'retry',
  'unshelve',
  'resize',
  'migrate',
  'evacuate',
  'live-migrate',
] as const;
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
  const best = decision.best.map(rounded);
  const decisions = [...before.slice(1 - decisionsMax), { ...decision, best, explanation: null }];
  return { kind: 'decision-log-set', thing: { id, createdAt, decisions } };
}

/** Weights are for people to compare: more digits, and parts that come to nothing, would only take room. */
function rounded({ host, node, weight, parts }: WeighedHost): WeighedHost {
  const kept = Object.entries(parts).map(([name, part]) => [name, roundedWeight(part)] as const);
  const without = kept.filter(([, part]) => part !== 0);
  return { host, node, weight: roundedWeight(weight), parts: Object.fromEntries(without) };
}

/** As JSON can have it, which knows neither infinity nor a negative zero. */
function roundedWeight(weight: number): number {
  const finite = Math.min(Math.max(weight, -Number.MAX_VALUE), Number.MAX_VALUE);
  return Math.abs(finite) < 1e9 ? Math.round(finite * 1e6) / 1e6 + 0 : finite;
}
