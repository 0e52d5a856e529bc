import assert from 'node:assert/strict';
import { firstKeyOf, type JsonObject } from '@berth/api-kit/json/json-reading.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { CloudPart } from '../cloud/cloud-part.ts';
import { stateByPart } from '../cloud/state-by-part.ts';
import type { LedgerRecord, PartRecords, RecordCounts } from './part-records.ts';
import { RecordCounter } from './record-counter.ts';
import { WholeCheck } from './whole-check.ts';

/**
 * The records of all parts of a ledger as one list, part after part. What always holds: a kind, a first key and a count belong to one
 * part, so every record and every line has one. Parts that contradict each other are a programmer's mistake.
 */
export class LedgerRecords<Change extends KindedChange> {
  readonly #parts: readonly CloudPart<Change>[];
  readonly #byKind: ReadonlyMap<string, PartRecords<Change>>;
  readonly #byKey: ReadonlyMap<string, PartRecords<Change>>;

  constructor(parts: readonly CloudPart<Change>[]) {
    this.#parts = parts;
    this.#byKind = ownersOf(parts, 'kind of record', ({ kinds }) => Object.keys(kinds));
    this.#byKey = ownersOf(parts, 'first key', ({ kinds }) => Object.values(kinds));
    ownersOf(parts, 'count', ({ counted }) => counted);
    for (const key of ownKeys) assert(!this.#byKey.has(key), `lines that begin with '${key}' are no records`);
  }

  /** The records of a stored state, from the changes that make it, as a ledger gives them. */
  *recordsOf(state: Iterable<Change>): Generator<LedgerRecord> {
    for (const [{ records }, changes] of stateByPart(this.#parts, state)) yield* records.recordsOf(changes);
  }

  changesOf(record: LedgerRecord): readonly Change[] {
    return this.#partOf(record).changesOf(record);
  }

  encode(record: LedgerRecord): string {
    return this.#partOf(record).encode(record);
  }

  /** Null for a line that no part has. Throws a `Malformed`. */
  decode(line: JsonObject): LedgerRecord | null {
    return this.#byKey.get(firstKeyOf(line))?.decode(line) ?? null;
  }

  describe(record: LedgerRecord): string {
    return this.#partOf(record).describe(record);
  }

  isCatalog(record: LedgerRecord): boolean {
    return this.#partOf(record).isCatalog(record);
  }

  isStandard(record: LedgerRecord): boolean {
    return this.#partOf(record).isStandard(record);
  }

  newCounter(): RecordCounter {
    const counted = this.#parts.flatMap(({ records }) => records.counted);
    return new RecordCounter(counted, (record) => this.#partOf(record).countsOf(record));
  }

  /** Those that the last line of an export has. Who does not know a further part, or what came later, can read the file where there is nothing of it. */
  countsInExport(counts: RecordCounts): RecordCounts {
    const names = this.#toldOf(counts).flatMap(({ counted, countedLater = [] }) =>
      counted.filter((name) => !countedLater.includes(name) || (counts[name] ?? 0) !== 0),
    );
    return Object.fromEntries(names.map((name) => [name, counts[name] ?? 0]));
  }

  describeCounts(counts: RecordCounts): string {
    return this.#toldOf(counts)
      .map((records) => records.describeCounts(counts))
      .join(', ');
  }

  /** The first part, and those that have something. */
  #toldOf(counts: RecordCounts): readonly PartRecords<Change>[] {
    return this.#parts
      .map(({ records }) => records)
      .filter(({ counted }, index) => index === 0 || counted.some((name) => (counts[name] ?? 0) !== 0));
  }

  ruleProblems(record: LedgerRecord): Iterable<string> {
    return this.#partOf(record).ruleProblems(record);
  }

  newCheck(): WholeCheck<Change> {
    return new WholeCheck(this.#parts);
  }

  #partOf({ kind }: LedgerRecord): PartRecords<Change> {
    const part = this.#byKind.get(kind);
    assert(part !== undefined, `no part has records of the kind ${kind}`);
    return part;
  }
}

/** What the first and the last line of an export begin with. */
const ownKeys = ['format', 'end'];

/** Thing → the one part that has it. */
function ownersOf<Change extends KindedChange>(
  parts: readonly CloudPart<Change>[],
  what: string,
  thingsOf: (records: PartRecords<Change>) => readonly string[],
): ReadonlyMap<string, PartRecords<Change>> {
  const owners = new Map<string, PartRecords<Change>>();
  for (const { projection, records } of parts) {
    for (const thing of thingsOf(records)) {
      assert(!owners.has(thing), `the ${what} ${thing} of ${projection.name} is another part's, too`);
      owners.set(thing, records);
    }
  }
  return owners;
}
