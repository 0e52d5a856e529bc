import { turns } from './turns.ts';

/**
 * Work that says itself where it can be left for a while: it yields after some milliseconds at most, and what it returns is its
 * result. The same work can be done at once, or in turns with everybody else's.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** Every step has a turn of its own, the first one too: what is long does not begin where others wait. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await turns.next();
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
