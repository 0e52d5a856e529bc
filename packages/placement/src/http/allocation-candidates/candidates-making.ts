import type { Answer } from '@berth/api-kit/endpoint.ts';
import type { ResponseBody } from '@berth/api-kit/response.ts';
import { Search } from '@berth/engine/candidates/search.ts';
import { type Paused, Work } from '@berth/engine/candidates/work.ts';
import type { World } from '@berth/engine/world.ts';
import type { PlacementContext } from '../endpoints.ts';
import { globalRequestId } from '@berth/api-kit/global-request-id.ts';
import { CandidatesBody, noCandidates } from './candidates-body.ts';
import { encodeTree } from './encoded-provider.ts';
import type { Making } from './long-searches.ts';
import { type ParsedRequest, parseRequest } from './parse-request.ts';
import { shuffle } from './shuffle.ts';

/** What the making of an answer needs of the request it is for. */
export type MakingContext = Pick<
  PlacementContext,
  'app' | 'query' | 'version' | 'features' | 'requestId' | 'now' | 'headers' | 'caller'
>;

/** The search for one request and the body that is made of it, slice by slice. */
export class CandidatesMaking implements Making<ResponseBody> {
  readonly #context: MakingContext;
  readonly #parsed: ParsedRequest;
  /** So many candidates at most. */
  readonly #max: number;
  #world: World;
  #search: Search;
  #body: CandidatesBody;
  #sliceMs: number;
  #sliceEnd = 0;

  constructor(context: MakingContext, firstSliceMs: number = longSliceMs) {
    this.#context = context;
    this.#sliceMs = firstSliceMs;
    this.#parsed = parseRequest(context.query, context.features);
    const { candidatesMax } = context.app.settings;
    this.#max = Math.min(this.#parsed.limit ?? Infinity, candidatesMax ?? Infinity);
    this.#world = context.app.world;
    this.#search = this.#newSearch();
    this.#body = this.#newBody();
  }

  make(): ResponseBody | Paused {
    // A process that had to load again has another world, and the one before stands still.
    if (this.#world !== this.#context.app.world) this.#beginAnew();
    return this.#body.make();
  }

  leave(): void {
    this.#body.leave();
  }

  /** The whole answer, once its body is there. */
  answer(body: ResponseBody): Answer {
    if (body === noCandidates) this.#noteEmpty();
    return { status: 200, body, lastModified: this.#context.now };
  }

  #noteEmpty(): void {
    const { app, requestId, features, headers, caller } = this.#context;
    void app.emptyAnswers.note(this.#world, {
      ...this.#parsed,
      mayAskRoot: features.rootRequired,
      requestId,
      globalRequestId: globalRequestId(headers),
      caller,
    });
  }

  #beginAnew(): void {
    this.#body.leave();
    this.#world = this.#context.app.world;
    this.#search = this.#newSearch();
    this.#body = this.#newBody();
  }

  #newSearch(): Search {
    const { app, features } = this.#context;
    const { candidatesOrder, randomizesCandidates, searchStepsMax } = app.settings;
    const isTimeUp = (): boolean => app.clock() >= this.#sliceEnd;
    return new Search(this.#world, this.#parsed.request, {
      order: candidatesOrder,
      shuffle: randomizesCandidates ? shuffle : undefined,
      work: new Work({ stepsMax: searchStepsMax, isTimeUp }),
      wanted: this.#max,
      // Summaries are of whole trees from then on, and kept.
      onTree: features.nestedCandidates ? encodeTree : undefined,
    });
  }

  #newBody(): CandidatesBody {
    const { app, version } = this.#context;
    return new CandidatesBody(this.#parsed.request, this.#search, this.#max, version, {
      onSlice: () => {
        this.#sliceEnd = app.clock() + this.#sliceMs;
        this.#sliceMs = shortSliceMs;
      },
      onEnd: () => this.#noteEnd(),
    });
  }

  #noteEnd(): void {
    const { app, query, requestId } = this.#context;
    if (!this.#search.isCut) {
      app.cutSearches.forget(query.text);
      return;
    }
    const steps = this.#search.work.spent;
    app.onSearchCut();
    app.cutSearches.note(query.text, { requestId, steps });
    app.log?.warn({ requestId, steps }, 'a search was ended at its budget: there may be more candidates');
  }
}

/**
 * How long a search goes on before others have their turn. To pause costs as much as to look at a thousand trees: what was found has to
 * be noted, and outlives collections of garbage; so nearly all searches are to be done with their first slice. What is not
 * takes long in any case, and others wait for it as little as can be.
 */
export const longSliceMs = 15;
export const shortSliceMs = 4;
