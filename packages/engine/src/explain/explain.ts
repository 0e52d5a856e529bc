import { assert } from '../assert.ts';
import { compileRequest } from '../candidates/compile-request.ts';
import type { CandidateRequest } from '../candidates/request.ts';
import { Search } from '../candidates/search.ts';
import type { World } from '../world.ts';
import { Adjustable } from './adjustable.ts';
import { exclusionOf } from './exclusions.ts';
import type { Bound, Explanation, Relaxation } from './explanation.ts';
import type { Found } from './find-relaxations.ts';
import { findRelaxations } from './find-relaxations.ts';
import { Knobs } from './knobs.ts';
import { partLookOf } from './part-look.ts';
import type { Part } from './parts.ts';
import { partsOf } from './parts.ts';
import { relax } from './relax.ts';
import { Shapes } from './shapes.ts';
import { Survey } from './survey.ts';

/** How much an explanation may take and hold. */
export interface ExplainBounds {
  /** Asked now and then; after a yes, nothing more is found out. */
  readonly isOverdue: () => boolean;
  /** How many of the trees that have no candidate are told about, one by one. */
  readonly nearestMax: number;
  readonly relaxationsMax: number;
  /** How far the candidates of a relaxation are counted. */
  readonly candidatesMax: number;
}

/**
 * Why a request finds the candidates it finds, or none. Refuses, as the search does, classes and traits that nobody
 * knows.
 *
 * It is no by-product of the search, which looks at as few trees as it can, and at each as briefly; this looks at all of
 * them. The rules are the same (RULES.md), and that both find the same is tested.
 */
export function explain(world: World, request: CandidateRequest, bounds: ExplainBounds): Explanation {
  compileRequest(world, request); // For what it refuses (C16).
  const parts = partsOf(world, request);
  const survey = new Survey(world, request, parts, bounds.nearestMax);
  const reached = new Set<Bound>();
  if (!surveyAll(world, survey, bounds)) reached.add('time');
  if (survey.undecidedCount > 0) reached.add('work');
  const isInVain = survey.candidateTreeCount === 0 && reached.size === 0;
  const wantsRelaxations = isInVain && bounds.relaxationsMax > 0;
  return {
    treeCount: world.roots.size,
    lookedAtCount: survey.lookedAtCount,
    candidateTreeCount: survey.candidateTreeCount,
    undecidedCount: survey.undecidedCount,
    funnel: survey.funnel,
    excluded: survey.excluded,
    nearest: survey.nearest.failures.map((failure) => exclusionOf(survey, parts, failure)),
    relaxations: wantsRelaxations ? relaxationsOf(world, request, parts, bounds, reached) : [],
    reached: [...reached],
  };
}

/** False when time was up before all trees were looked at. */
function surveyAll(world: World, survey: Survey, { isOverdue }: ExplainBounds): boolean {
  let workLeft = 0;
  for (const root of world.roots) {
    if (workLeft <= 0) {
      if (isOverdue()) return false;
      workLeft = workBetweenLooks;
    }
    const tries = { left: effort };
    survey.look(root, tries);
    // Most trees take no tries at all, some take thousands.
    workLeft -= 1 + effort - tries.left;
  }
  return true;
}

/** What is told to work has been tried: it is searched for like any request. */
function relaxationsOf(
  world: World,
  request: CandidateRequest,
  parts: readonly Part[],
  bounds: ExplainBounds,
  reached: Set<Bound>,
): Relaxation[] {
  const relaxations: Relaxation[] = [];
  for (const found of foundFor(world, request, parts, bounds, reached)) {
    if (bounds.isOverdue()) {
      reached.add('time');
      break;
    }
    const relaxation = counted(world, request, found, bounds);
    if (relaxation) relaxations.push(relaxation);
    else reached.add('work');
  }
  return relaxations;
}

function foundFor(
  world: World,
  request: CandidateRequest,
  parts: readonly Part[],
  { isOverdue, relaxationsMax }: ExplainBounds,
  reached: Set<Bound>,
): readonly Found[] {
  const knobs = new Knobs(request);
  const looks = parts.map((part) => partLookOf(part, knobs));
  const shapes = new Shapes(world, request, knobs, looks);
  let count = 0;
  for (const root of world.roots) {
    if (count++ % workBetweenLooks === 0 && isOverdue()) {
      reached.add('time');
      return [];
    }
    shapes.add(root);
  }
  const search = { isOverdue, triesMax, effort, relaxationsMax };
  const outcome = findRelaxations(new Adjustable(request, knobs, looks), knobs, shapes.lacks, search);
  for (const bound of outcome.reached) reached.add(bound);
  return outcome.found;
}

/** Null when the search gives up (C18) before it finds what there is. */
function counted(
  world: World,
  request: CandidateRequest,
  { changes, size }: Found,
  { candidatesMax, isOverdue }: ExplainBounds,
): Relaxation | null {
  const relaxed = relax(request, changes);
  assert(relaxed !== null, 'a relaxation can be asked for');
  const search = new Search(world, relaxed, { maxSteps });
  let candidates = 0;
  let isAtLeast = false;
  while (!isAtLeast && search.next()) {
    if (candidates === candidatesMax || (candidates > 0 && isOverdue())) isAtLeast = true;
    else candidates++;
  }
  assert(candidates > 0 || search.givenUp > 0, 'a relaxation gives a candidate');
  return candidates > 0 ? { changes, size, candidates, isAtLeast: isAtLeast || search.givenUp > 0 } : null;
}

/** Trees or tries between two looks at the clock: some tenths of a millisecond. */
const workBetweenLooks = 256;
/** Choices that are tried for one tree: some milliseconds. Real trees take a few dozen. */
const effort = 20_000;
/** Choices that the search may try for one tree, so that to count candidates takes no longer than all the rest. */
const maxSteps = 2_000;
/** Settings that are tried for relaxations: about a second. */
const triesMax = 20_000;
