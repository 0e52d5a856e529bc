import { arrange, type Choice } from './arrange.ts';
import type { Steps } from './steps.ts';

/**
 * Parts that cannot be served together, whoever serves the others, and the rules that forbid it. As long as nothing is
 * changed about these, the choice cannot be made.
 */
export interface Conflict {
  /** All are indexes into the choice. */
  readonly parts: readonly number[];
  readonly subtrees: readonly number[];
  readonly requiredTogether: readonly number[];
  readonly isIsolated: boolean;
}

/** Leaves out of a choice that cannot be made all that it could not be made without, either. */
export function* conflictIn(choice: Choice, effort: number): Steps<Conflict> {
  let conflict: Conflict = {
    parts: [...choice.parts.keys()],
    subtrees: [...choice.subtrees.keys()],
    requiredTogether: [...choice.requiredTogether.keys()],
    isIsolated: choice.isIsolated,
  };
  for (const part of conflict.parts) {
    yield* leaveOut(withoutPart(choice, conflict, part));
  }
  yield* leaveOut({ ...conflict, isIsolated: false });
  for (const subtree of conflict.subtrees) {
    yield* leaveOut({ ...conflict, subtrees: conflict.subtrees.filter((each) => each !== subtree) });
  }
  for (const list of conflict.requiredTogether) {
    yield* leaveOut({
      ...conflict,
      requiredTogether: conflict.requiredTogether.filter((each) => each !== list),
    });
  }
  return conflict;

  function* leaveOut(smaller: Conflict): Steps<void> {
    if (yield* isConflict(choice, smaller, effort)) conflict = smaller;
  }
}

/** Whether the choice cannot be made because of these parts and rules alone. */
export function* isConflict(choice: Choice, conflict: Conflict, effort: number): Steps<boolean> {
  const trial = { left: effort };
  return (yield* arrange(narrowed(choice, conflict), trial)) === null && trial.left >= 0;
}

/** A rule about several parts says nothing when one of them may be anywhere. */
function withoutPart(choice: Choice, conflict: Conflict, part: number): Conflict {
  return {
    ...conflict,
    parts: conflict.parts.filter((each) => each !== part),
    subtrees: conflict.subtrees.filter((index) => !choice.subtrees[index]?.includes(part)),
    requiredTogether: choice.parts[part]?.isSpread ? [] : conflict.requiredTogether,
  };
}

function narrowed(choice: Choice, conflict: Conflict): Choice {
  const { parts, subtrees, requiredTogether, isIsolated } = conflict;
  return {
    ...choice,
    isIsolated,
    parts: choice.parts.filter((_, index) => parts.includes(index)),
    subtrees: choice.subtrees
      .filter((_, index) => subtrees.includes(index))
      .map((subtree) => subtree.map((part) => parts.indexOf(part))),
    requiredTogether: choice.requiredTogether.filter((_, index) => requiredTogether.includes(index)),
  };
}
