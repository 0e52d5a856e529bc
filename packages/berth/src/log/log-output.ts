import type { LineSink } from './line-sink.ts';

export interface LogOutputOptions {
  /** How lines, which are JSON, are shown; as they are unless given. */
  readonly format?: (lines: string) => string;
  /** How long a line may be held back so that more go with it. */
  readonly gatherMs?: number;
  /** How much may wait, in bytes. */
  readonly waitingMax?: number;
  /** Told of lines that are lost. */
  readonly onLost?: (count: number) => void;
}

/**
 * The way of log lines out of the process.
 *
 * What always holds: nobody waits for the reader of a log, and what waits for it is bounded; lines that find no room are lost
 * whole, and the log says how many as soon as it goes on. What is worth a warning has some room of its own, which lines of
 * requests cannot take from it.
 */
export class LogOutput {
  readonly #sink: LineSink;
  readonly #format: (lines: string) => string;
  readonly #gatherMs: number;
  readonly #waitingMax: number;
  readonly #onLost: (count: number) => void;
  /** The newest lines. */
  #gathered = '';
  /**
   * Those before them, as much as is written at once in each. As bytes: a text that is put together of others keeps all that it
   * was cut from, which is a target of 60 kB for each line.
   */
  readonly #portions: Buffer[] = [];
  #portionsLength = 0;
  /** What is being written, or is next to be. */
  #rest: Buffer = nothing;
  #isWriting = false;
  /** The last write took nothing. */
  #isPausing = false;
  #timer: NodeJS.Timeout | null = null;
  #pauseMs = shortestPauseMs;
  /** How many lines were lost and the log has not told of yet. */
  #untold = 0;
  #trouble: Error | null = null;
  #settled: (() => void)[] = [];

  constructor(sink: LineSink, options: LogOutputOptions = {}) {
    this.#sink = sink;
    this.#format = options.format ?? ((lines) => lines);
    this.#gatherMs = options.gatherMs ?? 20;
    this.#waitingMax = options.waitingMax ?? usualWaitingMax;
    this.#onLost = options.onLost ?? (() => {});
  }

  /** How much waits to be written. */
  get waiting(): number {
    return this.#gathered.length + this.#portionsLength + this.#rest.length;
  }

  /** Why it cannot be written now; null when it can, if slowly. */
  get trouble(): Error | null {
    return this.#trouble;
  }

  /** Whole lines of JSON, with their ends. */
  write(lines: string): void {
    const isFull = this.#untold > 0 || this.waiting + lines.length > this.#waitingMax;
    const accepted = isFull ? this.#important(lines) : lines;
    if (accepted === '') return;
    this.#gathered += this.#format(accepted);
    if (this.#gathered.length < writtenAtOnce) this.#goSoon(this.#gatherMs);
    else {
      this.#endPortion();
      if (!this.#isPausing) this.#go();
    }
  }

  /** Resolves when all is written, or when it is not after that time. */
  async settle(patienceMs: number): Promise<void> {
    this.#go();
    if (this.waiting === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      this.#settled.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Writes what it can now, and waits a moment for a reader that is slow, but not for one that stands still. */
  flushSync(): void {
    this.#stopTimer();
    // What another thread is writing is written.
    if (this.#isWriting) this.#rest = nothing;
    this.#endPortion();
    let bytes = Buffer.concat([this.#rest, ...this.#portions]);
    this.#portions.length = 0;
    this.#portionsLength = 0;
    const givenUpAt = performance.now() + flushMaxMs;
    let standsStillAt = performance.now() + flushPatienceMs;
    try {
      while (bytes.length > 0 && performance.now() < Math.min(givenUpAt, standsStillAt)) {
        const taken = this.#sink.writeSync(bytes);
        bytes = bytes.subarray(taken);
        if (taken > 0) standsStillAt = performance.now() + flushPatienceMs;
        else Atomics.wait(asleep, 0, 0, 2);
      }
    } catch (error) {
      this.#trouble = error as Error; // Errors of the system are errors.
    }
    this.#rest = bytes;
    if (bytes.length > 0) this.#goSoon(longestPauseMs);
  }

  /** Those among the lines that are to be kept even now; the others are lost. */
  #important(lines: string): string {
    let kept = '';
    for (const line of eachLine(lines)) {
      const hasRoom = this.waiting + kept.length + line.length <= this.#waitingMax + reserve;
      if (hasRoom && warnsOrWorse.test(line)) kept += line;
      else {
        this.#untold += 1;
        this.#onLost(1);
      }
    }
    return kept;
  }

  #endPortion(): void {
    if (this.#gathered === '') return;
    const portion = Buffer.from(this.#gathered);
    this.#gathered = '';
    this.#portions.push(portion);
    this.#portionsLength += portion.length;
  }

  #goSoon(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#go();
    }, ms);
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #go(): void {
    if (this.#isWriting) return;
    this.#stopTimer();
    this.#isPausing = false;
    if (this.#rest.length === 0) this.#takePortion();
    if (this.#rest.length === 0) {
      for (const settle of this.#settled.splice(0)) settle();
      return;
    }
    this.#isWriting = true;
    this.#sink.write(this.#rest, (error, taken) => this.#written(error, taken));
  }

  #takePortion(): void {
    // Not at the first line that has room: it would be full again, and tell so, a moment later.
    if (this.#untold > 0 && this.waiting <= this.#waitingMax / 2) this.#tellLost();
    if (this.#portions.length === 0) this.#endPortion();
    this.#rest = this.#portions.shift() ?? nothing;
    this.#portionsLength -= this.#rest.length;
  }

  #written(error: Error | null, taken: number): void {
    this.#isWriting = false;
    this.#rest = this.#rest.subarray(taken);
    this.#trouble = error;
    this.#stopTimer();
    if (taken > 0) {
      this.#pauseMs = shortestPauseMs;
      // In a turn of its own: a quick reader must not keep us from everything else.
      this.#goSoon(0);
    } else {
      this.#isPausing = true;
      this.#goSoon(error === null ? this.#pauseMs : longestPauseMs);
      this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
    }
  }

  /** Where the lines would have been. */
  #tellLost(): void {
    const lost = this.#untold;
    this.#untold = 0;
    const time = new Date().toISOString();
    const msg = `${lost} lines of the log were lost: it was not read fast enough, or could not be written`;
    this.#gathered += this.#format(`${JSON.stringify({ level: 'warn', time, lost, msg })}\n`);
  }
}

/** With their ends. */
export function eachLine(lines: string): string[] {
  return lines.match(/[^\n]*\n/g) ?? [];
}

const nothing = Buffer.alloc(0);
const asleep = new Int32Array(new SharedArrayBuffer(4));
const warnsOrWorse = /^\{"level":"(?:warn|error|fatal)"/;

/** Some 30,000 lines of requests: a reader that stops for seconds, to rotate its file or to start anew, loses nothing. */
const usualWaitingMax = 8 * 1024 * 1024;
/** For what is worth a warning, beyond that. */
const reserve = 1024 * 1024;
/** A pipe takes 64 KiB at a time. */
const writtenAtOnce = 32 * 1024;
/** After which a pipe that was full is tried again: a reader that reads empties it in less than a millisecond. */
const shortestPauseMs = 1;
const longestPauseMs = 250;
const flushPatienceMs = 300;
const flushMaxMs = 2_000;
