import type { VersionIndex } from '@berth/api-kit/microversions.ts';
import type { ResponseBody } from '@berth/api-kit/response.ts';
import type { Candidate } from '@berth/engine/candidates/candidate.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import type { Search } from '@berth/engine/candidates/search.ts';
import { type Paused, paused } from '@berth/engine/candidates/work.ts';
import { joinedLength } from '@berth/api-kit/join-bytes.ts';
import type { OutputBuffer } from '../output-buffer.ts';
import { BufferedBody } from '../buffered-body.ts';
import { type OutputBufferPool, buffers as usualBuffers } from '../output-buffer-pool.ts';
import { CandidateWriter } from './candidate-writer.ts';
import { candidateViews, type ViewCandidate } from './candidate-views.ts';
import { Summaries, type SummaryForm, summaryForms } from './summaries.ts';

/**
 * The making of one answer, from the search to the bytes. Answers with thousands of candidates are common, and writing them, not
 * finding them, is the work; so no objects are made to be turned into text, and what repeats is encoded once.
 *
 * It is made in one go unless the search says that it must pause: then it is to be gone on with when others have had
 * their turn. A long answer is made while it is sent. Whatever changes meanwhile, it is true tree by tree.
 */
export class CandidatesBody {
  readonly #request: CandidateRequest;
  readonly #search: Search;
  readonly #max: number;
  readonly #version: VersionIndex;
  readonly #sizes: Sizes;
  readonly #onSlice: () => void;
  readonly #onEnd: () => void;
  readonly #buffers: OutputBufferPool;
  /** Made when it is needed, which it never is where nothing is found at once. */
  #text: Text | null = null;
  /** Found, and not written yet. */
  #batch: Candidate[] = [];
  #count = 0;
  #isAtEnd = false;

  constructor(
    request: CandidateRequest,
    search: Search,
    max: number,
    version: VersionIndex,
    { onSlice, onEnd, sizes = usualSizes, buffers = usualBuffers }: BodyOptions = {},
  ) {
    this.#onSlice = onSlice ?? (() => {});
    this.#onEnd = onEnd ?? (() => {});
    this.#request = request;
    this.#search = search;
    this.#max = max;
    this.#version = version;
    this.#sizes = sizes;
    this.#buffers = buffers;
  }

