import type { ComputeChange } from '../changes.ts';
import { type KeptMove, movesAtOnce, movesPerPage, type Plan, planPageId } from './plan.ts';
import type { PlannedMove } from './planned-move.ts';

/** The pages with moves of a plan, from one that begins a page on; as many as are written at once. */
export function pagesWith(
  { id: planId, createdAt }: Plan,
  first: number,
  moves: readonly PlannedMove[],
): readonly ComputeChange[] {
  const changes: ComputeChange[] = [];
  for (let from = 0; from < Math.min(moves.length, movesAtOnce); from += movesPerPage) {
    const number = (first + from) / movesPerPage;
    const page = { id: planPageId(planId, number), planId, number, createdAt };
    const ofPage = moves.slice(from, from + movesPerPage).map(keptMove);
    changes.push({ kind: 'plan-page-set', thing: { ...page, moves: ofPage } });
  }
  return changes;
}

function keptMove(move: PlannedMove): KeptMove {
  return { ...move, state: 'waiting', startedAt: null, endedAt: null, migrationId: null, message: null };
}
