import type { Caller } from '@berth/api-kit/caller.ts';
import { turns } from '@berth/api-kit/turns.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import type { Rule } from '@berth/engine/explain/rule.ts';
import type { World } from '@berth/engine/world.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import { cutText } from '@berth/api-kit/cut-text.ts';
import type { AppLog } from '../app.ts';
import { type Explainer, explainInTurns } from './explain-in-turns.ts';
import type { ExplainSettings } from './explain-settings.ts';
import { explanationLine } from './explanation-text.ts';
import { explanationView } from './explanation-view.ts';
import { queryOf } from './query-of.ts';

/** What was asked for in vain, and by whom. */
export interface EmptyAnswer {
  readonly request: CandidateRequest;
  readonly limit: number | null;
  /** Whether the client can ask for traits of the root. */
  readonly mayAskRoot: boolean;
  readonly requestId: string;
  readonly globalRequestId: string | undefined;
  readonly caller: Caller;
}

/**
 * Tells in the log why there were no candidates, one line for each answer that had none.
 *
 * To find out takes as long as looking at every provider, and requests that find nothing are asked again and again. So
 * explaining may take one part in a hundred of the time: after an explanation that took 20 ms there is none for two
 * seconds. And a request that was explained in the last ten seconds is not explained again. The line of an answer that is
 * not explained says so, and names the request that was.
 *
 * It is explained after it was answered, in turns with other work. What has changed since then is told.
 */
export class EmptyAnswers {
  readonly #settings: ExplainSettings;
  readonly #log: AppLog | null;
  readonly #explainer: Explainer;
  /** Requests are the same as long as their query is remembered. */
  readonly #explained = new WeakMap<CandidateRequest, Known>();
  readonly #onEmpty: (reason: EmptyAnswerReason) => void;
  #isExplaining = false;
  #restsUntil = -Infinity;

  /** The clock is in milliseconds. */
  constructor(
    settings: ExplainSettings,
    log: AppLog | null,
    explainer: Explainer,
    onEmpty: (reason: EmptyAnswerReason) => void = () => {},
  ) {
    this.#onEmpty = onEmpty;
    this.#settings = settings;
    this.#log = log;
    this.#explainer = explainer;
  }

  /** Resolves when the line is written; nothing where none is. */
  note(world: World, answer: EmptyAnswer): Promise<void> | undefined {
    const { logsEmptyAnswers, logLevel } = this.#settings;
    const log = this.#log;
    if (log !== null && logsEmptyAnswers && log.isLevelEnabled(logLevel))
      return this.#tell(world, answer, log).then((reason) => this.#onEmpty(reason ?? 'not-explained'));
    this.#onEmpty('not-explained');
    return undefined;
  }

  /** Gives the reason, where it is known. */
  async #tell(world: World, answer: EmptyAnswer, log: AppLog): Promise<Rule['kind'] | null> {
    const { logLevel } = this.#settings;
    const { request, requestId } = answer;
    const fields = fieldsOf(answer);
    const now = this.#explainer.clock();
    const known = this.#explained.get(request);
    if (known && now - known.at < sameAgainMs) {
      const { requestId: explainedIn } = known;
      log[logLevel]({ ...fields, explainedIn }, 'no candidates, as explained before');
      return await known.reason;
    }
    if (this.#isExplaining || now < this.#restsUntil) {
      log[logLevel](fields, 'no candidates; not explained, since others were just before');
      return null;
    }
    const reason = this.#explain(world, answer, fields, log);
    this.#explained.set(request, { requestId, at: now, reason });
    return await reason;
  }

  /** A mistake in here must not take the answer from the client, which is right without it. */
  async #explain(
    world: World,
    answer: EmptyAnswer,
    fields: object,
    log: AppLog,
  ): Promise<Rule['kind'] | null> {
    const { request, limit, mayAskRoot } = answer;
    this.#isExplaining = true;
    try {
      // The client has its answer first.
      await turns.next();
      const { explanation, workMs } = await explainInTurns(this.#explainer, world, request, {
        deadlineMs,
        nearestMax: 3,
        relaxationsMax: 3,
        candidatesMax: 100,
        mayAskRoot,
      });
      this.#restsUntil = this.#explainer.clock() + workMs * (oneIn - 1);
      const explained = { request, limit, explanation };
      const line = explanationLine(explained);
      log[this.#settings.logLevel]({ ...fields, explanation: explanationView(explained, true) }, line);
      return explanation.excluded.toSorted((a, b) => b.trees - a.trees)[0]?.rule.kind ?? null;
    } catch (err) {
      if (err instanceof Refusal) {
        log[this.#settings.logLevel](fields, 'no candidates; what was asked for is not known any more');
      } else log.error({ ...fields, err }, 'that there are no candidates could not be explained');
      return null;
    } finally {
      this.#isExplaining = false;
    }
  }
}

/** The kind of rule that excluded most trees; there are some fifteen kinds. */
export type EmptyAnswerReason = Rule['kind'] | 'not-explained';

interface Known {
  readonly requestId: string;
  readonly at: number;
  readonly reason: Promise<Rule['kind'] | null>;
}

function fieldsOf({ request, limit, requestId, globalRequestId, caller }: EmptyAnswer): object {
  return {
    requestId,
    globalRequestId,
    user: caller.userId ?? undefined,
    project: caller.projectId ?? undefined,
    query: cutText(queryOf(request, limit), queryMax),
  };
}

const deadlineMs = 50;
const sameAgainMs = 10_000;
/** The part of the time that explaining may take. */
const oneIn = 100;
/** A query may be 60 kB long; what it is about shows at its beginning. */
const queryMax = 2_000;
