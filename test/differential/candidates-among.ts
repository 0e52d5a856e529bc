import { isDeepStrictEqual } from 'node:util';
import type { Difference } from './body-differences.ts';
import { canonical } from './canonical.ts';
import { type Answer, jsonOf } from './exchange.ts';

/** The body of GET /allocation_candidates, in canonical form. */
export type Candidates = {
  readonly allocation_requests: readonly {
    readonly allocations: object;
    readonly mappings?: Readonly<Record<string, readonly string[]>>;
  }[];
  readonly provider_summaries: Readonly<
    Record<string, { readonly root_provider_uuid?: string; readonly traits?: readonly string[] }>
  >;
};

export function candidatesIn(answer: Answer): Candidates {
  return canonical(jsonOf(answer)) as Candidates;
}

/**
 * Where an answer is not a choice of `count` different candidates from `all`, together with the summaries
 * that belong to them.
 */
export function candidatesAmong(all: Candidates, count: number, ours: Candidates): Difference[] {
  const found: Difference[] = [];
  if (ours.allocation_requests.length !== count) {
    found.push({ where: 'candidates count', a: String(count), b: String(ours.allocation_requests.length) });
  }
  const left = all.allocation_requests.map((candidate) => JSON.stringify(candidate));
  for (const candidate of ours.allocation_requests) {
    const text = JSON.stringify(candidate);
    const at = left.indexOf(text);
    if (at === -1) found.push({ where: 'candidates stray', a: 'not among all', b: text });
    else left.splice(at, 1);
  }
  return [...found, ...summaryDifferences(all, ours)].slice(0, 4);
}

function summaryDifferences(all: Candidates, ours: Candidates): Difference[] {
  const found: Difference[] = [];
  for (const [uuid, summary] of Object.entries(ours.provider_summaries)) {
    const expected = all.provider_summaries[uuid];
    if (isDeepStrictEqual(summary, expected)) continue;
    found.push({
      where: 'candidates summary',
      a: JSON.stringify(expected ?? 'absent'),
      b: JSON.stringify(summary),
    });
  }
  const expected = expectedSummaries(all, ours);
  const given = Object.keys(ours.provider_summaries).sort();
  if (expected !== null && !isDeepStrictEqual(expected, given)) {
    found.push({ where: 'candidates summaries', a: expected.join(' '), b: given.join(' ') });
  }
  return found;
}

/**
 * All providers of the trees that the candidates take something from. Null where that cannot be told:
 * before 1.29 a summary does not say what tree it is of.
 */
function expectedSummaries(all: Candidates, ours: Candidates): string[] | null {
  const summaries = Object.entries(all.provider_summaries);
  if (summaries.some(([, summary]) => summary.root_provider_uuid === undefined)) return null;
  const used = ours.allocation_requests.flatMap(({ allocations }) => Object.keys(allocations));
  const roots = new Set(used.map((uuid) => all.provider_summaries[uuid]?.root_provider_uuid));
  return summaries
    .filter(([, { root_provider_uuid: root }]) => roots.has(root))
    .map(([uuid]) => uuid)
    .sort();
}
