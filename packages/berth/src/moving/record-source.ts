import type { LedgerRecord } from './part-records.ts';

/** Where records to be imported come from. It can be read more than once, and gives the same each time. */
export interface RecordSource<Thing extends LedgerRecord = LedgerRecord> {
  /** For people. */
  readonly name: string;
  /** In portions, in the order of an export. */
  read(): AsyncIterable<readonly Thing[]>;
  /** What a person would look for: 'line 17' for the 16th record after a header. Positions count from 1. */
  placeOf(position: number): string;
}
