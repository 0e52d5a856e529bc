import type { NumberedChange } from '../journal/journal.ts';

/**
 * The newest changes that this process has applied, so many of them: so that it can say which they were when the store has
 * them no more.
 */
export class RecentChanges<Change> {
  readonly #max: number;
  #changes: NumberedChange<Change>[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** They come after those that are here. */
  add(changes: Iterable<NumberedChange<Change>>): void {
    for (const change of changes) this.#changes.push(change);
    // Not each time: what lies at the front is moved together.
    if (this.#changes.length > 2 * this.#max) this.#changes = this.#changes.slice(-this.#max);
  }

  /** Between them and what comes next there is something that was not seen. */
  clear(): void {
    this.#changes = [];
  }

  /** From the oldest that is here to the newest; null when there are none. */
  get range(): { readonly from: number; readonly through: number } | null {
    const [from, through] = [this.#changes[0]?.number, this.#changes.at(-1)?.number];
    return from === undefined || through === undefined ? null : { from, through };
  }

  /**
   * Takes out those that a store with these hashes does not have, and everything after them. `isComplete`: one before them is the
   * same in the store, so nothing else is missing.
   */
  takeLost(stored: ReadonlyMap<number, string>): {
    readonly lost: readonly NumberedChange<Change>[];
    readonly isComplete: boolean;
  } {
    const shared = this.#changes.findLastIndex(({ number, hash }) => stored.get(number) === hash);
    return { lost: this.#changes.splice(shared + 1), isComplete: shared >= 0 };
  }
}
