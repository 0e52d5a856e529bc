import { unreachable } from '../unreachable.ts';
import { drawHash, type HistoryPoint, nextHash } from './chain.ts';
import { ChainCheck, type StoredChange } from './check-chain.ts';
import { encodeChange } from './encode-change.ts';
import type { Journal, NumberedChange } from './journal.ts';
import { JournalClosed, UnstorableChange } from './journal-errors.ts';
import { MemoryTable, type Undo } from './memory-table.ts';
import { Parts } from './parts.ts';
import type { KindedChange, Projection, RowChange } from './projection.ts';

/**
 * A journal that lasts as long as its process: for tests, and for trying things out. It keeps rows and encoded
 * changes as the durable ones do, so that what works here works there.
 */
export class MemoryJournal<Change extends KindedChange> implements Journal<Change> {
  readonly #parts: Parts<Change>;
  readonly #tables: ReadonlyMap<string, MemoryTable>;
  #changes: StoredChange[] = [];
  #last: HistoryPoint = { number: 0, hash: drawHash() };
  #forgottenHash = this.#last.hash;
  #isClosed = false;

  constructor(parts: readonly Projection<Change>[]) {
    this.#parts = new Parts(parts);
    this.#tables = new Map(this.#parts.tables.map((table) => [table.name, new MemoryTable(table)]));
  }

  get lastNumber(): number {
    return this.#last.number;
  }

  get forgottenThrough(): number {
    return this.#last.number - this.#changes.length;
  }

  hashAt(number: number): string | null {
    this.#assertOpen();
    const index = number - this.forgottenThrough - 1;
    return index === -1 ? this.#forgottenHash : (this.#changes[index]?.hash ?? null);
  }

  problems(): readonly string[] {
    this.#assertOpen();
    const check = new ChainCheck(this.forgottenThrough, this.#forgottenHash);
    for (const change of this.#changes) check.see(change);
    return check.end();
  }

  load(): Iterable<Change> {
    this.#assertOpen();
    return this.#parts.changesOf(({ name }) => this.#tableNamed(name).inKeyOrder());
  }

  append(changes: readonly Change[], at: number): void {
    this.#assertOpen();
    if (!Number.isSafeInteger(at)) throw new UnstorableChange(`${at} is not a moment in milliseconds.`);
    const undo: Undo[] = [];
    try {
      const encoded = changes.map((change) => {
        for (const rowChange of this.#parts.rowsOf(change)) this.#carryOut(rowChange, undo);
        return encodeChange(change);
      });
      if (encoded.length > 0) this.#keep(encoded, at);
    } catch (error) {
      for (const takeBack of undo.reverse()) takeBack();
      throw error;
    }
  }

  changesAfter(
    after: number,
    limit: number,
    lengthMax = Number.POSITIVE_INFINITY,
  ): readonly NumberedChange<Change>[] {
    this.#assertOpen();
    const start = Math.max(0, after - this.forgottenThrough);
    const found: NumberedChange<Change>[] = [];
    let length = 0;
    for (const { number, at, hash, encoded } of this.#changes.slice(start, start + limit)) {
      found.push({ number, at, hash, change: JSON.parse(encoded) as Change });
      length += encoded.length;
      if (length >= lengthMax) break;
    }
    return found;
  }

  prune(before: number, limit = Number.POSITIVE_INFINITY): number {
    this.#assertOpen();
    const firstKept = this.#changes.findIndex(({ at }) => at >= before);
    const count = Math.min(firstKept === -1 ? this.#changes.length : firstKept, limit);
    this.#forgottenHash = this.#changes[count - 1]?.hash ?? this.#forgottenHash;
    this.#changes = this.#changes.slice(count);
    return count;
  }

  close(): void {
    this.#isClosed = true;
  }

  #keep(encoded: readonly string[], at: number): void {
    const { number, hash: previous } = this.#last;
    const hash = nextHash(previous, { firstNumber: number + 1, epoch: 0, at, encoded });
    for (const [index, text] of encoded.entries())
      this.#changes.push({ number: number + index + 1, epoch: 0, at, hash, encoded: text });
    this.#last = { number: number + encoded.length, hash };
  }

  #carryOut(change: RowChange, undo: Undo[]): void {
    const table = this.#tableNamed(change.table);
    switch (change.do) {
      case 'put':
        return table.put(change.row, undo);
      case 'patch':
        return table.patch(change.where, change.set, undo);
      case 'remove':
        return table.remove(change.where, undo);
      default:
        return unreachable(change);
    }
  }

  #tableNamed(name: string): MemoryTable {
    const table = this.#tables.get(name);
    if (table === undefined) throw new UnstorableChange(`There is no table ${name}.`);
    return table;
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new JournalClosed('memory');
  }
}
