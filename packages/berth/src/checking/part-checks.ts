import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import type { Row } from '@berth/ledger/journal/projection.ts';

/** What a part of the ledger looks at when it is checked. What its records have to be is said by `PartRecords`. */
export interface PartChecks<Change> {
  /** Of the rows of its tables by themselves. It takes nothing for granted, since it is asked when there is doubt. */
  checkRows(read: (table: string) => Iterable<Row>): RowsCheck;
  newChangesCheck(): ChangesCheck<Change>;
}

export interface RowsCheck {
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>;
  /** Sentences; none when all is well. */
  readonly problems: readonly string[];
}

/** Compares the rows, which are to be the sum of all changes, with the changes that are kept. */
export interface ChangesCheck<Change> {
  /** Told of the part's changes, in order. */
  note(change: NumberedChange<Change>): void;
  /** `state` is what the rows are, as the changes that make them from nothing. */
  compare(state: Iterable<Change>): ComparedChanges<Change>;
}

export interface ComparedChanges<Change> {
  /** Sentences; none when all is well. */
  readonly problems: readonly string[];
  /** What would mend some of them. */
  readonly repairs: readonly Change[];
}
