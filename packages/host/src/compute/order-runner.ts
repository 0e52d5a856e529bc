import type { HostOrder, MoveProgress, OrderOutcome } from '@berth/client/compute/records.ts';
import { onOneLine } from '@berth/client/quote.ts';
import type { Guests, LiveMoveControl } from '../guests.ts';
import { carryOut, Unsupported } from './carry-out.ts';
import type { ComputeLog } from './compute-log.ts';
import { LiveMoves } from './live-moves.ts';
import { type OutcomeReporter, Untold } from './outcome-reporter.ts';

export interface OrderRunnerOptions {
  readonly guests: Guests;
  readonly reporter: Pick<OutcomeReporter, 'tell' | 'tellPower'>;
  readonly log: ComputeLog;
  /** With how many servers something is done at the same time. */
  readonly atOnce: number;
  /** Something could not be done. */
  readonly onFailed?: (order: HostOrder) => void;
}

/** What leaves a machine as it is, whether it goes well or not. */
const leavesPower: ReadonlySet<string> = new Set(['set-password', 'snapshot', 'backup', 'crash-dump']);

/** What is wanted of a machine that is sent while it runs, meanwhile. */
const wishes: ReadonlySet<string> = new Set(['abort-live-move', 'complete-live-move']);

/** How far a machine is that is sent is told no more often. */
const progressEveryMs = 5_000;

/** For each that is under way, so many may wait for their turn: what another could be given meanwhile is seldom worth a request. */
const heldForEach = 4;

/**
 * Does what it is given: different servers side by side, but not more than so many; and with one server one thing after the other. An
 * order is held from when it is taken until its end is told.
 */
export class OrderRunner {
  readonly #options: OrderRunnerOptions;
  readonly #held = new Map<number, HostOrder>();
  readonly #waiting: HostOrder[] = [];
  /** The servers with which something is being done. */
  readonly #busy = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #liveMoves = new LiveMoves();
  #roomMade: PromiseWithResolvers<void> | null = null;
  #touched: Set<string> | null = null;
  #isStopped = false;

  constructor(options: OrderRunnerOptions) {
    this.#options = options;
  }

