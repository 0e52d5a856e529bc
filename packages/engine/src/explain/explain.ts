import { compileRequest } from '../candidates/compile-request.ts';
import type { CandidateRequest } from '../candidates/request.ts';
import type { World } from '../world.ts';
import { effort, type ExplainBounds } from './explain-bounds.ts';
import type { Bound, Explanation, Relaxation } from './explanation.ts';
import { partsOf } from './parts.ts';
import { relaxationsOf } from './relaxations-of.ts';
import { atOnce, type Steps } from './steps.ts';
import { Survey } from './survey.ts';

/**
 * Why a request finds the candidates it finds, or none. Refuses, as the search does, classes and traits that nobody
 * knows.
 *
 * It is no by-product of the search, which looks at as few trees as it can, and at each as briefly; this looks at all of
 * them. The rules are the same (RULES.md), and that both find the same is tested.
 *
 * When the world changes between two steps, what was said of a tree was true when it was looked at. What would work has to
 * be true of one world: so it is begun again, and when that happens too often it is found out without a pause.
 */
export function* explaining(
  world: World,
  request: CandidateRequest,
  bounds: ExplainBounds,
): Steps<Explanation> {
  compileRequest(world, request); // For what it refuses (C16).
  const parts = partsOf(world, request);
  const survey = new Survey(world, request, parts, bounds.nearestMax);
  const reached = new Set<Bound>();
  const rootCount = world.roots.size;
  if (!(yield* surveyAll(world, survey, bounds))) reached.add('time');
  if (survey.undecidedCount > 0) reached.add(survey.isOutdated ? 'changes' : 'work');
  const isInVain = survey.candidateTreeCount === 0 && reached.size === 0;
  const wantsRelaxations = isInVain && bounds.relaxationsMax > 0;
  let relaxations: readonly Relaxation[] = [];
  if (wantsRelaxations) {
    // What the parts look up by name may be another since the survey began.
    const outcome = yield* inOneWorld(() => relaxationsOf(world, request, partsOf(world, request), bounds));
    ({ relaxations } = outcome);
    for (const bound of outcome.reached) reached.add(bound);
  }
  return {
    treeCount: rootCount - survey.sharingTreeCount,
    sharingTreeCount: survey.sharingTreeCount,
    lookedAtCount: survey.lookedAtCount,
    candidateTreeCount: survey.candidateTreeCount,
    undecidedCount: survey.undecidedCount,
    funnel: survey.funnel,
    excluded: survey.excluded,
    nearest: survey.nearest.failures.map(({ exclusion }) => exclusion),
    relaxations,
    isHopeless: wantsRelaxations && relaxations.length === 0 && reached.size === 0,
    reached: [...reached],
  };
}

/** The same at once. */
export function explain(world: World, request: CandidateRequest, bounds: ExplainBounds): Explanation {
  return atOnce(explaining(world, request, bounds));
}

/** False when time was up before all trees were looked at. */
function* surveyAll(world: World, survey: Survey, { isOverdue }: ExplainBounds): Steps<boolean> {
  let workLeft = 0;
  // Of those that are there now: others may come and go.
  for (const root of Array.from(world.roots)) {
    if (workLeft <= 0) {
      yield;
      if (isOverdue()) return false;
      workLeft = workBetweenLooks;
    }
    if (!world.roots.has(root)) continue;
    const tries = { left: effort };
    yield* survey.look(root, tries);
    // Most trees are one provider and take no tries at all, some are thousands and take thousands.
    workLeft -= root.tree.length + effort - tries.left;
  }
  return true;
}

/** Begins again when the world was changed; the last time it goes on without a pause. */
function* inOneWorld<Result>(begin: () => Steps<Result>): Steps<Result> {
  for (let attempt = 1; attempt < attemptsMax; attempt++) {
    const steps = begin();
    let isSame = true;
    while (isSame) {
      const step = steps.next(false);
      if (step.done) return step.value;
      isSame = !(yield);
    }
  }
  return atOnce(begin());
}

const attemptsMax = 3;
/** Providers or tries between two looks at the clock: some tenths of a millisecond. */
const workBetweenLooks = 256;
