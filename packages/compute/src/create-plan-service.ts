import { HttpError, unavailable } from '@berth/api-kit/http-error.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import { createService, type Handle } from '@berth/api-kit/service.ts';
import type { Dialect } from '@berth/api-kit/dialect.ts';
import { JournalError } from '@berth/ledger/journal/journal-errors.ts';
import type { ComputeLedger, ComputeServiceSettings } from './create-compute-service.ts';
import { toHttpError } from './http/errors.ts';
import { hostDialect } from './http/hosts/host-dialect.ts';
import { createPlan } from './http/plans/create-plan.ts';
import { deletePlan } from './http/plans/delete-plan.ts';
import { listPlans } from './http/plans/list-plans.ts';
import type { PlanApp } from './http/plans/plan-app.ts';
import { pausePlan, resumePlan, startPlan } from './http/plans/run-plan.ts';
import { showPlan } from './http/plans/show-plan.ts';

export interface PlanServiceSettings
  extends Pick<
      ComputeServiceSettings,
      'authenticate' | 'policy' | 'now' | 'newId' | 'onUnavailable' | 'onFault'
    >,
    Pick<PlanApp, 'scheduling' | 'clock' | 'changeNumber'> {}

export const planEndpoints = [createPlan, listPlans, showPlan, deletePlan, startPlan, pausePlan, resumePlan];

/** Plans of moves: how they are made, looked at and run. */
export function createPlanService({ cloud, commit }: ComputeLedger, options: PlanServiceSettings): Handle {
  const { newId, scheduling, clock, changeNumber } = options;
  const app: PlanApp = {
    get cloud() {
      return cloud();
    },
    commit,
    newId,
    scheduling,
    clock,
    changeNumber,
    makingCount: 0,
  };
  return createService({
    app,
    dialect: planDialect,
    endpoints: planEndpoints,
    authenticate: options.authenticate,
    policy: options.policy,
    now: options.now,
    newRequestId,
    toHttpError: (thrown) =>
      thrown instanceof JournalError ? unavailable(thrown.told) : toHttpError(thrown),
    onUnavailable: options.onUnavailable,
    onFault: options.onFault,
  });
}

const planDialect: Dialect = {
  ...hostDialect,
  refusals: {
    ...hostDialect.refusals,
    forbidden: (rule) => new HttpError(403, `The policy does not allow ${rule}.`),
  },
};
