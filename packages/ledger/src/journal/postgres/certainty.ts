/**
 * How long it is certain that nobody else leads, by our own clocks: made before the sign of life is sent. Another process takes
 * over when it has seen no newer one for the whole lease (`LeaseWatch`), and it can see this one only after it was sent.
 *
 * By two clocks. The one that never steps goes on while a process is stopped, but stands still while a machine sleeps or a
 * virtual one is put aside. The clock of the day is right again when it goes on, as soon as somebody has set it; if it is
 * stepped for other reasons, this only ends earlier.
 */
export class Certainty {
  readonly #untilMs: number;
  readonly #untilDate: number;

  constructor(leaseMs: number) {
    const lastsMs = leaseMs * (1 - drift);
    this.#untilMs = performance.now() + lastsMs;
    this.#untilDate = Date.now() + lastsMs;
  }

  get lasts(): boolean {
    return performance.now() < this.#untilMs && Date.now() < this.#untilDate;
  }
}

/** By how much our clock may run slower than that of another. */
const drift = 0.05;
