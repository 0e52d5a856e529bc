import type { Compute } from '../compute-state.ts';
import type { PlanId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import { pageCount, type Plan, type PlanPage, planPageId } from './plan.ts';

/** The plan with this id, or a refusal. */
export function planOf({ plans }: Pick<Compute, 'plans'>, id: PlanId): Plan {
  return plans.get(id) ?? refuse({ kind: 'plan-not-found', id });
}

/** All of them, in their order. */
export function pagesOf({ planPages }: Pick<Compute, 'planPages'>, plan: Plan): readonly PlanPage[] {
  return Array.from({ length: pageCount(plan) }, (_, number) =>
    planPages.get(planPageId(plan.id, number)),
  ).filter((page) => page !== undefined);
}
