import type { Log } from '../log/log.ts';

export interface TroubleWords {
  readonly begins: string;
  readonly goesOn: string;
  readonly ends: string;
}

/**
 * Something that goes wrong again and again until it is mended: told in the log when it begins and when it ends, and counted
 * in between, in a line a minute. One that comes and goes is told of no more often.
 */
export class OngoingTrouble {
  readonly #log: Pick<Log, 'error' | 'warn'>;
  readonly #words: TroubleWords;
  readonly #clock: () => number;
  #since: number | null = null;
  /** Whether the log has told of the one that is going on. */
  #isTold = false;
  #lastToldAt = Number.NEGATIVE_INFINITY;
  #untold = 0;

  constructor(
    log: Pick<Log, 'error' | 'warn'>,
    words: TroubleWords,
    clock: () => number = () => performance.now(),
  ) {
    this.#log = log;
    this.#words = words;
    this.#clock = clock;
  }

  get isOn(): boolean {
    return this.#since !== null;
  }

  happened(err: unknown): void {
    this.#untold += 1;
    const isNew = this.#since === null;
    this.#since ??= this.#clock();
    this.#tell(err, isNew && this.#untold === 1 ? this.#words.begins : this.#words.goesOn);
  }

  /** It was found to be still so, without anybody's suffering from it. */
  isStillSo(err: unknown): void {
    if (this.isOn) this.#tell(err, this.#words.goesOn);
  }

  ended(): void {
    if (this.#since === null) return;
    const seconds = Math.round((this.#clock() - this.#since) / 1_000);
    this.#since = null;
    if (!this.#isTold) return;
    this.#isTold = false;
    this.#log.warn({ seconds, times: this.#untold }, this.#words.ends);
    this.#untold = 0;
  }

  /** `times`: since the last line about it. */
  #tell(err: unknown, words: string): void {
    const now = this.#clock();
    if (now - this.#lastToldAt < tellEveryMs) return;
    this.#log.error({ err, times: this.#untold }, words);
    this.#isTold = true;
    this.#lastToldAt = now;
    this.#untold = 0;
  }
}

const tellEveryMs = 60_000;
