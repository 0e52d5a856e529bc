import type { DatabaseSync } from 'node:sqlite';
import type { JournalReader, NumberedChange } from './journal.ts';
import { JournalClosed, JournalMissing } from './journal-errors.ts';
import { Parts } from './parts.ts';
import type { KindedChange, Projection } from './projection.ts';
import { historyProblems, readHash } from './sqlite/history.ts';
import { isEmpty, openDatabaseReadOnly } from './sqlite/open-database.ts';
import { openingFailure } from './sqlite/opening-failure.ts';
import { readChanges, readForgottenThrough, readLastNumber, readState } from './sqlite/read-state.ts';
import { assertReadable } from './sqlite/schema.ts';

/** For looking at a ledger that no process serves just now. Nothing is made, upgraded or repaired. */
export function openSqliteJournalReadOnly<Change extends KindedChange>(
  path: string,
  parts: readonly Projection<Change>[],
  { lockWaitMs = 0 }: { readonly lockWaitMs?: number } = {},
): SqliteJournalReader<Change> {
  const database = openDatabaseReadOnly(path, lockWaitMs);
  try {
    return new SqliteJournalReader(database, path, new Parts(parts));
  } catch (error) {
    database.close();
    throw openingFailure(path, 'read', error);
  }
}

export class SqliteJournalReader<Change extends KindedChange> implements JournalReader<Change> {
  readonly lastNumber: number;
  readonly forgottenThrough: number;
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #parts: Parts<Change>;

  constructor(database: DatabaseSync, path: string, parts: Parts<Change>) {
    if (isEmpty(database)) throw new JournalMissing(path);
    assertReadable(database, path, parts);
    this.lastNumber = readLastNumber(database);
    this.forgottenThrough = readForgottenThrough(database);
    this.#database = database;
    this.#path = path;
    this.#parts = parts;
  }

  hashAt(number: number): string | null {
    this.#assertOpen();
    return readHash(this.#database, number);
  }

  problems(): readonly string[] {
    this.#assertOpen();
    return historyProblems(this.#database);
  }

  load(): Iterable<Change> {
    this.#assertOpen();
    return readState(this.#database, this.#path, this.#parts);
  }

  changesAfter(after: number, limit: number, lengthMax?: number): readonly NumberedChange<Change>[] {
    this.#assertOpen();
    return readChanges(this.#database, this.#path, after, limit, lengthMax);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #assertOpen(): void {
    if (!this.#database.isOpen) throw new JournalClosed(this.#path);
  }
}
