import type { OrderReport, PowerReport, ToldOrder } from '@berth/client/compute/records.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { Timing } from '../agent/timing.ts';
import type { ComputeLog } from './compute-log.ts';
import { retryWait } from './retry-wait.ts';

export interface OutcomeReporterOptions {
  /** Gives what is said to those orders that are still to be done, by their ids. */
  readonly send: (reports: {
    readonly outcomes: readonly OrderReport[];
    readonly power: readonly PowerReport[];
  }) => Promise<ReadonlyMap<string, ToldOrder>>;
  readonly timing: Timing;
  readonly log: ComputeLog;
  /** From then on nothing is tried again. */
  readonly stop: AbortSignal;
}

/** The agent was stopped before it could be told: whoever starts next is given the order again. */
export class Untold extends Error {
  override readonly name = 'Untold';
}

type Told = { readonly outcome: OrderReport } | { readonly power: PowerReport };
type Waiting = Told & PromiseWithResolvers<ToldOrder>;

/** As many as the service takes in one request. */
const atOnceMax = 100;

/**
 * Tells the service what became of orders, in the order in which it came about, as long as it takes: what could not be told is told
 * again, which changes nothing where it was taken the first time. What waits goes together.
 */
export class OutcomeReporter {
  readonly #options: OutcomeReporterOptions;
  readonly #waiting: Waiting[] = [];
  #isSending = false;

  constructor(options: OutcomeReporterOptions) {
    this.#options = options;
  }

  /** Resolves when it is told, to what is said to that. Rejects with `Untold`, or with what the service has against it. */
  tell(outcome: OrderReport): Promise<ToldOrder> {
    return this.#add({ outcome });
  }

  async tellPower(power: PowerReport): Promise<void> {
    await this.#add({ power });
  }

  #add(told: Told): Promise<ToldOrder> {
    const waiting = { ...told, ...Promise.withResolvers<ToldOrder>() };
    this.#waiting.push(waiting);
    if (!this.#isSending) void this.#sendAll();
    return waiting.promise;
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    // After all that comes in the same turn.
    await Promise.resolve();
    for (let failures = 0; this.#waiting.length > 0; ) {
      const some = this.#waiting.slice(0, atOnceMax);
      try {
        this.#taken(some, await this.#options.send(reportsOf(some)));
        failures = 0;
      } catch (error) {
        failures++;
        await this.#failed(some, error, failures);
      }
    }
    this.#isSending = false;
  }

  #taken(some: readonly Waiting[], said: ReadonlyMap<string, ToldOrder>): void {
    this.#waiting.splice(0, some.length);
    for (const told of some) {
      told.resolve(('outcome' in told ? said.get(told.outcome.order) : undefined) ?? notOpen);
    }
  }

  async #failed(some: readonly Waiting[], error: unknown, failures: number): Promise<void> {
    const { timing, log, stop } = this.#options;
    // It would be refused again: all others need not wait for it.
    if (error instanceof ServiceError && error.status === 400) {
      this.#waiting.splice(0, some.length);
      for (const { reject } of some) reject(error);
      return;
    }
    const nextInMs = Math.round(retryWait(failures, () => timing.random()));
    if (failures === 1) log.warn({ reason: messageOf(error), nextInMs }, 'what was done cannot be reported');
    await timing.sleep(nextInMs, stop);
    if (!stop.aborted) return;
    for (const { reject } of this.#waiting.splice(0)) reject(new Untold('the agent was stopped'));
  }
}

const notOpen: ToldOrder = { isOpen: false, password: null };

function reportsOf(some: readonly Told[]): Parameters<OutcomeReporterOptions['send']>[0] {
  return {
    outcomes: some.flatMap((told) => ('outcome' in told ? [told.outcome] : [])),
    power: some.flatMap((told) => ('power' in told ? [told.power] : [])),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
