import type { Candidate } from '@berth/engine/candidates/candidate.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import { Search } from '@berth/engine/candidates/search.ts';
import type { World } from '@berth/engine/world.ts';

/** A search that has found everything beforehand, so that what takes from it can be measured without it. */
export class FinishedSearch extends Search {
  readonly request: CandidateRequest;
  readonly #found: readonly Candidate[];
  #taken = 0;

  constructor(world: World, request: CandidateRequest, max: number) {
    super(world, request);
    this.request = request;
    this.#found = new Search(world, request).take(max);
  }

  get size(): number {
    return this.#found.length;
  }

  /** As if nothing had been taken from it. */
  rewind(): void {
    this.#taken = 0;
  }

  override step(): Candidate | null {
    return this.#found[this.#taken++] ?? null;
  }
}
