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

  constructor(roundMs = 5, clock: () => number = () => performance.now()) {
    this.#roundMs = roundMs;
    this.#clock = clock;
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

  readonly #round = (): void => {
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
