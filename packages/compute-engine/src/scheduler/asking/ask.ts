import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import { assert } from '@berth/engine/assert.ts';
import type { ComputeNode } from '../../hosts/compute-node.ts';
import type { PlaceRequest } from '../place-request.ts';
import type { DecisionStep } from '../decision.ts';
import { aggregateSteps } from '../prefilters/aggregate-steps.ts';
import { Demands } from '../prefilters/demands.ts';
import { prefilters } from '../prefilters/prefilters.ts';
import type { SchedulerView } from '../scheduler-view.ts';
import type { SchedulerSettings } from '../settings.ts';
import { draftRequest, toCandidateRequest } from './to-candidate-request.ts';
import { noValidHost, type PlaceFault } from '../place-fault.ts';
import { isPinned } from './cpu-pinning.ts';
import { noSuchHost, targetNodes } from './target-nodes.ts';
import { type Wishes, wishesOf } from './wishes.ts';

/** What Placement is asked for. */
export interface Asked {
  readonly wishes: Wishes;
  /** One, or a second that does with less; candidates of the first go first. */
  readonly requests: readonly CandidateRequest[];
  /** The nodes that were asked for by name; null: any will do. */
  readonly targets: readonly ComputeNode[] | null;
  /** What is demanded of the aggregates of hosts, and how many hosts that leaves. */
  readonly steps: readonly DecisionStep[];
}

/** Where it is clear beforehand that there is no host. */
export interface Hopeless {
  /** What found out. */
  readonly step: 'request' | 'prefilters' | 'candidates';
  readonly reason: string;
  readonly fault: PlaceFault;
}

export function ask(
  view: SchedulerView,
  request: PlaceRequest,
  settings: SchedulerSettings,
): Asked | Hopeless {
  const wishes = wishesOf(request);
  const draft = draftRequest(request, wishes, { isPinningAsked: true });
  const demands = new Demands();
  const context = {
    view,
    request,
    wishes,
    requiredTraits: draft.requiredTraits(),
    settings: settings.prefilters,
  };
  for (const prefilter of prefilters) {
    const reason = prefilter(context, demands);
    if (reason !== null)
      return { step: 'prefilters', reason, fault: noValidHost(`Scheduling failed: ${reason}`) };
  }
  // The API has refused most of these; some are found out only here, by the original too.
  const [problem] = wishes.problems;
  if (problem) return { step: 'request', reason: problem.text, fault: { code: 400, message: problem.text } };

  const targets = targetNodes(view, request);
  if (targets?.length === 0) {
    const reason = noSuchHost(request);
    return { step: 'request', reason, fault: noValidHost(reason) };
  }
  const target = targets?.length === 1 ? (targets[0]?.id ?? null) : null;
  const drafts = [draft];
  if (settings.fallsBackToSharedCpus && isPinned(wishes)) {
    drafts.push(draftRequest(request, wishes, { isPinningAsked: false }));
  }
  const answers = drafts.map((each) => toCandidateRequest(each, demands, target));
  const requests = answers.filter((answer) => typeof answer !== 'string');
  if (requests.length === 0) {
    const [reason] = answers;
    assert(typeof reason === 'string', 'what is no request is the reason why');
    return { step: 'request', reason, fault: noValidHost('') };
  }
  return { wishes, requests, targets, steps: aggregateSteps(view, demands.aggregateRules) };
}
