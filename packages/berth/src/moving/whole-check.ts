import assert from 'node:assert/strict';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { CloudPart } from '../cloud/cloud-part.ts';
import type { LedgerRecord, RecordCheck, RecordProblem } from './part-records.ts';

/** The checks of all parts as one. Each part is also told of the records of those before it, which its own may refer to. */
export class WholeCheck<Change extends KindedChange> {
  readonly #parts: readonly PartCheck[];
  /** The part whose records it has come to. */
  #rank = 0;

  constructor(parts: readonly CloudPart<Change>[]) {
    this.#parts = parts.map(({ projection: { name }, records }) => {
      return { name, kinds: records.kinds, check: records.newCheck() };
    });
  }

  *problemsOf(record: LedgerRecord): Generator<RecordProblem> {
    const rank = this.#parts.findIndex(({ kinds }) => Object.hasOwn(kinds, record.kind));
    const [part, last] = [this.#parts[rank], this.#parts[this.#rank]];
    assert(part !== undefined && last !== undefined, `no part has records of the kind ${record.kind}`);
    if (rank < this.#rank) {
      const text = `a ${record.kind}, of the part ${part.name}, comes after records of the part ${last.name}`;
      yield { text, allowance: null };
    }
    this.#rank = Math.max(this.#rank, rank);
    for (let after = rank + 1; after < this.#parts.length; after++) this.#parts[after]?.check.see?.(record);
    yield* part.check.problemsOf(record);
  }

  *problemsOfAll(): Generator<RecordProblem> {
    for (const { check } of this.#parts) yield* check.problemsOfAll();
  }
}

interface PartCheck {
  readonly name: string;
  readonly kinds: Readonly<Record<string, string>>;
  readonly check: RecordCheck;
}
