import type { PastDecision } from '@berth/compute-engine/decisions/decision-log.ts';
import type { AskedOfPlacement, WeighedHost } from '@berth/compute-engine/scheduler/decision.ts';
import { shownSecond } from '../shown-second.ts';

/** How Placement's query for something is written. */
export type QueryOf = (asked: AskedOfPlacement) => string;

/** What its owner sees of a decision: whether there was a place, and what left none. Of the fleet it tells nothing. */
export function decisionSummary({ at, reason, best, ended }: PastDecision) {
  return { decided_at: shownSecond(at), reason, is_placed: best.length > 0, ended };
}

/** All of it. */
export function decisionView(decision: PastDecision, queryOf: QueryOf) {
  const { found, isCut, steps, best, asked, explanation } = decision;
  const [chosen] = best;
  return {
    ...decisionSummary(decision),
    host: chosen?.host ?? null,
    node: chosen?.node ?? null,
    hosts_with_room: found,
    at_least: isCut,
    steps: steps.map(({ name, left, refused }) => ({ name, hosts_left: left, refused })),
    best: best.map(({ parts, ...host }) => ({ ...host, parts: partsView(parts) })),
    query: asked && queryOf(asked),
    explanation,
  };
}

function partsView(parts: WeighedHost['parts']): Record<string, number> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [wireName(name), part]));
}

/** As the settings call them: 'io_ops'. */
export function wireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
