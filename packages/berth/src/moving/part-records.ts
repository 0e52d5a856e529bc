import type { JsonObject } from '@berth/api-kit/json/json-reading.ts';

/**
 * What a part of the ledger says of its records: one thing each, with all that hangs on it. The whole state is a list of these,
 * which is what an export has. Moving and checking work with any parts through this, and know no kind of record.
 *
 * All functions are methods, so that those of one part are, as far as types go, good for records and changes of all: they are
 * never asked about another part's.
 */
export interface PartRecords<Change, Thing extends LedgerRecord = LedgerRecord> {
  /** The kinds of its records, each with the first key of its lines. No other part has the one or the other. */
  readonly kinds: Readonly<Record<Thing['kind'], string>>;
  /** The records of the part's state, from the changes that make it, in the order of an export. */
  recordsOf(state: Iterable<Change>): Iterable<Thing>;
  /** The changes that bring a record into a ledger that does not have it. */
  changesOf(record: Thing): readonly Change[];
  /** A line of JSON. Its first key says what it is and which one; equal records give equal lines. */
  encode(record: Thing): string;
  /** The record of a line whose first key is of this part. Throws a `Malformed`. */
  decode(line: JsonObject): Thing;
  /** For people: 'provider 7d1c… (cn1)'. */
  describe(record: Thing): string;

  /**
   * Whether it is known by its description alone: it may be there before an import, and then has no place in the order in which
   * an import brings records. Some of these are standard.
   */
  isCatalog(record: Thing): boolean;
  /** Whether every ledger has it, so that one with nothing else counts as empty. */
  isStandard(record: Thing): boolean;

  /** The names of what is counted, in the order of the last line of an export. */
  readonly counted: readonly string[];
  /** Those of them that came later: an export has their counts where there is something, so that others are what they were before. */
  readonly countedLater?: readonly string[];
  /** What a record adds to them. */
  countsOf(record: Thing): Readonly<Partial<Record<string, number>>>;
  /** For people: '7020 providers, 2000 consumers with 6000 allocations'. */
  describeCounts(counts: RecordCounts): string;

  /** The names of what operators may let in. */
  readonly allowances: readonly string[];
  /** What is wrong with a record by itself. */
  ruleProblems(record: Thing): Iterable<string>;
  newCheck(): RecordCheck<Thing>;
}

export interface LedgerRecord {
  readonly kind: string;
}

export type RecordCounts = Readonly<Record<string, number>>;

/** To be asked about every record, in the order of an export, and then about all of them together. */
export interface RecordCheck<Thing extends LedgerRecord = LedgerRecord> {
  /** Told of the records of the parts before, in order, where a part refers to them. */
  see?(record: LedgerRecord): void;
  problemsOf(record: Thing): Iterable<RecordProblem>;
  problemsOfAll(): Iterable<RecordProblem>;
}

export interface RecordProblem {
  readonly text: string;
  /** What would let it in; null: nothing does. */
  readonly allowance: string | null;
}
