import { nextHash, unhashed } from './chain.ts';

/** A change as it lies in a store. */
export interface StoredChange {
  readonly number: number;
  readonly epoch: number;
  readonly at: number;
  readonly hash: string;
  readonly encoded: string;
}

/**
 * Looks whether stored changes are one history: numbers without gaps, and every commit on top of the one before it. To be
 * told of all of them in their order, and then that there are no more.
 */
export class ChainCheck {
  readonly #problems: string[] = [];
  #last: number;
  /** Of the last commit that was looked at; not known of what was stored before there were hashes. */
  #hash: string;
  #commit: StoredChange[] = [];
  /** The first commit may have lost its beginning: what is forgotten does not go by commits. */
  #isWhole: boolean;

  /** After which change they begin, and with which hash. */
  constructor(forgottenThrough: number, hash: string) {
    this.#last = forgottenThrough;
    this.#hash = hash;
    this.#isWhole = forgottenThrough === 0;
  }

  see(change: StoredChange): void {
    if (change.number !== this.#last + 1) {
      this.#endCommit();
      this.#problem(`change ${change.number} comes after change ${this.#last}: there is a gap`);
      // What follows hangs together or does not, whatever is missing before it.
      this.#hash = unhashed;
      this.#isWhole = false;
    }
    this.#last = change.number;
    if (this.#commit[0]?.hash !== change.hash) this.#endCommit();
    this.#commit.push(change);
  }

  /** What is wrong, in words; the first of it. */
  end(): readonly string[] {
    this.#endCommit();
    return this.#problems;
  }

  #endCommit(): void {
    const [first] = this.#commit;
    if (first === undefined) return;
    const { number, epoch, at, hash } = first;
    // One that goes on after what was forgotten carries the hash that was kept of it.
    const isRest = !this.#isWhole && hash === this.#hash;
    if (hash !== unhashed && this.#hash !== unhashed && !isRest) {
      const encoded = this.#commit.map((change) => change.encoded);
      const expected = nextHash(this.#hash, { firstNumber: number, epoch, at, encoded });
      if (hash !== expected) {
        const numbers = `${number} to ${number + this.#commit.length - 1}`;
        this.#problem(`changes ${numbers} are not what was committed on top of change ${number - 1}`);
      }
    }
    this.#hash = hash;
    this.#isWhole = true;
    this.#commit = [];
  }

  #problem(text: string): void {
    if (this.#problems.length < problemsMax) this.#problems.push(text);
  }
}

const problemsMax = 100;
