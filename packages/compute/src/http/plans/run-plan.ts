import type { RunAction } from '@berth/compute-engine/plans/run-plan.ts';
import { assert } from '@berth/engine/assert.ts';
import { aboutNobody, json } from '../endpoint.ts';
import { findPlan, planEndpoint } from './plan-app.ts';
import { planSummary } from './plan-view.ts';

function runPlan(action: RunAction) {
  return planEndpoint({
    route: `POST /berth/v1/plans/{plan_id}/${action}`,
    find: findPlan,
    policy: 'berth:plans:run',
    target: aboutNobody,
    run: ({ app, now }, { id }) =>
      app.commit({ kind: 'run-plan', id, action, now }, ({ compute }) => {
        const plan = compute.plans.get(id);
        assert(plan, 'a plan that is run is there');
        return json(202, { plan: planSummary(plan) });
      }),
  });
}

export const startPlan = runPlan('start');
export const pausePlan = runPlan('pause');
export const resumePlan = runPlan('resume');
