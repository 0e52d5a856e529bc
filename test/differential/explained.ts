import type { Difference } from './body-differences.ts';
import { type Answer, jsonOf, type Request } from './exchange.ts';
import { hasNoOtherCandidates, hasOnlyLostCandidates } from './lost-anchors.ts';

/** A difference that is meant to be. The id is a heading in docs/differences.md. */
export type Explained = {
  readonly id: string;
  readonly describe: string;
  /** Why ours is right all the same. */
  readonly reason: string;
  readonly matches: (
    request: Request,
    a: Answer,
    b: Answer,
    difference: Difference,
    /** What was asked before, since the world was as built. */
    earlier: readonly Earlier[],
  ) => boolean;
};

export type Earlier = { readonly request: Request; readonly a: Answer };

export const explained: readonly Explained[] = [
  {
    id: 'internal-errors-of-the-original',
    describe: 'The original fails with a 5xx where the request is at fault; ours refuses it with a 4xx.',
    reason:
      'A 5xx for bad input is never meant: it tells the client to try again, and the operator to look for a fault.',
    matches: (_request, a, b, { where }) =>
      where === 'status' && a.status >= 500 && b.status >= 400 && b.status < 500,
  },
  {
    id: 'a-sharing-provider-inside-a-tree',
    describe:
      'GET /allocation_candidates fails with a 500 that says a number where another tree could use a sharing provider that is not a root.',
    reason:
      'The original looks up the summary of a provider whose tree it did not load. Ours gives the candidates.',
    matches: (request, a, b, { where }) =>
      where === 'status' &&
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
      'The amounts are not what was asked for, and change from process to process. Ours gives what the original gives with group_policy=none, less what isolation leaves out; the test compares that.',
    matches: (_request, _a, _b, { where }) => where === 'inflated amounts',
  },
  {
    id: 'amounts-beyond-64-bits',
    describe:
      'An amount that does not fit into 64 bits is an internal error of the original; ours finds no provider with that much.',
    reason: 'The amount is well-formed; nobody has it.',
    matches: (_request, a, b, { where }) =>
      where === 'status' &&
      a.text.includes('Python int too large to convert') &&
      /^\{"(resource_providers":\[\]\}|allocation_requests":\[\])/.test(b.text),
  },
  {
    id: 'groups-that-only-forbid',
    describe:
      'A group without resources that only forbids (traits or aggregates) finds no provider in the original.',
    reason:
      'What is not forbidden is allowed: the original collects the right providers and then keeps none of them.',
    matches: (request, a, _b, { where }) =>
      isAboutCandidates(where) && /"allocation_requests": ?\[\]/.test(a.text) && hasForbiddingGroup(request),
  },
  {
    id: 'in-tree-of-a-group-without-resources',
    describe:
      'The original takes no notice of in_tree in a group without resources; ours looks only in that tree.',
    reason: 'The parameter says what tree the group is to be satisfied from, for every group (1.31).',
    matches: (request, a, b, { where }) =>
      isAboutCandidates(where) && hasResourcelessTree(request) && hasNoOtherCandidates(a, b),
  },
  {
    id: 'unsuffixed-groups-of-sharing-providers',
    describe:
      'Where sharing providers alone can satisfy the unsuffixed group, the original combines them with the suffixed groups of one tree only; ours with those of every tree they share with.',
    reason: 'Which tree is left is an accident of row ids: two findings for different trees count as equal.',
    matches: (request, a, b, { where }) => isAboutCandidates(where) && hasOnlyLostCandidates(request, a, b),
  },
  {
    id: 'consumers-left-behind',
    describe:
      'The original keeps a new consumer, at generation 0 and with its type, when its allocations were refused because a provider does not exist, or when they were empty; from then on it expects that generation.',
    reason:
      'A consumer is there while it has allocations. One without is not shown anywhere, so nobody could know its generation.',
    matches: (request, a, b, { where }, earlier) =>
      a.text.includes('consumer generation conflict - expected 0 but got') ||
      b.text.includes('consumer generation conflict - expected null but got 0') ||
      // It also keeps the type it was first given.
      (where === 'body.consumer_type' && wasLeftBehind(request, earlier)),
  },
  {
    id: 'newer-standard-traits',
    describe: 'Ours knows standard traits of a newer release of os-traits.',
    reason:
      'The standard traits grow with every release; a client that names one that is newer expects it there.',
    matches: (request, a, b, { where }) =>
      where === 'body.traits[]' && request.path.startsWith('/traits') && hasOnlyNewerTraits(request, a, b),
  },
  {
    id: 'vary-on-every-answer',
    describe: 'The original leaves out the vary header on some errors.',
    reason: 'They depend on the version header as all other answers do; a cache needs to be told.',
    matches: (_request, a, _b, difference) =>
      difference.where === 'header vary' &&
      difference.a === 'absent' &&
      difference.b === 'openstack-api-version' &&
      a.status >= 400,
  },
  {
    id: 'last-modified-on-every-answer',
    describe:
      'The original leaves out the last-modified header where it has no time at hand: a provider without inventory, one that was moved to another parent.',
    reason:
      'From 1.15 these answers have the header; for other empty lists the original gives the current time.',
    matches: (request, a, _b, difference) =>
      difference.where === 'header last-modified' &&
      difference.a === 'absent' &&
      a.status === 200 &&
      /^\/resource_providers\/[^/]+(\/inventories)?$/.test(request.path),
  },
  {
    id: 'content-type-of-head',
    describe: 'The 405 to a HEAD request says text/html in the original.',
    reason: 'HEAD shows the headers of the answer that any other wrong method gets; that is JSON.',
    matches: (request, a, _b, { where }) =>
      where === 'header content-type' && request.method === 'HEAD' && a.status === 405,
  },
  {
    id: 'sql-in-error-texts',
    describe:
      'Where a row exists already, the original puts the failed SQL statement and the time into the text.',
    reason: 'Nobody can match on a text with a timestamp; status, code and the words before it are the same.',
    matches: (_request, _a, _b, difference) => isReworded(difference, /IntegrityError/),
  },
  {
    id: 'python-in-error-texts',
    describe: 'Some texts of the original end in what a Python function said of its arguments.',
    reason:
      'These words change with the version of Python; status, code and the words before them are the same.',
    matches: (_request, _a, _b, difference) =>
      isReworded(difference, /codec can't decode|Version\.__new__\(\)/),
  },
  {
    id: 'paths-beyond-ascii',
    describe:
      'The original reads a path as Latin-1, and shows it so in errors. Ours reads UTF-8, and knows no path that is not.',
    reason: 'URLs are UTF-8 (RFC 3986). Every name in this API is ASCII, so either way nothing is found.',
    matches: (request, _a, b) =>
      /%[89a-f][0-9a-f]/i.test(request.path.split('?')[0] ?? '') && b.status === 404,
  },
  {
    id: 'a-line-break-at-the-end-of-a-path',
    describe: 'The original takes no notice of one line break at the end of a path.',
    reason: 'Its patterns end in $, which in Python also matches before a last line break; no name has one.',
    matches: (request, _a, b) => /%0a$/i.test(request.path) && b.status === 404,
  },
  {
    id: 'numbers-that-are-not-json',
    describe: 'The original takes NaN and Infinity in a JSON body; ours says that this is no JSON.',
    reason: 'JSON has neither (RFC 8259), and no number of this API could be one.',
    matches: (request, _a, b) =>
      /\b(NaN|Infinity)\b/.test(request.body ?? '') && b.status === 400 && b.text.includes('Malformed JSON'),
  },
  {
    id: 'digits-of-other-scripts',
    describe: 'The original takes the digits of all scripts for an amount; ours those of ASCII.',
    reason: 'What Python takes for a number is an accident of its implementation.',
    matches: (request, a, b, { where }) =>
      where === 'status' && a.status === 200 && b.status === 400 && /resources[^&]*%D9/.test(request.path),
  },
  {
    id: 'unknown-names-are-always-told',
    describe:
      'Where another condition already leaves nothing, the original does not look at the rest of the request, and answers with nothing; ours still says that a class or trait in it does not exist.',
    reason: 'Whether a mistake in a request is told should not depend on what happens to be in the database.',
    matches: (_request, a, b, difference) =>
      difference.where === 'status' &&
      a.status === 200 &&
      isEmptyList(a) &&
      b.status === 400 &&
      /No such (resource class|trait\(s\):) /.test(b.text),
  },
  {
    id: 'parameters-of-accepted-types',
    describe:
      'A client that accepts application/json with a parameter, such as charset=utf-8, gets a 406 (and errors as plain text) from the original; ours answers.',
    reason: 'RFC 9110 lets a server ignore parameters that it does not know, and JSON has none.',
    matches: (request) => /^application\/json\s*;/.test(request.headers?.['accept'] ?? ''),
  },
  {
    id: 'requests-of-any-size',
    describe:
      'The original reads bodies of any size and writes whatever they ask for, while others wait. Ours answers 413 to a body of more than 8 MiB and to a write of more than 5,000 things (consumers, allocations, inventories, traits, aggregates, with those that they replace; of a reshape four times as many; both are settings), 400 to one of more than 30,000 JSON values, with a string of more than 1 MiB or a number of more than 4,300 digits, and 409 to a new name for a resource class that more than 5,000 providers and consumers have.',
    reason:
      'No client may keep the others waiting. What clients write together is a hundredth of that: the instances of one host, or a handful of servers.',
    matches: (_request, _a, b, { where }) =>
      where === 'status' &&
      (b.status === 413 ||
        /More than \d+ values|more than \d+ (bytes|digits|providers and consumers)/.test(b.text)),
  },
  {
    id: 'placement-below-its-name',
    describe: 'Ours answers below /placement as well, and has other services below /compute.',
    reason:
      'One port serves a whole cloud, and clients find each service where its catalog says. No path of Placement begins so.',
    matches: ({ path }, a) => /^\/(placement|compute)(\/|\?|$)/.test(path) && a.status === 404,
  },
];

/** Whether a request before this one can have left the consumer behind that this one is about. */
function wasLeftBehind(request: Request, earlier: readonly Earlier[]): boolean {
  const consumer = request.path.slice(request.path.lastIndexOf('/') + 1);
  return earlier.some(
    ({ request: { path, body = '' }, a }) =>
      `${path} ${body}`.includes(consumer) && (a.status >= 400 || body.includes('"allocations":{}')),
  );
}

const isAboutCandidates = (where: string): boolean =>
  where === 'body.allocation_requests[]' || where.startsWith('candidates ');

/** Whether an error text differs only in its end, which the original takes from elsewhere. */
function isReworded({ where, a, b }: Difference, borrowed: RegExp): boolean {
  const at = borrowed.exec(a)?.index;
  if (at === undefined || (where !== 'body' && !where.endsWith('.detail'))) return false;
  const kept = a.slice(0, a.lastIndexOf(':', at) + 1);
  return kept.length > 0 && b.startsWith(kept);
}

/** Whether some group has neither resources nor a trait or aggregate that a provider must have. */
function hasForbiddingGroup(request: Request): boolean {
  return [...groupsOf(request).values()].some(
    (group) => !group.some(([kind, value]) => kind !== 'in_tree' && !isForbidding(value)),
  );
}

const isForbidding = (value: string): boolean =>
  value.startsWith('!in:') || value.split(',').every((part) => part.startsWith('!'));

function isEmptyList(answer: Answer): boolean {
  const { resource_providers: providers, allocation_requests: requests } = jsonOf(answer) as Record<
    string,
    unknown[]
  >;
  return (providers ?? requests)?.length === 0;
}

/** Whether a group has no resources, and is to be in one tree. */
function hasResourcelessTree(request: Request): boolean {
  return [...groupsOf(request).values()].some((group) => {
    const kinds = group.map(([kind]) => kind);
    return kinds.includes('in_tree') && !kinds.includes('resources');
  });
}

/** The parameters of each suffixed group. */
function groupsOf(request: Request): Map<string, [kind: string, value: string][]> {
  const groups = new Map<string, [string, string][]>();
  for (const [key, value] of new URL(request.path, 'http://host').searchParams) {
    const [, kind, suffix] = /^(resources|required|member_of|in_tree)(.+)$/.exec(key) ?? [];
    if (kind === undefined || suffix === undefined) continue;
    groups.set(suffix, [...(groups.get(suffix) ?? []), [kind, value]]);
  }
  return groups;
}

/** Whether B has all traits of A, and beyond them only standard ones that the request's filter lets through. */
function hasOnlyNewerTraits(request: Request, a: Answer, b: Answer): boolean {
  const traitsIn = (answer: Answer): string[] => (jsonOf(answer) as { traits: string[] }).traits;
  const theirs = new Set(traitsIn(a));
  const ours = new Set(traitsIn(b));
  const newer = [...ours].filter((trait) => !theirs.has(trait));
  const { searchParams } = new URL(request.path, 'http://host');
  const prefix = /^startswith:(.*)/.exec(searchParams.get('name') ?? '')?.[1] ?? '';
  return (
    [...theirs].every((trait) => ours.has(trait)) &&
    newer.every((trait) => !trait.startsWith('CUSTOM_') && trait.startsWith(prefix)) &&
    searchParams.getAll('associated').at(-1)?.toLowerCase() !== 'true'
  );
}
