import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { PlanId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import type { PlanState } from './plan.ts';
import { planOf } from './plan-of.ts';

/** Start: its moves are made from now on. Pause: no more are begun. Resume: the same as start, after a pause or a failure. */
export interface RunPlan {
  readonly kind: 'run-plan';
  readonly id: PlanId;
  readonly action: RunAction;
  readonly now: Instant;
}

export type RunAction = 'start' | 'pause' | 'resume';

export function runPlan(compute: Compute, { id, action, now }: RunPlan): readonly ComputeChange[] {
  const plan = planOf(compute, id);
  const { from, to } = steps[action];
  if (!from.includes(plan.state)) refuse({ kind: 'plan-in-state', id, state: plan.state, action });
  return [{ kind: 'plan-set', thing: { ...plan, state: to, message: null, updatedAt: now } }];
}

const steps: Readonly<Record<RunAction, { readonly from: readonly PlanState[]; readonly to: PlanState }>> = {
  start: { from: ['ready'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused', 'stopped'], to: 'running' },
};
