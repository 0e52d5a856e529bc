import type { VersionIndex } from '@berth/api-kit/microversions.ts';
import type { ResponseBody } from '@berth/api-kit/response.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import type { Candidate } from '@berth/engine/candidates/candidate.ts';
import type { Search } from '@berth/engine/candidates/search.ts';
import { joinBytes } from '../join-bytes.ts';
import { CandidateWriter } from './candidate-writer.ts';
import { candidateViews, type ViewCandidate } from './candidate-views.ts';
import { Summaries, type SummaryForm, summaryForms } from './summaries.ts';

/**
 * The whole answer. Answers with thousands of candidates are common, and writing them, not finding them, is the work;
 * so no objects are made to be turned into text, and what repeats is encoded once. A long answer is made while it is
 * sent, and is as true as if it had been made at once.
 */
export function candidatesJson(
  request: CandidateRequest,
  search: Search,
  max: number,
  version: VersionIndex,
  sizes: Sizes = usualSizes,
): ResponseBody {
  // Both ladders begin where the endpoint does.
  const writer = new CandidateWriter(search.slots, candidateViews.at(version) as ViewCandidate);
  const form = (summaryForms.at(version) as (request: CandidateRequest) => SummaryForm)(request);
  const summaries = new Summaries(form, search.slots);
  const first = search.take(Math.min(max, sizes.atOnce));
  if (first.length === 0) return noCandidates;
  summaries.note(first);
  if (first.length < sizes.atOnce || first.length === max) {
    const parts = [writer.write(first, opening), joinBytes(summaries.parts(), middle), closing];
    return first.length > few ? parts : Buffer.concat(parts);
  }
  summaries.hold(search.hold());
  return lazily(search, first, max, writer, summaries, sizes);
}

/** So few candidates are copied together in less time than it takes to send several pieces. */
const few = 100;

/** How much is made at one time. */
interface Sizes {
  /** How many candidates are found and written at once; what is more is made as it is sent. */
  readonly atOnce: number;
  readonly chunkBytes: number;
}

/* A chunk is a fraction of a millisecond of work, after which others have their turn. */
const usualSizes: Sizes = { atOnce: 2000, chunkBytes: 128 * 1024 };

function* lazily(
  search: Search,
  first: readonly Candidate[],
  max: number,
  writer: CandidateWriter,
  summaries: Summaries,
  { chunkBytes }: Sizes,
): Generator<Uint8Array> {
  const written = writer.write(first, opening);
  const perChunk = Math.ceil((chunkBytes * first.length) / written.length);
  yield written;
  for (let count = first.length; count < max; ) {
    const more = search.take(Math.min(perChunk, max - count));
    if (more.length === 0) break;
    summaries.note(more);
    yield writer.write(more, comma);
    count += more.length;
  }
  yield* inChunks(summaries.parts(), chunkBytes);
  yield closing;
}

function* inChunks(parts: readonly Uint8Array[], chunkBytes: number): Generator<Uint8Array> {
  let lead = middle;
  let length = 0;
  let waiting: Uint8Array[] = [];
  for (const part of parts) {
    waiting.push(part);
    length += part.length;
    if (length < chunkBytes) continue;
    yield joinBytes(waiting, lead);
    lead = comma;
    length = 0;
    waiting = [];
  }
  if (waiting.length > 0 || lead === middle) yield joinBytes(waiting, lead);
}

/** The answer when there are none, at every version: always this very one, so that it can be told. */
export const noCandidates: ResponseBody = Buffer.from('{"allocation_requests":[],"provider_summaries":{}}');

const opening = Buffer.from('{"allocation_requests":[');
const comma = Buffer.from(',');
const middle = Buffer.from('],"provider_summaries":{');
const closing = Buffer.from('}}');
