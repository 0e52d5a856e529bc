import { isDeepStrictEqual } from 'node:util';
import type { Difference } from './body-differences.ts';
import { canonical } from './canonical.ts';
import { type Answer, jsonOf, type Request } from './exchange.ts';

type Candidates = {
  readonly allocation_requests: readonly { readonly allocations: object }[];
  readonly provider_summaries: Readonly<Record<string, { readonly root_provider_uuid?: string }>>;
};

/** Whether which candidates come back is up to the server: the request has a limit, and it was answered. */
export function isLimited(request: Request, a: Answer, b: Answer): boolean {
  return (
    request.path.startsWith('/allocation_candidates?') &&
    /[?&]limit=/.test(request.path) &&
    request.method === 'GET' &&
    a.status === 200 &&
    b.status === 200
  );
}

export function withoutLimit(request: Request): Request {
  return { ...request, path: request.path.replaceAll(/([?&])limit=[^&]*&?/g, '$1').replace(/[?&]$/, '') };
}

/**
 * With a limit any candidates will do, as long as there are as many as the original gives, each is one of all
 * that there are (`full`, the original's answer without the limit), and the summaries are those of them.
 */
export function compareLimited(a: Answer, b: Answer, full: Answer): Difference[] {
  const [ours, theirs, all] = [candidatesIn(b), candidatesIn(a), candidatesIn(full)];
  const found: Difference[] = [];
  const count = (candidates: Candidates): number => candidates.allocation_requests.length;
  if (count(ours) !== count(theirs)) {
    found.push({ where: 'limited count', a: String(count(theirs)), b: String(count(ours)) });
  }
  const known = new Set(all.allocation_requests.map((candidate) => JSON.stringify(candidate)));
  const stray = ours.allocation_requests.find((candidate) => !known.has(JSON.stringify(candidate)));
  if (stray !== undefined)
    found.push({ where: 'limited candidate', a: 'not among all', b: JSON.stringify(stray) });
  return [...found, ...summaryDifferences(ours, all)];
}

function candidatesIn(answer: Answer): Candidates {
  return canonical(jsonOf(answer)) as Candidates;
}

function summaryDifferences(ours: Candidates, all: Candidates): Difference[] {
  const found: Difference[] = [];
  for (const [uuid, summary] of Object.entries(ours.provider_summaries)) {
    if (!isDeepStrictEqual(summary, all.provider_summaries[uuid])) {
      found.push({
        where: 'limited summary',
        a: JSON.stringify(all.provider_summaries[uuid] ?? 'absent'),
        b: JSON.stringify(summary),
      });
    }
  }
  const expected = expectedSummaries(ours, all);
  const given = Object.keys(ours.provider_summaries).sort();
  if (expected !== null && !isDeepStrictEqual(expected, given)) {
    found.push({ where: 'limited summaries', a: expected.join(' '), b: given.join(' ') });
  }
  return found;
}

/**
 * All providers of the trees that the candidates take something from. Null where that cannot be told:
 * before 1.29 a summary does not say what tree it is of.
 */
function expectedSummaries(ours: Candidates, all: Candidates): string[] | null {
  const summaries = Object.entries(all.provider_summaries);
  if (summaries.some(([, summary]) => summary.root_provider_uuid === undefined)) return null;
  // Not cut, hence nothing left out: also those of trees that nothing is taken from.
  if (ours.allocation_requests.length === all.allocation_requests.length)
    return summaries.map(([uuid]) => uuid).sort();
  const used = ours.allocation_requests.flatMap((candidate) => Object.keys(candidate.allocations));
  const roots = new Set(used.map((uuid) => all.provider_summaries[uuid]?.root_provider_uuid));
  return summaries
    .filter(([, { root_provider_uuid: root }]) => roots.has(root))
    .map(([uuid]) => uuid)
    .sort();
}
