import type { VersionIndex } from '@berth/api-kit/microversions.ts';
import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import { summarised } from '@berth/engine/candidates/summaries.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import { versions } from '../versions.ts';
import { allocationsByProvider, allocationsListed, mappings } from './candidate-text.ts';
import type { EncodeSummary } from './summary-text.ts';
import {
  summaryWithAll,
  summaryWithAsked,
  summaryWithAskedAndTraits,
  summaryWithTree,
} from './summary-text.ts';

type EncodeCandidate = (slots: readonly Slot[], candidate: Candidate) => string;

const encodeCandidate = versions.ladder<EncodeCandidate>(
  ['1.10', (slots, candidate) => `{"allocations":[${allocationsListed(slots, candidate)}]}`],
  ['1.12', (slots, candidate) => `{"allocations":{${allocationsByProvider(slots, candidate)}}}`],
  [
    '1.34',
    (slots, candidate) =>
      `{"allocations":{${allocationsByProvider(slots, candidate)}},"mappings":{${mappings(slots, candidate)}}}`,
  ],
);

const encodeSummary = versions.ladder<EncodeSummary>(
  ['1.10', summaryWithAsked],
  ['1.17', summaryWithAskedAndTraits],
  ['1.27', summaryWithAll],
  ['1.29', summaryWithTree],
);

/**
 * The whole answer as text. Answers with thousands of candidates are common, and writing them, not finding them, is
 * the work; so no objects are made to be turned into text, and what repeats is encoded once.
 */
export function candidatesJson(
  request: CandidateRequest,
  slots: readonly Slot[],
  candidates: readonly Candidate[],
  version: VersionIndex,
): string {
  // Both ladders begin where the endpoint does.
  const candidateText = encodeCandidate.at(version) as EncodeCandidate;
  const summaryText = encodeSummary.at(version) as EncodeSummary;
  const asked = new Set<ClassName>(request.groups.flatMap(({ resources }) => [...resources.keys()]));
  let requests = '';
  for (const candidate of candidates) {
    requests += requests === '' ? candidateText(slots, candidate) : `,${candidateText(slots, candidate)}`;
  }
  let summaries = '';
  for (const provider of summarised(slots, candidates, request.allowsNested)) {
    summaries += `${summaries === '' ? '' : ','}"${provider.id}":${summaryText(provider, asked)}`;
  }
  return `{"allocation_requests":[${requests}],"provider_summaries":{${summaries}}}`;
}
