import { Arrivals } from './arrivals.ts';

/**
 * Long work takes turns, so that nobody waits for it: whoever has much to do does a few milliseconds of it, awaits
 * `turns.next()` and goes on. All turns of one round of the event loop together take no longer than one of them and
 * `roundMs`; then sockets and timers have theirs, however many pieces of long work there are.
 */
export class Turns {
  readonly #roundMs: number;
  readonly #clock: () => number;
  readonly #waiting: (() => void)[] = [];
  /** Of `#waiting`, those before it have had their turn. */
  #first = 0;
  #isScheduled = false;
  #roundEnd = 0;
  /** When long work that comes by itself has had its time in this round of the event loop; null: there was none yet. */
  #comingEnd: number | null = null;
  readonly #arrivals: Arrivals;

  constructor(roundMs = 5, clock: () => number = () => performance.now()) {
    this.#roundMs = roundMs;
    this.#clock = clock;
    this.#arrivals = new Arrivals(clock);
  }

  /** Resolves when it is the caller's turn, never in this round: first come, first served. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      setImmediate(this.#round);
    });
  }

  /**
   * Whether new long work has to wait for a turn, since there was enough of it in this round of the event loop already. To be
   * asked by what comes on its own, as a request does: there may be hundreds in one round.
   */
  get isRoundOver(): boolean {
    if (this.#arrivals.goFirst) return true;
    const now = this.#clock();
    if (this.#comingEnd !== null) return now >= this.#comingEnd;
    this.#comingEnd = now + this.#roundMs;
    setImmediate(this.#beginAgain);
    return false;
  }

  readonly #beginAgain = (): void => {
    this.#comingEnd = null;
  };

  /** A client has connected; there may be many more, and they go first. */
  arrived(): void {
    this.#arrivals.note();
  }

  readonly #round = (): void => {
    if (this.#arrivals.goFirst) {
      setImmediate(this.#round);
      return;
    }
    this.#arrivals.letOthersGo();
    this.#roundEnd = this.#clock() + this.#roundMs;
    this.#give();
  };

  readonly #give = (): void => {
    const resolve = this.#waiting[this.#first] as () => void; // A round is scheduled only while somebody waits.
    this.#first++;
    resolve();
    // Runs after what was just resolved: microtasks keep their order.
    queueMicrotask(this.#goOn);
  };

  readonly #goOn = (): void => {
    if (this.#first === this.#waiting.length) {
      this.#waiting.length = 0;
      this.#first = 0;
      this.#isScheduled = false;
    } else if (this.#clock() < this.#roundEnd) {
      this.#give();
    } else {
      // What has had its turn is let go, or a queue that is never empty would grow without end.
      this.#waiting.splice(0, this.#first);
      this.#first = 0;
      setImmediate(this.#round);
    }
  };
}

/** The turns of this thread's event loop: there is one loop, so there is one queue. */
export const turns = new Turns();
