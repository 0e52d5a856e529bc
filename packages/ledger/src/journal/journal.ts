import type { Projection } from './projection.ts';

/**
 * Where changes become durable: the current rows of each noun, and the numbered changes that made them,
 * written in one transaction.
 *
 * What always holds: changes are numbered from 1 without gaps; the rows equal the sum of all changes; a batch
 * is stored whole or not at all; what `append` has returned for survives the end of the process.
 */
export interface Journal<Change> {
  /** The number of the newest stored change; 0 when there is none. */
  readonly lastNumber: number;
  /** The current state, read in bulk, as the changes that make it from nothing. */
  load(): Iterable<Change>;
  /** Stores a batch. A rejected or thrown append has stored nothing, unless the error says its fate is unknown. */
  append(changes: readonly Change[], at: number): void | Promise<void>;
  /** Stored changes with a number above `after`, oldest first, at most `limit`; fewer if pruned. */
  changesAfter(after: number, limit: number): Iterable<NumberedChange<Change>>;
  /** Forgets changes (not state) stored before this moment; says how many. */
  prune(before: number): number;
  close(): void | Promise<void>;
}

export interface NumberedChange<Change> {
  readonly number: number;
  readonly at: number;
  readonly change: Change;
}

export type OpenJournal<Change> = (
  projection: Projection<Change>,
) => Journal<Change> | Promise<Journal<Change>>;
