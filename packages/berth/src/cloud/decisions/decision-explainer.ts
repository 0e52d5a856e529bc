import { turns } from '@berth/api-kit/turns.ts';
import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import type { PastDecision } from '@berth/compute-engine/decisions/decision-log.ts';
import type { KeepExplanation } from '@berth/compute-engine/decisions/keep-explanation.ts';
import type { AskedOfPlacement } from '@berth/compute-engine/scheduler/decision.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import type { World } from '@berth/engine/world.ts';
import type { Explainer } from '@berth/placement/http/explain/explain-in-turns.ts';
import { explanationLine } from '@berth/placement/http/explain/explanation-text.ts';
import type { Log } from '../../log/log.ts';
import { explainAsked, queryOfAsked } from './explain-asked.ts';

export interface DecisionExplainerOptions {
  readonly world: () => World;
  readonly keep: (command: KeepExplanation) => Promise<void>;
  readonly explainer: Explainer;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/**
 * Finds out why Placement had no room for a server, right after that was decided, and keeps it with the decision.
 *
 * It takes as long as looking at every provider, which no decision may; so it is done afterwards, in turns with other work, and takes one part in
 * a hundred of the time. Whoever fails a thousand times a second is explained now and then. Of all others the decision says what was asked for, and
 * who looks at it is told what there is by then.
 */
export class DecisionExplainer {
  readonly #options: DecisionExplainerOptions;
  #isExplaining = false;
  #restsUntil = -Infinity;

  constructor(options: DecisionExplainerOptions) {
    this.#options = options;
  }

  /** What was decided, whatever it is about. Resolves when nothing more comes of it. */
  async note(changes: readonly { readonly kind: string }[]): Promise<void> {
    const failed = failedIn(changes);
    if (failed === null || this.#isExplaining || this.#options.explainer.clock() < this.#restsUntil) return;
    this.#isExplaining = true;
    try {
      await this.#explain(failed);
    } catch (err) {
      // The server is in error with or without it.
      this.#options.log.warn(
        { err, servers: failed.ids.slice(0, namedMax) },
        'why there is no host could not be kept',
      );
    } finally {
      this.#isExplaining = false;
    }
  }

  async #explain({ ids, at, asked }: Failed): Promise<void> {
    const { world, keep, explainer, log } = this.#options;
    // The client has its answer first.
    await turns.next();
    const explained = await explainAsked(explainer, world(), asked, bounds);
    if (explained === null) return;
    this.#restsUntil = explainer.clock() + explained.workMs * (oneIn - 1);
    const explanation = explanationLine(explained);
    log.info({ servers: ids.slice(0, namedMax), query: queryOfAsked(asked) }, `no host: ${explanation}`);
    await keep({ kind: 'keep-explanation', ids, at, explanation });
  }
}

/** Servers that were decided together. */
interface Failed {
  readonly ids: readonly ConsumerId[];
  readonly at: number;
  readonly asked: AskedOfPlacement;
}

function failedIn(changes: readonly { readonly kind: string }[]): Failed | null {
  const logs = changes.flatMap((change) => (isLogSet(change) ? [change.thing] : []));
  const last = logs[0]?.decisions.at(-1);
  if (!last || !isUnexplained(last)) return null;
  return { ids: logs.map(({ id }) => id), at: last.at, asked: last.asked };
}

type LogSet = Extract<ComputeChange, { readonly kind: 'decision-log-set' }>;

function isLogSet(change: { readonly kind: string }): change is LogSet {
  return change.kind === 'decision-log-set';
}

function isUnexplained(decision: PastDecision): decision is PastDecision & { asked: AskedOfPlacement } {
  return decision.asked !== null && decision.explanation === null;
}

const bounds = { deadlineMs: 200, nearestMax: 3, relaxationsMax: 3, candidatesMax: 100 };
/** The part of the time that it may take. */
const oneIn = 100;
/** How many servers are named in a line of the log. */
const namedMax = 5;
