/**
 * Work that many ask for and that is done once for all of them (single-flight). Everybody who asks gets a run that began after they asked:
 * with one under way, that is the next one, and all who ask meanwhile share it.
 */
export class SingleFlight {
  readonly #work: () => Promise<void>;
  #current: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  ask(): Promise<void> {
    // The next one may be due and not yet begun, though the one before it has just ended: there are never two at a time.
    if (this.#next !== null) return this.#next;
    if (this.#current === null) return this.#begin();
    this.#next = this.#current
      .catch(() => {}) // Those who asked for it are told.
      .then(() => {
        this.#next = null;
        return this.#begin();
      });
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#current = this.#work().finally(() => {
      this.#current = null;
    });
    return this.#current;
  }
}
