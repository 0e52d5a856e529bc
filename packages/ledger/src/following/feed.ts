import type { NumberedChange } from '../journal/journal.ts';

/** All committed changes, to be read by their numbers by whoever follows them, each at its own pace. */
export interface ChangeFeed<Change> {
  /** The number of the newest change that is in the world of this process. */
  readonly lastNumber: number;
  /** Changes with a number above `after`, oldest first and without gaps, at most `limit`. */
  readAfter(after: number, limit: number): FeedPage<Change> | Promise<FeedPage<Change>>;
  /** Calls whenever there may be new changes, until the function it gives is called. */
  onNews(tell: () => void): () => void;
}

export interface FeedPage<Change> {
  readonly changes: readonly NumberedChange<Change>[];
  /** Up to which number changes are forgotten. Above `after`: whoever asked has missed some. */
  readonly forgottenThrough: number;
}
