import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { cutExplanation } from '../scheduler/decision.ts';
import type { PastDecision } from './decision-log.ts';

/** It was found out why there was no room for servers that were decided together. */
export interface KeepExplanation {
  readonly kind: 'keep-explanation';
  readonly ids: readonly ConsumerId[];
  /** When that was. */
  readonly at: Instant;
  readonly explanation: string;
}

/** What is not there any more, or was explained before, stays as it is. */
export function keepExplanation(
  { decisionLogs }: Compute,
  { ids, at, explanation }: KeepExplanation,
): readonly ComputeChange[] {
  const isMeant = (decision: PastDecision) =>
    decision.at === at && decision.asked !== null && decision.explanation === null;
  return [...new Set(ids)].flatMap((id): ComputeChange[] => {
    const log = decisionLogs.get(id);
    const index = log?.decisions.findLastIndex(isMeant) ?? -1;
    if (!log || index < 0) return [];
    const decisions = log.decisions.map((each, place) =>
      place === index ? { ...each, explanation: cutExplanation(explanation) } : each,
    );
    return [{ kind: 'decision-log-set', thing: { ...log, decisions } }];
  });
}
