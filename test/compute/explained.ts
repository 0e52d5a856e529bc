import type { Difference } from '../differential/body-differences.ts';
import type { Answer, Request } from '../differential/exchange.ts';

/** A difference that is meant to be. The id is a heading in docs/differences.md. */
export interface ExplainedDifference {
  readonly id: string;
  readonly describe: string;
  /** Why ours is right all the same. */
  readonly reason: string;
  matches(found: FoundDifference): boolean;
}

export interface FoundDifference {
  /** With names where ids are, as it was drawn. */
  readonly request: Request;
  readonly original: Answer;
  readonly ours: Answer;
  readonly difference: Difference;
}

export const explainedDifferences: readonly ExplainedDifference[] = [
  {
    id: 'internal-errors-of-nova',
    describe: 'Nova fails with a 5xx where the request is at fault; ours refuses it with a 4xx.',
    reason:
      'A 5xx for bad input is never meant: it tells the client to try again, and the operator to look for a fault.',
    matches: ({ original, ours, difference: { where } }) =>
      where === 'status' && original.status >= 500 && ours.status >= 400 && ours.status < 500,
  },
];
