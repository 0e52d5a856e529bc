import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { PlanId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import { removalOf } from '../removal-of.ts';
import { pagesOf, planOf } from './plan-of.ts';

export interface DeletePlan {
  readonly kind: 'delete-plan';
  readonly id: PlanId;
}

/** Moves that are under way go on, and nobody looks after them: so there must be none. */
export function deletePlan(compute: Compute, { id }: DeletePlan): readonly ComputeChange[] {
  const plan = planOf(compute, id);
  const { state, counts } = plan;
  if (state === 'running' || counts.moving > 0)
    refuse({ kind: 'plan-in-state', id, state, action: 'delete' });
  return [removalOf('plan', plan), ...pagesOf(compute, plan).map((page) => removalOf('plan-page', page))];
}
