import type { VersionIndex } from '@berth/api-kit/microversions.ts';
import type { ResponseBody } from '@berth/api-kit/response.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import type { Search } from '@berth/engine/candidates/search.ts';
import { Sheet } from '../sheet.ts';
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
  const sheet = Sheet.take();
  sheet.add(opening);
  writer.write(first, sheet);
  if (first.length === sizes.atOnce && first.length < max) {
    summaries.hold(search.hold());
    return lazily(search, first.length, max, writer, summaries, sheet, sizes);
  }
  sheet.add(middle);
  sheet.addJoined(summaries.parts());
  sheet.add(closing);
  return writtenOn(sheet);
}

/** The answer is on the sheet; a small one is sent as a copy, since that takes less time than minding when it is sent. */
function writtenOn(sheet: Sheet): ResponseBody {
  const { written } = sheet;
  if (written.length > smallBytes) return Object.assign(giving(sheet), { byteLength: written.length });
  const copy = Buffer.from(written);
  sheet.giveBack();
  return copy;
}

const smallBytes = 32 * 1024;

function* giving(sheet: Sheet): Generator<Uint8Array> {
  try {
    yield sheet.written;
  } finally {
    sheet.giveBack();
  }
}

/** How much is made at one time. */
interface Sizes {
  /** How many candidates are found and written at once; what is more is made as it is sent. */
  readonly atOnce: number;
  readonly chunkBytes: number;
}

/* A chunk is a fraction of a millisecond of work, after which others have their turn. */
const usualSizes: Sizes = { atOnce: 2000, chunkBytes: 128 * 1024 };

/** What is on the sheet, the first candidates, and then all others. */
function* lazily(
  search: Search,
  first: number,
  max: number,
  writer: CandidateWriter,
  summaries: Summaries,
  sheet: Sheet,
  { chunkBytes }: Sizes,
): Generator<Uint8Array> {
  const perChunk = Math.ceil((chunkBytes * first) / sheet.written.length);
  try {
    for (let count = first; count < max; ) {
      const more = search.take(Math.min(perChunk, max - count));
      if (more.length === 0) break;
      yield sheet.written;
      sheet.clear();
      summaries.note(more);
      sheet.add(comma);
      writer.write(more, sheet);
      count += more.length;
    }
    sheet.add(middle);
    for (const [index, part] of summaries.parts().entries()) {
      if (index > 0) sheet.add(comma);
      sheet.add(part);
      if (sheet.written.length < chunkBytes) continue;
      yield sheet.written;
      sheet.clear();
    }
    sheet.add(closing);
    yield sheet.written;
  } finally {
    sheet.giveBack();
  }
}

/** The answer when there are none, at every version: always this very one, so that it can be told. */
export const noCandidates: ResponseBody = Buffer.from('{"allocation_requests":[],"provider_summaries":{}}');

const opening = Buffer.from('{"allocation_requests":[');
const comma = Buffer.from(',');
const middle = Buffer.from('],"provider_summaries":{');
const closing = Buffer.from('}}');
