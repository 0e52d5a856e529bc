/**
 * Work that is waited for elsewhere: in another service, or on another thread. Each piece holds memory, and a socket or a core, until it
 * ends, while whoever asked for it may be gone and ask for the next; so no more than a bound is under way.
 */
export class FewAtOnce {
  readonly #max: number;
  readonly #refusal: () => Error;
  #count = 0;

  /** `refusal` is what those are told who find no room. */
  constructor(max: number, refusal: () => Error) {
    this.#max = max;
    this.#refusal = refusal;
  }

  get isIdle(): boolean {
    return this.#count === 0;
  }

  async run<Result>(begin: () => Promise<Result>): Promise<Result> {
    if (this.#count >= this.#max) throw this.#refusal();
    this.#count++;
    try {
      return await begin();
    } finally {
      this.#count--;
    }
  }
}
