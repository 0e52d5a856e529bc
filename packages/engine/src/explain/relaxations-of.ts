import { assert } from '../assert.ts';
import type { CandidateRequest } from '../candidates/request.ts';
import { Search } from '../candidates/search.ts';
import { Work } from '../candidates/work.ts';
import type { World } from '../world.ts';
import { Adjustable } from './adjustable.ts';
import { effort, type ExplainBounds } from './explain-bounds.ts';
import type { Bound, Change, Relaxation } from './explanation.ts';
import { type Found, findRelaxations } from './find-relaxations.ts';
import { Knobs } from './knobs.ts';
import { movesOf } from './moves.ts';
import { partLookOf } from './part-look.ts';
import type { Part } from './parts.ts';
import { relax } from './relax.ts';
import { Shapes } from './shapes.ts';
import type { Steps } from './steps.ts';

export interface Relaxations {
  readonly relaxations: readonly Relaxation[];
  readonly reached: readonly Bound[];
}

/**
 * The smallest changes to a request that give a candidate. What is told to work has been tried: it is searched for like any
 * request.
 */
export function* relaxationsOf(
  world: World,
  request: CandidateRequest,
  parts: readonly Part[],
  bounds: ExplainBounds,
): Steps<Relaxations> {
  const reached = new Set<Bound>();
  const relaxations: Relaxation[] = [];
  for (const found of yield* foundFor(world, request, parts, bounds, reached)) {
    yield;
    if (bounds.isOverdue()) {
      reached.add('time');
      break;
    }
    // Nothing has to be changed any more: a tree that was looked at before has got a candidate since.
    if (found.changes.length === 0) return { relaxations: [], reached: ['changes'] };
    const changes = yield* withMoves(world, request, found.changes, bounds);
    const relaxation = yield* counted(world, request, { ...found, changes }, bounds);
    if (relaxation) relaxations.push(relaxation);
    else reached.add('work');
  }
  // To ask something of somebody else gives up less than to do without it.
  relaxations.sort((a, b) => a.size - b.size || moveCount(b) - moveCount(a));
  return { relaxations, reached: [...reached] };
}

function* foundFor(
  world: World,
  request: CandidateRequest,
  parts: readonly Part[],
  { isOverdue, relaxationsMax }: ExplainBounds,
  reached: Set<Bound>,
): Steps<readonly Found[]> {
  const knobs = new Knobs(request);
  const looks = parts.map((part) => partLookOf(part, knobs));
  const shapes = new Shapes(world, request, knobs, looks);
  let workLeft = 0;
  for (const root of world.roots) {
    if (workLeft <= 0) {
      yield;
      if (isOverdue()) {
        reached.add('time');
        return [];
      }
      workLeft = workBetweenLooks;
    }
    yield* shapes.add(root);
    workLeft -= root.tree.length;
  }
  const search = { isOverdue, triesMax, effort, relaxationsMax };
  const outcome = yield* findRelaxations(new Adjustable(request, knobs, looks), knobs, shapes.lacks, search);
  for (const bound of outcome.reached) reached.add(bound);
  return outcome.found;
}

/** The changes, with each condition that would be dropped asked of somebody else instead, where that works as well. */
function* withMoves(
  world: World,
  request: CandidateRequest,
  changes: readonly Change[],
  { isOverdue, mayAskRoot }: ExplainBounds,
): Steps<readonly Change[]> {
  let best = changes;
  for (const change of changes) {
    for (const move of movesOf(change, request, mayAskRoot, changes)) {
      yield;
      if (isOverdue()) return best;
      const moved = best.map((each) => (each === change ? move : each));
      const relaxed = relax(request, moved);
      if (relaxed === null || new Search(world, relaxed, { work: new Work({ stepsMax }) }).next() === null)
        continue;
      best = moved;
      break;
    }
  }
  return best;
}

/** Null when the search comes to the end of its budget (C18) before it finds what there is. */
function* counted(
  world: World,
  request: CandidateRequest,
  { changes, size }: Found,
  { candidatesMax, isOverdue }: ExplainBounds,
): Steps<Relaxation | null> {
  const relaxed = relax(request, changes);
  assert(relaxed !== null, 'a relaxation can be asked for');
  const search = new Search(world, relaxed, { work: new Work({ stepsMax }) });
  let candidates = 0;
  let isAtLeast = false;
  while (!isAtLeast && search.next()) {
    if (candidates % candidatesBetweenLooks === 0) yield;
    if (candidates === candidatesMax || (candidates > 0 && isOverdue())) isAtLeast = true;
    else candidates++;
  }
  assert(candidates > 0 || search.isCut, 'a relaxation gives a candidate');
  return candidates > 0 ? { changes, size, candidates, isAtLeast: isAtLeast || search.isCut } : null;
}

function moveCount({ changes }: Relaxation): number {
  return changes.filter(({ kind }) => kind === 'move-required' || kind === 'move-member-of').length;
}

/** Providers between two looks at the clock. */
const workBetweenLooks = 256;
const candidatesBetweenLooks = 8;
/** What the search may do to count candidates: about 20 ms, so that it takes no longer than all the rest. */
const stepsMax = 400_000;
/** Settings that are tried for relaxations: about a second. */
const triesMax = 20_000;
