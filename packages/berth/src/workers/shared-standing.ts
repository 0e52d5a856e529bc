/** What all threads of a process know of the ledger, in memory that they share. The leading thread alone writes it. */
export class SharedStanding {
  /** To be given to the other threads. */
  readonly memory: SharedArrayBuffer;
  readonly #newest: BigInt64Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.memory = memory;
    this.#newest = new BigInt64Array(memory, 0, 1);
  }

  /** The number of the newest change that may be shown to anybody. Never goes back. */
  get newest(): number {
    return Number(Atomics.load(this.#newest, 0));
  }

  publish(number: number): void {
    Atomics.store(this.#newest, 0, BigInt(number));
  }
}
