import { QueryParams } from '@berth/api-kit/query-params.ts';
import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import { Search } from '@berth/engine/candidates/search.ts';
import { paused, Work } from '@berth/engine/candidates/work.ts';
import { referenceSearch } from '@berth/engine/testing/reference-search.ts';
import { parseRequest } from '@berth/placement/http/allocation-candidates/parse-request.ts';
import { features } from '@berth/placement/http/features.ts';
import { versions } from '@berth/placement/http/versions.ts';
import { type Genes, small } from './genes.ts';
import { queryOf } from './query-of.ts';
import { worldOf } from './world-of.ts';

export interface Comparison {
  readonly found: readonly string[];
  readonly expected: readonly string[];
  readonly isCut: boolean;
  /** The most steps between two moments at which others could have had their turn. */
  readonly longestSteps: number;
  readonly query: string;
}

/** What a search with pauses finds, and what the plain reference does, in a world small enough for it. */
export function compare(given: Genes): Comparison | null {
  const genes = small(given);
  const world = worldOf(genes);
  const query = queryOf(genes);
  const parsed = new QueryParams(query);
  const { request } = parseRequest(parsed, features.at(versions.indexOf('1.39')));
  const optionCount = (1 + genes.devices) * genes.hosts + genes.loneHosts + genes.sharers;
  if (optionCount ** (genes.groups + genes.spreadClasses) > combinationsMax) return null;
  const expected = referenceSearch(world, request).map(({ served }) =>
    keyOf(served.map(({ group, resources, provider }) => [nameOf(group.suffix, resources), provider.id])),
  );
  const work = new Work({ isTimeUp: () => true, stepsBetweenLooks: 20 });
  const search = new Search(world, request, { work });
  const found: string[] = [];
  let longestSteps = 0;
  let before = 0;
  for (let step = search.step(); step !== null; step = search.step()) {
    if (step === paused) {
      longestSteps = Math.max(longestSteps, work.spent - before);
      before = work.spent;
    } else found.push(keyOfCandidate(search.slots, step));
  }
  return { found: found.sort(), expected: expected.sort(), isCut: search.isCut, longestSteps, query };
}

/** What the reference can try. */
const combinationsMax = 60_000;

function keyOfCandidate(slots: readonly Slot[], { providers }: Candidate): string {
  return keyOf(
    slots.map(({ suffix, resources }, slot) => [nameOf(suffix, resources), providers[slot]?.id ?? '']),
  );
}

function nameOf(suffix: string, resources: Slot['resources']): string {
  return suffix === '' ? `:${resources[0]?.[0]}` : suffix;
}

function keyOf(entries: readonly (readonly [string, string])[]): string {
  return entries
    .map((entry) => entry.join('='))
    .sort()
    .join();
}
