import { noContent } from '@berth/api-kit/endpoint.ts';
import { aboutNobody } from '../endpoint.ts';
import { findPlan, planEndpoint } from './plan-app.ts';

export const deletePlan = planEndpoint({
  route: 'DELETE /berth/v1/plans/{plan_id}',
  find: findPlan,
  policy: 'berth:plans:make',
  target: aboutNobody,
  run: ({ app }, { id }) => app.commit({ kind: 'delete-plan', id }, () => noContent),
});
