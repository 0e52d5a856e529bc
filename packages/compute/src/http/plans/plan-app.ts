import type { Context, Endpoint } from '@berth/api-kit/endpoint.ts';
import type { PlanId } from '@berth/compute-engine/ids.ts';
import { planOf } from '@berth/compute-engine/plans/plan-of.ts';
import type { Plan } from '@berth/compute-engine/plans/plan.ts';
import type { SchedulerSettings } from '@berth/compute-engine/scheduler/settings.ts';
import type { PlanMaking } from '../../plans/make-plan-in-turns.ts';
import type { App } from '../app.ts';

/** What plans are made of, and kept in. */
export interface PlanApp
  extends Pick<App, 'cloud' | 'commit' | 'newId'>,
    Pick<PlanMaking, 'clock' | 'changeNumber'> {
  readonly scheduling: () => SchedulerSettings;
  /** How many plans are being made just now. */
  makingCount: number;
}

export type PlanContext = Context<PlanApp>;

/** Lets the compiler find out what an endpoint takes and finds. */
export function planEndpoint<Input, Found>(
  given: Endpoint<PlanApp, string, Input, Found>,
): Endpoint<PlanApp> {
  return given;
}

export function findPlan({ app, params }: PlanContext): Plan {
  return planOf(app.cloud.compute, params['plan_id'] as PlanId); // All paths that ask have it.
}