  /** The numbers of those that it has. */
  get held(): readonly number[] {
    return [...this.#held.keys()];
  }

  /** How many more it takes. */
  get room(): number {
    return Math.max(0, this.#options.atOnce * heldForEach - this.#held.size);
  }

  /** Resolves when it takes more than now. */
  get roomMade(): Promise<void> {
    return (this.#roomMade ??= Promise.withResolvers()).promise;
  }

  /** The servers that something was or will be done with, from now on; those of orders that it has already among them. */
  noteTouched(): ReadonlySet<string> {
    this.#touched = new Set(Array.from(this.#held.values(), ({ machine }) => machine.id));
    return this.#touched;
  }

  take(orders: readonly HostOrder[]): void {
    for (const order of orders) {
      // Asked for before it was told that we have it.
      if (this.#held.has(order.number)) continue;
      this.#held.set(order.number, order);
      this.#touched?.add(order.machine.id);
      if (order.work.kind === 'live-move') this.#liveMoves.hold(order.machine.id);
      if (wishes.has(order.work.kind)) this.#start(order, this.#grant(order));
      else this.#waiting.push(order);
    }
    this.#begin();
  }

  /** Begins nothing any more, and resolves when all that is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#underWay);
  }

  #begin(): void {
    if (this.#isStopped) return;
    for (let at = 0; at < this.#waiting.length && this.#busy.size < this.#options.atOnce; ) {
      const order = this.#waiting[at] as HostOrder; // There are as many.
      if (this.#busy.has(order.machine.id)) {
        at++;
        continue;
      }
      this.#waiting.splice(at, 1);
      this.#busy.add(order.machine.id);
      this.#start(order, this.#run(order));
    }
  }

  #start(order: HostOrder, running: Promise<void>): void {
    const work = running.finally(() => this.#ended(order, work));
    this.#underWay.add(work);
  }

  #ended(order: HostOrder, work: Promise<void>): void {
    this.#underWay.delete(work);
    this.#held.delete(order.number);
    if (!wishes.has(order.work.kind)) this.#busy.delete(order.machine.id);
    if (order.work.kind === 'live-move') this.#liveMoves.end(order.machine.id);
    this.#roomMade?.resolve();
    this.#roomMade = null;
    this.#begin();
  }

  async #run(order: HostOrder): Promise<void> {
    const { reporter, log } = this.#options;
    const facts = { server: order.machine.id, work: order.work.kind, order: order.number };
    try {
      // What is not to be done any more was withdrawn, or done by whoever was here before.
      const { isOpen, password } = await reporter.tell({ order: order.id, outcome: { kind: 'begun' } });
      if (!isOpen) {
        log.info(facts, 'an order is not to be done any more');
        return;
      }
      const outcome = await this.#outcomeOf(order, password);
      if (outcome.kind === 'failed')
        log.warn({ ...facts, reason: outcome.message }, 'an order could not be done');
      else log.debug(facts, 'an order was done');
      await reporter.tell({ order: order.id, outcome });
      if (outcome.kind === 'failed') this.#options.onFailed?.(order);
      if (outcome.kind === 'failed' && !leavesPower.has(order.work.kind))
        await this.#tellPower(order.machine.id);
    } catch (error) {
      // It stays to be done, and is given again.
      if (!(error instanceof Untold))
        log.error({ ...facts, reason: textOf(error).message }, 'an order could not be reported');
    }
  }

  /** What is wanted of a machine that is sent is over when that is. Until then it is an order, which is given again to whoever comes after this process. */
  async #grant(order: HostOrder): Promise<void> {
    const { reporter, log } = this.#options;
    const { id } = order.machine;
    const move = this.#liveMoves.of(id);
    try {
      const { isOpen } = await reporter.tell({ order: order.id, outcome: { kind: 'begun' } });
      if (!isOpen) {
        this.#liveMoves.forgetUnlessHeld(id);
        return;
      }
      (order.work.kind === 'abort-live-move' ? move.unwanted : move.forced).abort();
      await move.over.promise;
      await reporter.tell({ order: order.id, outcome: { kind: 'done' } });
    } catch (error) {
      if (!(error instanceof Untold)) {
        const facts = { server: id, work: order.work.kind, order: order.number };
        log.error({ ...facts, reason: textOf(error).message }, 'an order could not be reported');
      }
    }
  }

  /**
   * What has failed may have been done by half, or by an agent that was killed before it could say so: then its server is not as before, which
   * is all that a failure says. Nothing else is done with the machine meanwhile.
   */
  async #tellPower(id: string): Promise<void> {
    const { guests, reporter } = this.#options;
    const found = (await guests.list()).find((guest) => guest.id === id);
    await reporter.tellPower({ server: id, state: found?.powerState ?? 'none' });
  }

  async #outcomeOf(order: HostOrder, password: string | null): Promise<OrderOutcome> {
    try {
      const isSent = order.work.kind === 'live-move';
      await carryOut(this.#options.guests, order, password, isSent ? this.#controlOf(order) : undefined);
      return { kind: 'done' };
    } catch (error) {
      const told = textOf(error, password ?? '');
      return { kind: 'failed', ...told, ...(error instanceof Unsupported ? { isUnsupported: true } : {}) };
    }
  }

  #controlOf({ id: order, machine }: HostOrder): LiveMoveControl {
    const { reporter, log } = this.#options;
    const { unwanted, forced } = this.#liveMoves.of(machine.id);
    let dueMs = 0;
    const tell = ({ memory, disk }: MoveProgress): void => {
      const nowMs = performance.now();
      if (nowMs < dueMs) return;
      dueMs = nowMs + progressEveryMs;
      reporter.tell({ order, outcome: { kind: 'progress', memory, disk } }).catch((error: unknown) => {
        // It is told again, or does not matter any more.
        log.debug({ order, reason: textOf(error).message }, 'how far an order is could not be told');
      });
    };
    return { unwanted: unwanted.signal, forced: forced.signal, tell };
  }
}

/** As long as the service takes them. A driver may have put the password into what it says. */
function textOf(error: unknown, password = ''): { readonly message: string; readonly details: string } {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const [shown, shownStack] = [message, stack].map((text) => {
    return password === '' ? text : text.replaceAll(password, '***');
  }) as [string, string]; // As many as there were.
  return { message: cut(onOneLine(shown, 250), 255), details: cut(shownStack, 20_000) };
}

function cut(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).toWellFormed();
}
