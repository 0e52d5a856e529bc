import type { FinishedPass } from '@berth/host/agent/host-agent.ts';
import { consumerMoves } from '@berth/host/tracker/consumer-moves.ts';
import type { NodeFailure, NodeUpdate, PassReport } from '@berth/host/tracker/pass-report.ts';
import type { NodePlan } from '@berth/host/tracker/plan-node.ts';
import type { ProviderDifference } from '@berth/host/tree-difference.ts';
import type { Log } from '../log/log.ts';

/** After how long without anything to tell it is told that there is nothing. */
const quietMs = 3_600_000;
/** How many providers a line names. */
const shownMax = 20;

/** Puts what a host does into the log, so that an operator can follow it: what changes, at once, and that nothing does, once an hour. */
export class HostLog {
  readonly #log: Log;
  readonly #now: () => number;
  #toldAt: number;
  #quietPasses = 0;
  #isReady = false;
  #wasFailing = false;
  #warned: ReadonlySet<string> = new Set();

  constructor(log: Log, now: () => number = Date.now) {
    this.#log = log;
    this.#now = now;
    this.#toldAt = now();
  }

  reshapeBegins({ node, move }: NodePlan): void {
    if (move === null) return;
    const facts = { node: node.name, consumers: move.before.size, moving: consumerMoves(move).length };
    this.#log.info({ ...facts, reason: move.reason }, 'reshape begun');
  }

  pass({ report, tookMs, nextInMs }: FinishedPass): void {
    const { updated, failures, warnings } = report;
    for (const update of updated) this.#update(update);
    for (const failure of failures)
      this.#log.error({ ...failureFacts(failure), nextInMs: Math.round(nextInMs) }, notUpToDate);
    for (const warning of warnings) if (!this.#warned.has(warning)) this.#log.warn(warning);
    this.#warned = new Set(warnings);
    this.#settled(updated, failures.length > 0, Math.round(tookMs));
  }

  /** Of a pass after which the process ends. Other nodes have had their turn in it, and may have been reshaped. */
  cannotStart({ updated, failures, warnings }: PassReport): void {
    for (const update of updated) this.#update(update);
    for (const { node, error, advice, isFatal } of failures) {
      const facts = failureFacts({ node, error, advice });
      if (isFatal) this.#log.fatal(facts, 'the host cannot start');
      else this.#log.error(facts, notUpToDate);
    }
    for (const warning of warnings) this.#log.warn(warning);
  }

  #update({ node, difference, move }: NodeUpdate): void {
    if (move !== null) this.#log.info({ node: node.name, moved: consumerMoves(move).length }, 'reshape done');
    if (difference.length === 0) return;
    const providers = difference.slice(0, shownMax).map(described);
    const more = difference.length > shownMax ? { more: difference.length - shownMax } : {};
    this.#tell({ node: node.name, providers, ...more }, 'Placement was told what has changed');
  }

  #settled(updated: readonly NodeUpdate[], isFailing: boolean, tookMs: number): void {
    this.#quietPasses += 1;
    const nodes = updated.map(({ node }) => node.name).slice(0, shownMax);
    if (!isFailing && !this.#isReady) this.#tell({ nodes, tookMs }, 'ready');
    else if (!isFailing && this.#wasFailing) this.#tell({ nodes }, 'Placement is up to date again');
    this.#isReady ||= !isFailing;
    this.#wasFailing = isFailing;
    if (isFailing || this.#now() - this.#toldAt < quietMs) return;
    this.#tell({ nodes, passes: this.#quietPasses }, 'nothing has changed');
  }

  #tell(facts: object, text: string): void {
    this.#log.info(facts, text);
    this.#toldAt = this.#now();
    this.#quietPasses = 0;
  }
}

const notUpToDate = 'Placement could not be brought up to date';

/** Messages of what Placement has refused have the ids under which its log has them. */
function failureFacts({ node, error, advice }: Pick<NodeFailure, 'node' | 'error' | 'advice'>): object {
  return {
    ...(node === null ? {} : { node: node.name }),
    reason: error.message,
    ...(advice === null ? {} : { advice }),
  };
}

function described({ kind, name, inventories, traits, aggregates }: ProviderDifference): string {
  const totals = inventories.map(({ resourceClass, before, after }) =>
    before === null || after === null || before.total === after.total
      ? `${sign(before, after)}${resourceClass}:${(after ?? before)?.total}`
      : `${resourceClass}:${before.total}→${after.total}`,
  );
  const names = [traits, aggregates].flatMap(({ added, removed }) => [
    ...added.map((each) => `+${each}`),
    ...removed.map((each) => `-${each}`),
  ]);
  return [name, kind, ...totals, ...names].join(' ');
}

function sign(before: unknown, after: unknown): string {
  if (before === null) return '+';
  return after === null ? '-' : '~';
}
