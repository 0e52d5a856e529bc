/**
 * Something that is done in steps, between which others may do something. Whoever goes on says whether the world was changed
 * meanwhile.
 */
export type Steps<Result> = Generator<void, Result, boolean>;

/** With more providers than this in a tree there is a pause between its parts. */
export const fewProviders = 256;

/** Takes steps as long as the world stays as it is; null when it does not. */
export function* unlessChanged<Result>(steps: Steps<Result>): Steps<{ readonly result: Result } | null> {
  for (;;) {
    const step = steps.next(false);
    if (step.done) return { result: step.value };
    if (yield) return null;
  }
}

/** Takes all steps, one after the other. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next(false);
    if (step.done) return step.value;
  }
}
