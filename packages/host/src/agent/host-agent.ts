import { FatalUpdate, type PassReport } from '../tracker/pass-report.ts';
import type { ResourceTracker } from '../tracker/resource-tracker.ts';
import { AgentRecord } from './agent-record.ts';
import { isPlacementAway } from './is-placement-away.ts';
import { realTiming, type Timing } from './timing.ts';
import { waitBeforePass } from './wait-before-pass.ts';

export interface HostAgentOptions {
  readonly tracker: Pick<ResourceTracker, 'update'>;
  readonly intervalMs: number;
  /** How long a pass that is under way may go on when the agent is asked to stop. */
  readonly graceMs: number;
  readonly timing?: Timing;
  /** Told of each pass when it is over. */
  readonly onPass?: (pass: FinishedPass) => void;
}

/** A pass that is over, whether it was good or not. */
export interface FinishedPass {
  readonly startup: boolean;
  readonly report: PassReport;
  readonly tookMs: number;
  /** When the next one begins, unless somebody asks for it before. */
  readonly nextInMs: number;
}

/**
 * Keeps a host up to date in Placement: a pass when it starts, and then another one every interval, for as long as it runs. A
 * Placement that is away is waited for.
 */
export class HostAgent {
  readonly #options: HostAgentOptions;
  readonly #timing: Timing;
  readonly #record: AgentRecord;
  #pause = new AbortController();
  /** Somebody has asked for a pass since the last one began. */
  #isAsked = false;

  constructor(options: HostAgentOptions) {
    this.#options = options;
    this.#timing = options.timing ?? realTiming;
    this.#record = new AgentRecord(options.intervalMs, () => this.#timing.now());
  }

  /** What has become of it so far. */
  get record(): AgentRecord {
    return this.#record;
  }

  /** Makes a pass at once, or as soon as the one that is under way is over. */
  wake(): void {
    this.#isAsked = true;
    this.#pause.abort();
  }

  /**
   * Runs until it is asked to stop; says whether the last pass came to its end by then. It is at its start until a pass has worked for
   * all nodes: only then may inventory move, however long Placement is away before.
   *
   * @throws {FatalUpdate} of a pass at the start that would fail again. Later on, what is fatal is a failure like others: Placement
   * has what it had, and who works on this host is not to suffer.
   */
  async run(stop: AbortSignal): Promise<'stopped' | 'cut off'> {
    let startup = true;
    let failuresInARow = 0;
    const wake = () => this.#pause.abort();
    stop.addEventListener('abort', wake);
    try {
      while (!stop.aborted) {
        this.#isAsked = false;
        const startedAt = this.#timing.now();
        const report = await this.#pass(startup, stop);
        if (report === null) return 'cut off';
        const isGood = report.failures.length === 0;
        failuresInARow = isGood ? 0 : failuresInARow + 1;
        const nextInMs = waitBeforePass(failuresInARow, this.#options.intervalMs, () =>
          this.#timing.random(),
        );
        const tookMs = this.#timing.now() - startedAt;
        this.#options.onPass?.({ startup, report, tookMs, nextInMs });
        startup &&= !isGood;
        await this.#sleep(nextInMs, stop);
      }
      return 'stopped';
    } finally {
      stop.removeEventListener('abort', wake);
    }
  }

  /** Null where it did not come to its end in the time that is left after it was asked to stop. */
  async #pass(startup: boolean, stop: AbortSignal): Promise<PassReport | null> {
    this.#record.begin();
    const over = new AbortController();
    const late = this.#grace(stop, over.signal);
    try {
      const report = await Promise.race([this.#update(startup, stop), late]);
      if (report !== null) this.#record.end(report);
      return report;
    } finally {
      over.abort();
    }
  }

  async #update(startup: boolean, signal: AbortSignal): Promise<PassReport> {
    try {
      return await this.#options.tracker.update({ startup, signal });
    } catch (error) {
      if (!(error instanceof FatalUpdate) || isFinal(error, startup)) throw error;
      return error.report;
    }
  }

  /** Resolves so long after the agent is asked to stop, unless the pass is over by then. */
  async #grace(stop: AbortSignal, over: AbortSignal): Promise<null> {
    await aborted(stop, over);
    await this.#timing.sleep(this.#options.graceMs, over);
    return null;
  }

  async #sleep(ms: number, stop: AbortSignal): Promise<void> {
    this.#pause = new AbortController();
    if (this.#isAsked || stop.aborted) return;
    await this.#timing.sleep(ms, this.#pause.signal);
  }
}

function isFinal({ report }: FatalUpdate, startup: boolean): boolean {
  return startup && report.failures.some(({ isFatal, error }) => isFatal && !isPlacementAway(error));
}

/** Resolves when one of both is given. */
function aborted(...signals: readonly AbortSignal[]): Promise<void> {
  const any = AbortSignal.any([...signals]);
  if (any.aborted) return Promise.resolve();
  return new Promise((resolve) => any.addEventListener('abort', () => resolve(), { once: true }));
}
