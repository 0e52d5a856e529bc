import type { Steps } from '@berth/engine/explain/steps.ts';
import { unreachable } from '@berth/engine/assert.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { emptyHosts } from './empty-hosts.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { PlanGoal, PlanOptions } from './plan-request.ts';
import { spreadServers } from './spread-servers.ts';

/** A plan for a goal, made in steps between which others may do something. Nothing changes by it. */
export function* makePlan(cloud: ComputeCloud, goal: PlanGoal, options: PlanOptions): Steps<PlanDraft> {
  const steps = planning(cloud, goal, options);
  let isOfManyMoments = false;
  for (;;) {
    const step = steps.next(false);
    if (step.done) return { ...step.value, isOfManyMoments };
    if (yield) isOfManyMoments = true;
  }
}

function planning(
  cloud: ComputeCloud,
  goal: PlanGoal,
  options: PlanOptions,
): Steps<Omit<PlanDraft, 'isOfManyMoments'>> {
  switch (goal.kind) {
    case 'empty':
      return emptyHosts(cloud, goal.hosts, options);
    case 'spread':
      return spreadServers(cloud, goal.tolerance, options);
    default:
      return unreachable(goal);
  }
}
