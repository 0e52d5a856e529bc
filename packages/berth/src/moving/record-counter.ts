import assert from 'node:assert/strict';
import type { LedgerRecord, PartRecords, RecordCounts } from './part-records.ts';

/** Counts records of all parts, each by what its part counts of it. */
export class RecordCounter {
  /** Of whatever kind. */
  records = 0;
  readonly #counts: Record<string, number>;
  readonly #countsOf: PartRecords<never>['countsOf'];

  constructor(counted: readonly string[], countsOf: PartRecords<never>['countsOf']) {
    this.#counts = Object.fromEntries(counted.map((name) => [name, 0]));
    this.#countsOf = countsOf;
  }

  /** Part after part, each in the order of the last line of an export. */
  get counts(): RecordCounts {
    return this.#counts;
  }

  count(record: LedgerRecord): void {
    this.records++;
    for (const [name, count = 0] of Object.entries(this.#countsOf(record))) {
      const before = this.#counts[name];
      assert(before !== undefined, `${name} is among what is counted`);
      this.#counts[name] = before + count;
    }
  }
}
