import { QueryParams } from '@berth/api-kit/query-params.ts';
import { nobody } from '@berth/api-kit/caller.ts';
import { HttpError } from '@berth/api-kit/http-error.ts';
import type { ResponseBody } from '@berth/api-kit/response.ts';
import { isLazy } from '@berth/api-kit/response.ts';
import { type Paused, paused } from '@berth/engine/candidates/work.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import type { World } from '@berth/engine/world.ts';
import type { App } from '@berth/placement/http/app.ts';
import { CandidatesMaking } from '@berth/placement/http/allocation-candidates/candidates-making.ts';
import { CutSearches } from '@berth/placement/http/allocation-candidates/cut-searches.ts';
import { candidatesCheck } from '@berth/placement/http/allocation-candidates/query.ts';
import { features } from '@berth/placement/http/features.ts';
import { versions } from '@berth/placement/http/versions.ts';

/** What one search did to the event loop. */
export interface Hold {
  /** The longest stretch in which nobody else had a turn: processor time of this thread. */
  readonly longestMs: number;
  readonly totalMs: number;
  readonly stretches: number;
  /** Why there is no answer, where there is none. */
  readonly refused: string | null;
  readonly isCut: boolean;
  /** Left unfinished, since it took too long for the generator. */
  readonly isLeft: boolean;
  readonly bytes: number;
}

/** Answers a query as the endpoint does, from the text of the query to the last byte, and measures every stretch of it. */
export function holdOf(world: World, queryText: string, patienceMs: number, stepsMax = 100_000_000): Hold {
  let longestMs = 0;
  let totalMs = 0;
  let stretches = 0;
  const stretch = <Result>(work: () => Result): Result => {
    const before = process.threadCpuUsage();
    try {
      return work();
    } finally {
      const { user, system } = process.threadCpuUsage(before);
      const ms = (user + system) / 1000;
      longestMs = Math.max(longestMs, ms);
      totalMs += ms;
      stretches++;
    }
  };
  let isCut = false;
  let isLeft = false;
  let refused: string | null = null;
  let bytes = 0;
  const app = appOf(world, stepsMax, () => (isCut = true));
  try {
    const { making, first } = stretch(() => begin(app, queryText));
    let body = first;
    const isEnough = (): boolean => totalMs >= patienceMs;
    while (body === paused && !isEnough()) body = stretch(() => making.make());
    if (body === paused) {
      isLeft = true;
      making.leave();
    } else bytes = taken(body, stretch, () => (isLeft = isEnough()));
  } catch (error) {
    if (!(error instanceof HttpError) && !(error instanceof Refusal)) throw error;
    refused = error.message;
  }
  return { longestMs, totalMs, stretches, refused, isCut, isLeft, bytes };
}

/** All chunks, each a stretch of its own. */
function taken(
  body: ResponseBody,
  stretch: <Result>(work: () => Result) => Result,
  isEnough: () => boolean,
): number {
  if (!isLazy(body)) return typeof body === 'string' || body instanceof Uint8Array ? body.length : 0;
  const chunks = body[Symbol.iterator]();
  let bytes = 0;
  for (;;) {
    const next = stretch(() => chunks.next());
    if (next.done) return bytes;
    bytes += next.value.length;
    if (!isEnough()) continue;
    chunks.return?.();
    return bytes;
  }
}

function begin(app: App, queryText: string): { making: CandidatesMaking; first: ResponseBody | Paused } {
  const query = new QueryParams(queryText);
  candidatesCheck.at(version)?.(query);
  const making = new CandidatesMaking({
    app,
    query,
    version,
    features: features.at(version),
    headers: {},
    caller: nobody,
    requestId: 'req-hostile',
    now: 0,
  });
  return { making, first: making.make() };
}

const version = versions.indexOf('1.39');

/** As much of the service as a search takes. */
function appOf(world: World, searchStepsMax: number, onCut: () => void): App {
  const app = {
    world,
    settings: {
      candidatesMax: 100_000,
      candidatesOrder: 'breadth-first',
      randomizesCandidates: false,
      searchStepsMax,
    },
    clock: () => performance.now(),
    cutSearches: new CutSearches(),
    emptyAnswers: { note: () => {} },
    onSearchCut: onCut,
    log: null,
  };
  return app as unknown as App; // The endpoint uses nothing else of it.
}
