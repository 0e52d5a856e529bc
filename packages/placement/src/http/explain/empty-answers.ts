import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import { explain } from '@berth/engine/explain/explain.ts';
import type { Rule } from '@berth/engine/explain/rule.ts';
import type { World } from '@berth/engine/world.ts';
import type { AppLog } from '../app.ts';
import { deadline } from './deadline.ts';
import type { ExplainSettings } from './explain-settings.ts';
import { explanationLine } from './explanation-text.ts';
import { explanationView } from './explanation-view.ts';

/**
 * Tells in the log why there were no candidates, one line for each answer that had none.
 *
 * To find out takes as long as looking at every provider, and requests that find nothing are asked again and again. So
 * explaining may take one part in a hundred of the time: after an explanation that took 20 ms there is none for two
 * seconds. And a request that was explained in the last ten seconds is not explained again. The line of an answer that is
 * not explained says so, and names the request that was.
 */
export class EmptyAnswers {
  readonly #settings: ExplainSettings;
  readonly #log: AppLog | null;
  readonly #clock: () => number;
  /** Requests are the same as long as their query is remembered. */
  readonly #explained = new WeakMap<CandidateRequest, Known>();
  readonly #onEmpty: (reason: EmptyAnswerReason) => void;
  #restsUntil = -Infinity;

  /** The clock is in milliseconds. */
  constructor(
    settings: ExplainSettings,
    log: AppLog | null,
    clock: () => number,
    onEmpty: (reason: EmptyAnswerReason) => void = () => {},
  ) {
    this.#onEmpty = onEmpty;
    this.#settings = settings;
    this.#log = log;
    this.#clock = clock;
  }

  note(world: World, request: CandidateRequest, requestId: string): void {
    this.#onEmpty(this.#tell(world, request, requestId) ?? 'not-explained');
  }

  /** Gives the reason, where it is known. */
  #tell(world: World, request: CandidateRequest, requestId: string): Rule['kind'] | null {
    const log = this.#log;
    if (log === null || !this.#settings.logsEmptyAnswers || !log.isLevelEnabled('info')) return null;
    const now = this.#clock();
    const known = this.#explained.get(request);
    if (known && now - known.at < sameAgainMs) {
      log.info({ requestId, explainedIn: known.requestId }, 'no candidates, as explained before');
      return known.reason;
    }
    if (now < this.#restsUntil) {
      log.info({ requestId }, 'no candidates; not explained, since others were just before');
      return null;
    }
    const reason = this.#explain(world, request, requestId, log);
    this.#explained.set(request, { requestId, at: now, reason });
    const end = this.#clock();
    this.#restsUntil = end + (end - now) * (oneIn - 1);
    return reason;
  }

  /** A mistake in here must not take the answer from the client, which is right without it. */
  #explain(world: World, request: CandidateRequest, requestId: string, log: AppLog): Rule['kind'] | null {
    try {
      const explanation = explain(world, request, {
        isOverdue: deadline(deadlineMs, this.#clock),
        nearestMax: 3,
        relaxationsMax: 3,
        candidatesMax: 100,
      });
      const explained = { request, limit: null, explanation };
      log.info({ requestId, explanation: explanationView(explained, true) }, explanationLine(explained));
      return explanation.excluded.toSorted((a, b) => b.trees - a.trees)[0]?.rule.kind ?? null;
    } catch (err) {
      log.error({ requestId, err }, 'that there are no candidates could not be explained');
      return null;
    }
  }
}

/** The kind of rule that excluded most trees; there are some fifteen kinds. */
export type EmptyAnswerReason = Rule['kind'] | 'not-explained';

interface Known {
  readonly requestId: string;
  readonly at: number;
  readonly reason: Rule['kind'] | null;
}

const deadlineMs = 50;
const sameAgainMs = 10_000;
/** The part of the time that explaining may take. */
const oneIn = 100;
