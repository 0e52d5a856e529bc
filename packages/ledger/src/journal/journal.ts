/**
 * Where changes become durable: the current rows of each noun, and the numbered changes that made them,
 * written in one transaction.
 *
 * What always holds: changes are numbered from 1 without gaps; each has a hash over itself and all before it (chain.ts); the
 * rows equal the sum of all changes; a batch is stored whole or not at all; what `append` has returned for survives the end of the process; at most one
 * journal is open for writing on the same store.
 *
 * A journal answers at once where it can (a file, memory) and with a promise where it must wait (a server):
 * await it, and both will do.
 */
export interface Journal<Change> extends JournalReader<Change> {
  /**
   * Stores a batch. An append that throws or rejects has stored nothing, and the next one may succeed; except
   * with a `JournalFateUnknown`, after which the journal is of no use and has to be opened again. The errors
   * are those of journal-errors.ts.
   */
  append(changes: readonly Change[], at: number): void | Promise<void>;
  /**
   * Forgets the oldest changes (not the state they made), up to the first that was stored at `before` or
   * later, and at most `limit` of them; says how many. What is kept has no gaps, even if the clock once stepped
   * back.
   */
  prune(before: number, limit?: number): number | Promise<number>;
}

/** What can be asked of a journal that is not written. */
export interface JournalReader<Change> {
  /** The number of the newest stored change, forgotten or not; 0 when there never was one. */
  readonly lastNumber: number;
  /** The number of the newest change that is forgotten: those above it can be read. 0 when none is. */
  readonly forgottenThrough: number;
  /**
   * The hash of a change and all before it, as it is stored now: where it is another than it was, it is another history. Null
   * where there is no such change, or it is older than the newest one that is forgotten, or than hashes. Of 0 it is the
   * beginning.
   */
  hashAt(number: number): string | null | Promise<string | null>;
  /** Whether the changes that are kept are one history: what is wrong with it, in words. */
  problems(): readonly string[] | Promise<readonly string[]>;
  /**
   * The current state, read in bulk, as the changes that make it from nothing. Go through it before the next
   * append.
   */
  load(): Iterable<Change> | Promise<Iterable<Change>>;
  /**
   * Stored changes with a number above `after`, oldest first, at most `limit`; fewer if pruned. No other one comes after
   * `lengthMax` characters of them, as they are stored: so it is known how much is read at once, but for the last one.
   */
  changesAfter(
    after: number,
    limit: number,
    lengthMax?: number,
  ): Iterable<NumberedChange<Change>> | Promise<Iterable<NumberedChange<Change>>>;
  /** Closing twice is closing once. */
  close(): void | Promise<void>;
}

export interface NumberedChange<Change> {
  readonly number: number;
  readonly at: number;
  /** See `JournalReader.hashAt`; empty where it is older than hashes. */
  readonly hash: string;
  readonly change: Change;
}
