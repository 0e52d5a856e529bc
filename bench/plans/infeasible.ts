import { makePlan } from '@berth/compute-engine/plans/make-plan.ts';
import { arbitraryFleet, fleetOf, hostName } from '@berth/compute-engine/testing/arbitrary-fleet.ts';
import { arbitraryPlanOptions } from '@berth/compute-engine/testing/arbitrary-plan-options.ts';
import { judgeReason } from '@berth/compute-engine/testing/judge-reason.ts';
import { PlanChecker } from '@berth/compute-engine/testing/plan-checker.ts';
import { atOnce } from '@berth/engine/explain/steps.ts';
import { draw } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';

/** What came of plans that cannot empty the hosts they are to empty. */
export interface Judged {
  readonly plans: number;
  /** Of these, such where each reason that is stated is true. */
  readonly truthful: number;
  /** How many servers stay for each reason. */
  readonly reasons: ReadonlyMap<string, number>;
  /** What the checker said of the others. */
  readonly complaints: readonly string[];
}

/** Plans for small random clouds, until so many were infeasible; why servers stay is judged by a checker that has nothing of the planner. */
export function judgeInfeasible(plans: number, seed: number): Judged {
  const reasons = new Map<string, number>();
  const complaints: string[] = [];
  let [infeasible, truthful] = [0, 0];
  const cases = draw(fc.tuple(arbitraryFleet, arbitraryPlanOptions, fc.constantFrom(1, 2)), 10 * plans, seed);
  for (const [text, options, hostCount] of cases) {
    if (infeasible === plans) break;
    const hosts = Array.from({ length: Math.min(hostCount, text.hosts.length) }, (_, index) =>
      hostName(index),
    );
    const cloud = fleetOf(text);
    const { moves, stuck } = atOnce(makePlan(cloud, { kind: 'empty', hosts }, options));
    if (stuck.length === 0) continue;
    infeasible += 1;
    const checker = new PlanChecker(cloud, hosts);
    const { problems, places } = checker.replay(moves);
    complaints.push(...problems);
    try {
      for (const each of stuck) {
        reasons.set(each.reason.kind, (reasons.get(each.reason.kind) ?? 0) + 1);
        judgeReason(checker, options, each, places, () => undefined);
      }
      if (problems.length === 0) truthful += 1;
    } catch (error) {
      complaints.push(String(error));
    }
  }
  return { plans: infeasible, truthful, reasons, complaints };
}
