/**
 * The number of the newest change that may be shown to anybody, in memory that all threads of a process share. The leading thread
 * alone writes it.
 */
export class PublishedNumber {
  /** To be given to the other threads. */
  readonly memory: SharedArrayBuffer;
  readonly #newest: BigInt64Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.memory = memory;
    this.#newest = new BigInt64Array(memory, 0, 1);
  }

  /** Never goes back. */
  get newest(): number {
    return Number(Atomics.load(this.#newest, 0));
  }

  publish(number: number): void {
    Atomics.store(this.#newest, 0, BigInt(number));
  }
}
