import type { HistoryPoint } from '../journal/chain.ts';
import type { NumberedChange } from '../journal/journal.ts';

/** Changes that the store had, and has no more. */
export interface LostChanges<Change> {
  /** Those that are known, oldest first. While it led, this process has acknowledged them. */
  readonly changes: readonly NumberedChange<Change>[];
  /** Whether that is all that this process had and the store does not. Else there are older ones, too old to be named. */
  readonly isComplete: boolean;
}

/**
 * The newest changes that this process has applied, as many as weigh so much: so that it can say which they were when the store
 * has them no more. They have no gaps.
 */
export class RecentChanges<Change> {
  readonly #max: number;
  readonly #weightOf: (change: Change) => number;
  /** The change before the first of them. */
  #before: HistoryPoint = { number: 0, hash: '' };
  #changes: NumberedChange<Change>[] = [];
  #weight = 0;

  constructor(max: number, weightOf: (change: Change) => number = () => 1) {
    this.#max = max;
    this.#weightOf = weightOf;
  }

  /** They come after those that are here. */
  add(changes: Iterable<NumberedChange<Change>>): void {
    for (const change of changes) {
      this.#changes.push(change);
      this.#weight += this.#weightOf(change.change);
    }
    // Not each time: what is left is moved to the front.
    if (this.#weight > 2 * this.#max) this.#forgetOldest();
  }

  /** Between those that are here and what comes next there may be something that was not seen. */
  startAfter(last: HistoryPoint): void {
    this.#before = last;
    this.#changes = [];
    this.#weight = 0;
  }

  /** The newest of them, or the one after which they begin. */
  get last(): HistoryPoint {
    return this.#changes.at(-1) ?? this.#before;
  }

  /** From the one before the oldest that is here to the newest. */
  get range(): { readonly from: number; readonly through: number } {
    return { from: this.#before.number, through: this.last.number };
  }

  /**
   * Takes out those that a store with these hashes does not have, and everything after them. If one before them is the same in
   * the store, nothing else is missing.
   */
  takeLost(stored: ReadonlyMap<number, string>): LostChanges<Change> {
    const isStored = ({ number, hash }: HistoryPoint) => stored.get(number) === hash;
    const shared = this.#changes.findLastIndex(isStored);
    const isComplete = shared >= 0 || isStored(this.#before);
    const changes = this.#changes.splice(shared + 1);
    for (const { change } of changes) this.#weight -= this.#weightOf(change);
    return { changes, isComplete };
  }

  #forgetOldest(): void {
    let count = 0;
    for (const { change } of this.#changes) {
      if (this.#weight <= this.#max) break;
      this.#weight -= this.#weightOf(change);
      count++;
    }
    const gone = this.#changes.splice(0, count).at(-1);
    if (gone !== undefined) this.#before = { number: gone.number, hash: gone.hash };
  }
}
