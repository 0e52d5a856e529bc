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
 * go on at one time, turn by turn; whoever comes then forgets what it has, waits, and begins anew. So a thousand clients with
 * searches without end cost the memory of eight, and as much of the time as one.
 */
export class LongSearches {
  readonly #turns: Turns;
  readonly #seats: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(queue: Turns, seats: number) {
    this.#turns = queue;
    this.#seats = seats;
  }

  /** Those that wait, and hold nothing. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Those that go on in turns. */
  get seatedCount(): number {
    return this.#taken;
  }

  /** Goes on with something that had to pause. Null: nobody wanted it any more. */
  async goOn<Result>(
    begun: Making<Result>,
    beginAnew: () => Making<Result>,
    isUnwanted: () => boolean,
  ): Promise<Result | null> {
    let making = begun;
    if (this.#taken === this.#seats) {
      making.leave();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      if (isUnwanted()) {
        this.#freeSeat();
        return null;
      }
      making = this.#seated(beginAnew);
    } else this.#taken++;
    try {
      return await this.#finish(making, isUnwanted);
    } finally {
      this.#freeSeat();
    }
  }

  async #finish<Result>(making: Making<Result>, isUnwanted: () => boolean): Promise<Result | null> {
    for (;;) {
      await this.#turns.next();
      if (isUnwanted()) {
        making.leave();
        return null;
      }
      const result = making.make();
      if (result !== paused) return result;
    }
  }

  /** To begin may fail: then the seat is somebody else's. */
  #seated<Result>(begin: () => Making<Result>): Making<Result> {
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
export const longSearches = new LongSearches(turns, 8);
