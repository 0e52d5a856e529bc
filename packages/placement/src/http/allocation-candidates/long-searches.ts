import { type Turns, turns } from '@berth/api-kit/turns.ts';
import { type Paused, paused } from '@berth/engine/candidates/work.ts';

/** Something that is made in pieces. */
export interface Making<Result> {
  /** Goes on with it for a while; to be called again when it had to pause. */
  make(): Result | Paused;
  /** Lets it go unfinished. */
  leave(): void;
}

/**
 * Searches that take longer than one turn. What they have found and noted stays in memory until they are done, so only so many of them
 * go on at one time; whoever comes then forgets what it has, waits, and begins anew. So a thousand clients with searches without end
 * cost the memory of eight, and as much of the time as one.
 *
 * Of those, one goes on for some turns before the next does. Most are done with that: where all took their turns by turns, each would
 * have to wait for all others, and all that they hold would be alive whenever garbage is collected.
 */
export class LongSearches {
  readonly #turns: Turns;
  readonly #seats: number;
  readonly #turnsInARow: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];
  /** Whether one of those that have a seat goes on; the others are in line for that, first come, first served. */
  #isGoingOn = false;
  readonly #inLine: (() => void)[] = [];

  constructor(queue: Turns, seats: number, turnsInARow: number) {
    this.#turns = queue;
    this.#seats = seats;
    this.#turnsInARow = turnsInARow;
  }

  /** Those that wait, and hold nothing. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Those that go on in turns. */
  get seatedCount(): number {
    return this.#taken;
  }

  /** Whoever comes now has to wait and begin anew. */
  get isFull(): boolean {
    return this.#taken === this.#seats;
  }

  /** Goes on with something that had to pause. Null: nobody wanted it any more. */
  async goOn<Result>(
    begun: Making<Result>,
    beginAnew: () => Making<Result>,
    isUnwanted: () => boolean,
  ): Promise<Result | null> {
    let making = begun;
    if (this.isFull) {
      making.leave();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      if (isUnwanted()) {
        this.#freeSeat();
        return null;
      }
      making = this.#begin(beginAnew);
    } else this.#taken++;
    try {
      return await this.#finish(making, isUnwanted);
    } finally {
      this.#freeSeat();
    }
  }

  async #finish<Result>(making: Making<Result>, isUnwanted: () => boolean): Promise<Result | null> {
    for (;;) {
      if (this.#isGoingOn) await new Promise<void>((resolve) => this.#inLine.push(resolve));
      this.#isGoingOn = true;
      try {
        for (let turn = 0; turn < this.#turnsInARow; turn++) {
          await this.#turns.next();
          if (isUnwanted()) {
            making.leave();
            return null;
          }
          const result = making.make();
          if (result !== paused) return result;
        }
      } finally {
        this.#letNextGoOn();
      }
    }
  }

  /** It stays so that one goes on, where somebody waits for it: nobody else can come before. */
  #letNextGoOn(): void {
    const next = this.#inLine.shift();
    if (next) next();
    else this.#isGoingOn = false;
  }

  /** To begin may fail: then the seat is somebody else's. */
  #begin<Result>(begin: () => Making<Result>): Making<Result> {
    try {
      return begin();
    } catch (error) {
      this.#freeSeat();
      throw error;
    }
  }

  /** It goes to whoever waits the longest. */
  #freeSeat(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken--;
  }
}

/** Those of this thread. */
export const longSearches = new LongSearches(turns, 8, 4);
