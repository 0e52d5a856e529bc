import { aboutNobody, json } from '../endpoint.ts';
import { planEndpoint } from './plan-app.ts';
import { planSummary } from './plan-view.ts';

/** All plans, the newest first, without their steps. There are few (`plansMax`), so there are no pages. */
export const listPlans = planEndpoint({
  route: 'GET /berth/v1/plans',
  policy: 'berth:plans:see',
  target: aboutNobody,
  run: ({ app }) => {
    const plans = [...app.cloud.compute.plans.values()].sort((one, other) => other.createdAt - one.createdAt);
    return json(200, { plans: plans.map(planSummary) });
  },
});
