import type { VersionIndex } from '@berth/api-kit/microversions.ts';
import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import { joinBytes } from '../join-bytes.ts';
import { versions } from '../versions.ts';
import { CandidateText } from './candidate-text.ts';
import {
  type EncodeSummaries,
  summariesOfAsked,
  summariesWithAll,
  summariesWithTraits,
  summariesWithTrees,
} from './summary-bytes.ts';

type EncodeCandidate = (text: CandidateText, candidate: Candidate) => string;

const candidateForms = versions.ladder<EncodeCandidate>(
  ['1.10', (text, candidate) => `{"allocations":[${text.listed(candidate)}]}`],
  ['1.12', (text, candidate) => `{"allocations":{${text.byProvider(candidate)}}}`],
  [
    '1.34',
    (text, candidate) =>
      `{"allocations":{${text.byProvider(candidate)}},"mappings":{${text.mappings(candidate)}}}`,
  ],
);

const summaryForms = versions.ladder<EncodeSummaries>(
  ['1.10', summariesOfAsked],
  ['1.17', summariesWithTraits],
  ['1.27', summariesWithAll],
  ['1.29', summariesWithTrees],
);

/**
 * The whole answer. Answers with thousands of candidates are common, and writing them, not finding them, is the work;
 * so no objects are made to be turned into text, and what repeats is encoded once.
 */
export function candidatesJson(
  request: CandidateRequest,
  slots: readonly Slot[],
  candidates: readonly Candidate[],
  version: VersionIndex,
): Uint8Array[] {
  // Both ladders begin where the endpoint does.
  const encodeCandidate = candidateForms.at(version) as EncodeCandidate;
  const encodeSummaries = summaryForms.at(version) as EncodeSummaries;
  const text = new CandidateText(slots);
  const requests = candidates.map((candidate) => encodeCandidate(text, candidate));
  const summaries = encodeSummaries(request, slots, candidates);
  return [opening, Buffer.from(requests.join(',')), middle, joinBytes(summaries), closing];
}

const opening = Buffer.from('{"allocation_requests":[');
const middle = Buffer.from('],"provider_summaries":{');
const closing = Buffer.from('}}');
