/**
 * Something that is done in steps, between which others may do something. Whoever goes on says whether the world was changed
 * meanwhile.
 */
export type Steps<Result> = Generator<void, Result, boolean>;

/** Takes all steps, one after the other. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next(false);
    if (step.done) return step.value;
  }
}
