import { dataDifferences } from '@berth/extra-specs/testing/nova/data-differences.ts';
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
  {
    id: 'numbers-beyond-64-bits',
    describe:
      'A number in a query that does not fit into 64 bits is an internal error of Nova; ours compares with it.',
    reason:
      'The number is well-formed, and nothing is that large: whether that is an answer or a failure is up to the database.',
    matches: ({ request, original, ours, difference: { where } }) =>
      where === 'status' && original.status === 500 && ours.status === 200 && /=\d{19,}/.test(request.path),
  },
  {
    id: 'repeated-parameters-in-next-links',
    describe:
      'Of a parameter that is sent several times the last value counts; in the link to the next page Nova has the largest one.',
    reason: 'With the largest, the next page is of another list than the one before.',
    matches: ({ request, difference: { where } }) => /_links\.0\.href$/.test(where) && hasRepeated(request),
  },
  {
    id: 'pages-sorted-by-what-is-missing',
    describe:
      'Where flavors are sorted by description or time of change, which some do not have, Nova leaves flavors out of the pages behind a marker: those without one, and behind a marker without one all that were made before it.',
    reason: 'Who goes through all pages is to see every flavor once.',
    matches: ({ request: { path }, difference: { where } }) =>
      where.startsWith('body.flavors') &&
      /marker=/.test(path) &&
      /sort_key=(description|updated_at)/.test(path),
  },
  {
    id: 'utf-8-in-paths',
    describe: 'Nova reads a path as Latin-1, and shows it so in errors. Ours reads UTF-8.',
    reason: 'URLs are UTF-8 (RFC 3986). No id has such characters, so either way nothing is found.',
    matches: ({ request, ours }) =>
      /%[89a-f][0-9a-f]/i.test(request.path.split('?')[0] ?? '') && ours.status === 404,
  },
  {
    id: 'paths-without-a-version',
    describe:
      'To a path that does not begin with a version Nova answers with a choice of versions (300), to everybody.',
    reason:
      'Clients find versions at the root. What is no path is not found, and strangers learn nothing of it.',
    matches: ({ original, ours, difference: { where } }) =>
      where === 'status' && original.status === 300 && (ours.status === 404 || ours.status === 401),
  },
  {
    id: 'numbers-that-are-not-json',
    describe: 'Nova takes NaN and Infinity in a JSON body; ours says that the body is malformed.',
    reason: 'JSON has neither (RFC 8259), and no number of this API could be one.',
    matches: ({ request: { body = '' }, ours }) => /NaN|Infinity/.test(body) && ours.status === 400,
  },
  {
    id: 'definitions-of-extra-specs',
    describe: 'Some extra specs are defined in Nova or in ours only; see below.',
    reason: 'They have changed since the Nova that ours is compared with.',
    matches: ({ request: { body = '' } }) => keysInOne.some((key) => key.test(body)),
  },
  {
    id: 'the-older-api',
    describe: 'Nova also lists and serves the API 2.0, below /v2.',
    reason: 'It is the same as 2.1 without checks of what is sent, for clients of before 2015.',
    matches: ({ difference: { where, a } }) => where === 'body.versions[]' && a.includes('"v2.0"'),
  },
  {
    id: 'open-paths-as-they-are-written',
    describe: 'What is open to strangers is open to them in Nova however many slashes it has.',
    reason: 'A path that is compared with what is open is not to be read in two ways.',
    matches: ({ request, ours, difference: { where } }) =>
      where === 'status' &&
      ours.status === 401 &&
      /^\/v2\.1\/(\/|%2F)+$/i.test(request.path.split('?')[0] ?? ''),
  },
  {
    id: 'numbers-beyond-53-bits',
    describe: 'A number of more than 15 digits is rounded, in the id that is made of it and in error texts.',
    reason: 'JSON does not promise more (RFC 8259, 6). Ids that are not to be calculated with are texts.',
    matches: ({ request: { body = '' } }) => /[:[ ]\d{17,}/.test(body),
  },
];

/** Keys that only one of the two has, as they stand in a body. */
const keysInOne = dataDifferences
  .flatMap(({ keys }) => keys)
  .map((key) => new RegExp(`"${key.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^"]*')}"`));

function hasRepeated({ path }: Request): boolean {
  const names = [...new URLSearchParams(path.split('?')[1] ?? '').keys()];
  return new Set(names).size < names.length;
}
