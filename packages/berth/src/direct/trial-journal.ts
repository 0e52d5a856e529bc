import type { Journal, JournalReader, NumberedChange } from '@berth/ledger/journal/journal.ts';

/** A journal for trying something out: it begins with what another has, and what is appended is counted and kept nowhere. */
export class TrialJournal<Change> implements Journal<Change> {
  readonly #inner: JournalReader<Change>;
  #tried = 0;

  constructor(inner: JournalReader<Change>) {
    this.#inner = inner;
  }

  get lastNumber(): number {
    return this.#inner.lastNumber + this.#tried;
  }

  get forgottenThrough(): number {
    return this.#inner.forgottenThrough;
  }

  append(changes: readonly Change[]): void {
    this.#tried += changes.length;
  }

  /** The state from which it began. */
  load(): Iterable<Change> | Promise<Iterable<Change>> {
    return this.#inner.load();
  }

  /** Those that were there before. */
  changesAfter(
    after: number,
    limit: number,
    lengthMax?: number,
  ): Iterable<NumberedChange<Change>> | Promise<Iterable<NumberedChange<Change>>> {
    return this.#inner.changesAfter(after, limit, lengthMax);
  }

  hashAt(number: number): string | null | Promise<string | null> {
    return this.#inner.hashAt(number);
  }

  problems(): readonly string[] | Promise<readonly string[]> {
    return this.#inner.problems();
  }

  /** What is not kept need not be forgotten. */
  prune(): number {
    return 0;
  }

  close(): void | Promise<void> {
    return this.#inner.close();
  }
}
