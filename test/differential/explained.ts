import type { Difference } from './body-differences.ts';
import type { Answer, Request } from './exchange.ts';

/** A difference that is meant to be. The id is a heading in docs/differences.md. */
export type Explained = {
  readonly id: string;
  readonly describe: string;
  /** Why ours is right all the same. */
  readonly reason: string;
  matches(request: Request, a: Answer, b: Answer, difference: Difference): boolean;
};

export const explained: readonly Explained[] = [
  {
    id: 'internal-errors-of-the-original',
    describe: 'The original fails with a 5xx where the request is at fault; ours refuses it with a 4xx.',
    reason:
      'A 5xx for bad input is never meant: it tells the client to try again, and the operator to look for a fault.',
    matches: (_request, a, b, difference) =>
      difference.where === 'status' && a.status >= 500 && b.status >= 400 && b.status < 500,
  },
  {
    id: 'a-sharing-provider-inside-a-tree',
    describe:
      'GET /allocation_candidates fails with a 500 that says a number, where another tree could use a sharing provider that is not a root.',
    reason:
      'The original looks up the summary of a provider whose tree it did not load (KeyError on its row id). Ours gives the candidates.',
    matches: (request, a, b, difference) =>
      difference.where === 'status' &&
      request.path.startsWith('/allocation_candidates') &&
      a.status === 500 &&
      /requested operation\.(\\n|\s|<br \/>)*\d+\s/.test(a.text) &&
      b.status === 200,
  },
  {
    id: 'amounts-across-groups',
    describe:
      'Where the unsuffixed and a suffixed group take the same class from the same provider and group_policy is not none, the original adds up wrongly: amounts grow from candidate to candidate.',
    reason:
      'The amounts are plainly not what was asked for, and change from process to process. Ours gives what the original gives with group_policy=none, less what isolation leaves out; the test compares that.',
    matches: (_request, _a, _b, difference) => difference.where === 'inflated amounts',
  },
  {
    id: 'sql-in-error-texts',
    describe:
      'Where a row exists already, the original puts the failed SQL statement and the time into the text.',
    reason:
      'Nobody can match on a text with a timestamp; status, code and the sentence before it are the same.',
    matches: (_request, _a, _b, difference) =>
      difference.where.endsWith('.detail') &&
      difference.a.includes('IntegrityError') &&
      stock(difference.a) === stock(difference.b),
  },
];

/** The first words of an error text: the stock sentence of the status, and up to the first colon after it. */
function stock(detail: string): string {
  return detail.slice(0, detail.indexOf(':'));
}
