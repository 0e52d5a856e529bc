/**
 * How long it is certain that nobody else leads, by our own clocks: made before the lease is asked for, so that it ends before the
 * lease does, which runs from the moment the database has looked at its clock.
 *
 * By two clocks: the one that never steps back stands still while a virtual machine is put aside, the other one does not.
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

/** By how much a clock may be slower than that of the database. */
const drift = 0.05;
