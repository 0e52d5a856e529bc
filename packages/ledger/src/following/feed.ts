import type { NumberedChange } from '../journal/journal.ts';

/** All committed changes, to be read by their numbers by whoever follows them, each at its own pace. */
export interface ChangeFeed<Change> {
  /** The number of the newest change that is in the world of this process. */
  readonly lastNumber: number;
  /** Up to which number changes are forgotten, as far as this process knows. */
  readonly forgottenThrough: number;
  /**
   * Another one when the changes may be others than those that were read before, since the store has come back older:
   * nothing that was kept of them is to be told any more.
   */
  readonly history: number;
  /** Changes with a number above `after`, oldest first and without gaps: see `Journal.changesAfter`. */
  readAfter(after: number, limit: number, lengthMax?: number): FeedPage<Change> | Promise<FeedPage<Change>>;
  /** Calls whenever there may be new changes, and when these have come into the world of this process, until the function it gives is called. */
  onNews(tell: () => void): () => void;
}

export interface FeedPage<Change> {
  readonly changes: readonly NumberedChange<Change>[];
  /** Up to which number changes are forgotten. Above `after`: whoever asked has missed some. */
  readonly forgottenThrough: number;
  /**
   * The hash of the change with the number `after`, and all before it; null where it cannot be told. Where it is another than
   * it was, `after` is of a history that is no more.
   */
  readonly hashBefore: string | null;
}
