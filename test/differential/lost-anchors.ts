/**
 * The original takes two findings of the unsuffixed group for the same when they take the same from the same
 * providers, whatever tree they are for. One that consists of sharing providers alone is possible for each tree
 * they share with, but is kept for one tree only; combined with suffixed groups, which are in one tree, the
 * candidates of all other trees are lost.
 */
import { type Candidates, candidatesIn } from './candidates-among.ts';
import type { Answer, Request } from './exchange.ts';
import { isLimited } from './limited.ts';
import { sharingTrait } from './world.ts';

/** Whether the answer has what the original has (`all`, without a limit), and beyond that only what it loses so. */
export function hasOnlyLostCandidates(request: Request, all: Answer, b: Answer): boolean {
  const given = texts(candidatesIn(b));
  const isComplete =
    isLimited(request) || [...texts(candidatesIn(all))].every((candidate) => given.has(candidate));
  return isComplete && hasNoOtherCandidates(all, b);
}

/** Whether the answer has no candidate but those of the original and those it loses so. */
export function hasNoOtherCandidates(all: Answer, b: Answer): boolean {
  const known = texts(candidatesIn(all));
  const ours = candidatesIn(b);
  return ours.allocation_requests.every(
    (candidate) => known.has(JSON.stringify(candidate)) || isLosable(candidate, ours),
  );
}

function texts({ allocation_requests: candidates }: Candidates): Set<string> {
  return new Set(candidates.map((candidate) => JSON.stringify(candidate)));
}

/** Whether all of the unsuffixed group is from sharing providers; before 1.34, which does not say, whether any is. */
function isLosable(
  candidate: Candidates['allocation_requests'][number],
  { provider_summaries: summaries }: Candidates,
): boolean {
  const isSharing = (uuid: string): boolean => summaries[uuid]?.traits?.includes(sharingTrait) ?? false;
  if (candidate.mappings === undefined) return Object.keys(candidate.allocations).some(isSharing);
  return (candidate.mappings[''] ?? ['']).every(isSharing);
}
