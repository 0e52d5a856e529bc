import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { PlanId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import { pagesWith } from './pages-with.ts';
import { movesAtOnce, movesPerPage } from './plan.ts';
import { planOf } from './plan-of.ts';
import type { PlannedMove } from './planned-move.ts';

/** More moves of a plan that is being made, `movesAtOnce` or those that are left; it is ready with the last of them. */
export interface AddPlanMoves {
  readonly kind: 'add-plan-moves';
  readonly id: PlanId;
  /** The number of the first of them. */
  readonly first: number;
  readonly moves: readonly PlannedMove[];
}

export function addPlanMoves(compute: Compute, { id, first, moves }: AddPlanMoves): readonly ComputeChange[] {
  const plan = planOf(compute, id);
  const { state, moveCount } = plan;
  if (state !== 'making') refuse({ kind: 'plan-in-state', id, state, action: 'complete' });
  if (first % movesPerPage !== 0 || first + moves.length > moveCount || moves.length > movesAtOnce) return [];
  const pages = pagesWith(plan, first, moves);
  const isLast = first + moves.length === moveCount;
  return isLast ? [...pages, { kind: 'plan-set', thing: { ...plan, state: 'ready' } }] : pages;
}
