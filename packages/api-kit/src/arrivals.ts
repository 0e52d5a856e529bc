/**
 * Tells when clients connect one after the other. The event loop takes one new connection in each of its rounds, so that the
 * last of 500 waits for 500 rounds; if in each of these there were 5 ms of long work, that would be 2.5 s for a client that asks
 * for next to nothing. While clients come in three rounds in a row or more they go first, but not for longer than 50 ms.
 */
export class Arrivals {
  readonly #clock: () => number;
  /** In how many rounds of the event loop in a row somebody has come. */
  #rounds = 0;
  #hasComeThisRound = false;
  #isWatching = false;
  /** Since when they go first; null: they do not. */
  #since: number | null = null;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  note(): void {
    if (!this.#hasComeThisRound) this.#rounds++;
    this.#hasComeThisRound = true;
    if (this.#isWatching) return;
    this.#isWatching = true;
    setImmediate(this.#endRound);
  }

  get goFirst(): boolean {
    if (this.#rounds < 3) return false;
    this.#since ??= this.#clock();
    return this.#clock() < this.#since + goFirstMs;
  }

  /** Others have had something; after that arrivals may go first again. */
  letOthersGo(): void {
    this.#since = null;
  }

  readonly #endRound = (): void => {
    if (this.#hasComeThisRound) {
      this.#hasComeThisRound = false;
      setImmediate(this.#endRound);
    } else {
      this.#rounds = 0;
      this.#isWatching = false;
    }
  };
}

const goFirstMs = 50;
