import { getWanted, postAnswer, postReports, putHost } from '@berth/client/compute/hosts.ts';
import type { HostAgentName, HostOrder, HostQuestion } from '@berth/client/compute/records.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { Transport } from '@berth/client/transport.ts';
import { realTiming, type Timing } from '../agent/timing.ts';
import type { Driver } from '../driver.ts';
import type { Guests } from '../guests.ts';
import { answerQuestion } from './answer-question.ts';
import type { ComputeLog } from './compute-log.ts';
import { OrderRunner } from './order-runner.ts';
import { OutcomeReporter } from './outcome-reporter.ts';
import { reconcile } from './reconcile.ts';
import { retryWait } from './retry-wait.ts';

/** When what could not be destroyed is tried again. */
const soonMs = 10_000;

/** As many as are given at once. */
const ordersMax = 100;

export interface ComputeAgentOptions {
  readonly transport: Transport;
  readonly name: HostAgentName;
  readonly driver: Pick<Driver, 'nodes'> & { readonly guests: Guests };
  readonly log: ComputeLog;
  readonly atOnce: number;
  /** How long what is under way may go on when the agent is asked to stop. */
  readonly graceMs: number;
  readonly timing?: Timing;
  /** How long a request for orders waits, in seconds. */
  readonly waitSeconds?: number;
  /** How often it is compared what runs with what should, and said again what the host has. */
  readonly roundMs?: number;
}

/**
 * Does what a compute host is told to do. First it says who it is, and compares what runs with what should; then it asks for orders, one
 * request after the other, for as long as it runs. A service that is away is waited for: what runs, runs on.
 */
export class ComputeAgent {
  readonly #options: ComputeAgentOptions;
  readonly #timing: Timing;
  readonly #roundMs: number;
  readonly #stop = new AbortController();
  readonly #reporter: OutcomeReporter;
  readonly #runner: OrderRunner;
  readonly #registered = Promise.withResolvers<void>();
  /** When it is to be said again what the host has. */
  #roundDueAt = 0;
  /** When the host last counted as up again, as it was told with the last round. */
  #backAt: string | null = null;

  constructor(options: ComputeAgentOptions) {
    const { transport, name, driver, log, atOnce, timing = realTiming, roundMs = 600_000 } = options;
    this.#options = options;
    this.#timing = timing;
    this.#roundMs = roundMs;
    this.#reporter = new OutcomeReporter({
      send: (reports) => postReports(transport, name, reports),
      timing,
      log,
      stop: this.#stop.signal,
    });
    const onFailed = ({ work }: HostOrder) => {
      // It is ordered again when the host says that it is there.
      if (work.kind === 'drop-leftover') this.#roundSoon();
    };
    this.#runner = new OrderRunner({
      guests: driver.guests,
      reporter: this.#reporter,
      log,
      atOnce,
      onFailed,
    });
  }

  /** Resolves when the service knows the host, or the agent has ended. */
  get registered(): Promise<void> {
    return this.#registered.promise;
  }

  /** Runs until it is asked to stop; then it waits for what is under way, but not for ever. */
  async run(stop: AbortSignal): Promise<void> {
    const { log, graceMs } = this.#options;
    let failures = 0;
    while (!stop.aborted) {
      try {
        if (this.#timing.now() >= this.#roundDueAt) await this.#round();
        await this.#pull(stop);
        if (failures > 0) log.info({}, 'the compute service can be asked again');
        failures = 0;
      } catch (error) {
        if (stop.aborted) break;
        failures++;
        await this.#failed(error, failures, stop);
      }
    }
    this.#registered.resolve();
    const grace = new AbortController();
    await Promise.race([this.#runner.stop(), this.#timing.sleep(graceMs, grace.signal)]);
    grace.abort();
    this.#stop.abort();
  }

  async #round(): Promise<void> {
    const { transport, name, driver, log } = this.#options;
    const { guests } = driver;
    const nodes = await driver.nodes();
    const facts = await Promise.all(
      nodes.map(async (node) => ({ ...node, ...(await guests.nodeFacts(node.name)) })),
    );
    const { keptNodes, backAt } = await putHost(transport, name, facts);
    for (const node of keptNodes)
      log.warn({ node: node.name }, 'the host does not have a node any more that servers are on');
    this.#registered.resolve();
    const touched = this.#runner.noteTouched();
    const { isLeft } = await reconcile({ transport, name, guests, reporter: this.#reporter, log, touched });
    this.#backAt = backAt;
    this.#roundDueAt = this.#timing.now() + this.#roundMs;
    if (isLeft) this.#roundSoon();
  }

  #roundSoon(): void {
    this.#roundDueAt = Math.min(this.#roundDueAt, this.#timing.now() + soonMs);
  }

  /** One request for orders. Where no more can be taken it only says that the host is there, and then waits until they can. */
  async #pull(stop: AbortSignal): Promise<void> {
    const { transport, name, waitSeconds = 25 } = this.#options;
    const { held } = this.#runner;
    const room = Math.min(this.#runner.room, ordersMax);
    const wait = room === 0 ? 0 : Math.min(waitSeconds, this.#patience(held.length > 0));
    const wanted = await getWanted(transport, name, { held, limit: room, wait, signal: stop });
    this.#runner.take(wanted.orders);
    for (const question of wanted.questions) void this.#answer(question);
    // It was taken for down: what is here may have been deleted without it.
    if ((wanted.backAt ?? '') > (this.#backAt ?? '')) this.#roundDueAt = 0;
    if (room > 0) return;
    const pause = new AbortController();
    const signal = AbortSignal.any([stop, pause.signal]);
    await Promise.race([this.#runner.roomMade, this.#timing.sleep(waitSeconds * 1_000, signal)]);
    pause.abort();
  }

  /** For how many seconds nothing else can become due: what is being done may fail, and is then looked at soon. */
  #patience(isBusy: boolean): number {
    const dueInMs = this.#roundDueAt - this.#timing.now();
    return Math.max(1, Math.ceil((isBusy ? Math.min(dueInMs, soonMs) : dueInMs) / 1_000));
  }

  /** An answer that does not arrive is asked for again, as long as somebody wants to know. */
  async #answer(question: HostQuestion): Promise<void> {
    const { transport, name, driver, log } = this.#options;
    try {
      await postAnswer(transport, name, question.id, await answerQuestion(driver.guests, question));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.debug({ reason, server: question.server }, 'a question could not be answered');
    }
  }

  async #failed(error: unknown, failures: number, stop: AbortSignal): Promise<void> {
    const nextInMs = Math.round(retryWait(failures, () => this.#timing.random()));
    // A service that does not know the host has to be told everything anew.
    if (error instanceof ServiceError && error.status === 404) this.#roundDueAt = 0;
    const reason = error instanceof Error ? error.message : String(error);
    const { log } = this.#options;
    if (failures === 1) log.warn({ reason, nextInMs }, 'the compute service cannot be asked');
    else log.debug({ reason, failures, nextInMs }, 'the compute service still cannot be asked');
    await this.#timing.sleep(nextInMs, stop);
  }
}
