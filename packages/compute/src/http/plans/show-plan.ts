import type { Compute } from '@berth/compute-engine/compute-state.ts';
import { type KeptMove, movesPerPage, type Plan, planPageId } from '@berth/compute-engine/plans/plan.ts';
import { aboutNobody, json } from '../endpoint.ts';
import { takenQuery } from '../taken-query.ts';
import { findPlan, planEndpoint } from './plan-app.ts';
import { planView } from './plan-view.ts';

/** A plan with some of its steps, from the one with the number `from` on. */
export const showPlan = planEndpoint({
  route: 'GET /berth/v1/plans/{plan_id}',
  input: (_sent, { query }) => takeQuery(query),
  find: findPlan,
  policy: 'berth:plans:see',
  target: aboutNobody,
  run: ({ app }, plan, { from, limit }) => {
    const [first, count] = [Number(from?.[0] ?? 0), Number(limit?.[0] ?? stepsMax)];
    return json(200, { plan: planWithSteps(app.cloud.compute, plan, first, count) });
  },
});

/** The steps of a plan from a number on, so many at most. */
export function planWithSteps(
  compute: Pick<Compute, 'planPages'>,
  plan: Plan,
  first = 0,
  count: number = stepsMax,
) {
  const steps: KeptMove[] = [];
  const end = Math.min(plan.moveCount, first + Math.min(count, stepsMax));
  for (let number = first; number < end; number++) {
    const page = compute.planPages.get(planPageId(plan.id, Math.floor(number / movesPerPage)));
    const step = page?.moves[number % movesPerPage];
    if (step) steps.push(step);
  }
  return planView(plan, steps, first);
}

/** How many steps an answer has. */
const stepsMax = 1_000;

const digits = { type: 'string', pattern: '^[0-9]{1,6}$' } as const;
const takeQuery = takenQuery(
  { from: { value: digits, isSingle: true }, limit: { value: digits, isSingle: true } },
  { isStrict: true },
);