  /** To be called again, when it had to pause. */
  make(): ResponseBody | Paused {
    const { chunkBytes } = this.#sizes;
    const bytesAtOnce = this.#buffers.isScarce ? chunkBytes : this.#sizes.bytesAtOnce;
    const isPaused = this.#fill(bytesAtOnce) === paused;
    if (this.#count === 0 && this.#isAtEnd) {
      this.leave();
      return noCandidates;
    }
    const { buffer, summaries } = this.#textSoFar();
    // What has a chunk already can be sent while the rest is looked for.
    if (isPaused && buffer.length < chunkBytes) return paused;
    const parts = this.#isAtEnd ? summaries.parts() : [];
    if (!this.#isAtEnd || joinedLength(parts) > 2 * bytesAtOnce) {
      this.#pause();
      return new BufferedBody(buffer, this.#chunks());
    }
    buffer.add(middle);
    buffer.addJoined(parts);
    buffer.add(closing);
    return writtenOn(buffer);
  }

  /** Lets it go unfinished. */
  leave(): void {
    this.#text?.buffer.giveBack();
  }

  #textSoFar(): Text {
    if (this.#text) return this.#text;
    const { slots, work } = this.#search;
    // Both ladders begin where the endpoint does.
    const view = candidateViews.at(this.#version) as ViewCandidate;
    const formOf = summaryForms.at(this.#version) as (request: CandidateRequest) => SummaryForm;
    const buffer = this.#buffers.take();
    buffer.add(opening);
    this.#text = {
      buffer,
      writer: new CandidateWriter(slots, view, work),
      summaries: new Summaries(formOf(this.#request), slots),
    };
    return this.#text;
  }

  /** Finds and writes candidates until there are so many bytes, or no more candidates. */
  #fill(bytes: number): Paused | undefined {
    const { slots } = this.#search;
    this.#onSlice();
    while (!this.#isAtEnd) {
      const step = this.#count < this.#max ? this.#search.step() : null;
      if (step === paused) {
        this.#pause();
        return paused;
      }
      if (step === null) {
        this.#isAtEnd = true;
        this.#onEnd();
      } else {
        this.#batch.push(step);
        this.#count++;
        // Where there are many slots a batch is few candidates.
        if (this.#batch.length * slots.length < this.#sizes.batchSlots) continue;
      }
      if (this.#writeBatch() >= bytes) break;
    }
    return undefined;
  }

  /** Says how much is written then. */
  #writeBatch(): number {
    const batch = this.#batch;
    if (batch.length === 0) return this.#text?.buffer.length ?? 0;
    const { buffer, writer, summaries } = this.#textSoFar();
    if (this.#count > batch.length) buffer.add(comma);
    writer.write(batch, buffer);
    summaries.note(batch);
    this.#batch = [];
    return buffer.length;
  }

  /** From here on the world may change: what is needed of it is noted. */
  #pause(): void {
    this.#writeBatch();
    this.#search.pause();
    const opened = this.#search.takeOpened();
    // At the end nothing more will be found at them.
    this.#textSoFar().summaries.hold(this.#isAtEnd ? [] : opened);
  }

  /** What is in the buffer, and then all the rest. */
  *#chunks(): Generator<Uint8Array> {
    const { buffer, summaries } = this.#textSoFar();
    const { chunkBytes } = this.#sizes;
    while (!this.#isAtEnd) {
      yield buffer.written;
      buffer.clear();
      this.#fill(chunkBytes);
      this.#pause();
    }
    buffer.add(middle);
    let isFirst = true;
    for (const parts of inPieces(summaries.parts(), chunkBytes)) {
      if (!isFirst) buffer.add(comma);
      isFirst = false;
      buffer.addJoined(parts);
      yield buffer.written;
      buffer.clear();
    }
    buffer.add(closing);
    yield buffer.written;
  }
}

/** Parts that follow each other, as many at a time as have so many bytes. */
function* inPieces(parts: readonly Uint8Array[], bytes: number): Generator<readonly Uint8Array[]> {
  let from = 0;
  let length = 0;
  for (let index = 0; index < parts.length; index++) {
    length += (parts[index] as Uint8Array).length;
    if (length < bytes && index < parts.length - 1) continue;
    yield parts.slice(from, index + 1);
    from = index + 1;
    length = 0;
  }
}

/** What is written, and by whom. */
interface Text {
  readonly buffer: OutputBuffer;
  readonly writer: CandidateWriter;
  readonly summaries: Summaries;
}

/** The whole answer, for whoever has no reason to pause. */
export function candidatesJson(
  request: CandidateRequest,
  search: Search,
  max: number,
  version: VersionIndex,
  sizes: Sizes = usualSizes,
): ResponseBody {
  const making = new CandidatesBody(request, search, max, version, { sizes });
  for (;;) {
    const body = making.make();
    if (body !== paused) return body;
  }
}

/** The answer is in the buffer; a small one is sent as a copy, since that takes less time than minding when it is sent. */
function writtenOn(buffer: OutputBuffer): ResponseBody {
  const { written } = buffer;
  if (written.length > smallBytes) return new BufferedBody(buffer, [written].values(), written.length);
  const copy = Buffer.from(written);
  buffer.giveBack();
  return copy;
}

const smallBytes = 32 * 1024;

export interface BodyOptions {
  /** Called when it begins, and whenever it is gone on with. */
  readonly onSlice?: () => void;
  /** Called when the search is at its end. */
  readonly onEnd?: () => void;
  readonly sizes?: Sizes;
  readonly buffers?: OutputBufferPool;
}

/** How much is made at one time. */
export interface Sizes {
  /** Of candidates, and twice as much of summaries; what is more is made as it is sent. */
  readonly bytesAtOnce: number;
  readonly chunkBytes: number;
  /** Candidates are written together up to so many slots. */
  readonly batchSlots: number;
}

/* At once: a thousand candidates of eight groups. A chunk is a fraction of a millisecond of work, after which others have their turn. */
const usualSizes: Sizes = { bytesAtOnce: 2 * 1024 * 1024, chunkBytes: 128 * 1024, batchSlots: 256 };

/** The answer when there are none, at every version: always this very one, so that it can be told. */
export const noCandidates: ResponseBody = Buffer.from('{"allocation_requests":[],"provider_summaries":{}}');

const opening = Buffer.from('{"allocation_requests":[');
const comma = Buffer.from(',');
const middle = Buffer.from('],"provider_summaries":{');
const closing = Buffer.from('}}');
