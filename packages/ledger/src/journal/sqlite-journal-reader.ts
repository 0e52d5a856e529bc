import type { DatabaseSync } from 'node:sqlite';
import { checkProjection } from './check-projection.ts';
import type { JournalReader, NumberedChange } from './journal.ts';
import { JournalClosed, JournalMissing } from './journal-errors.ts';
import type { Projection } from './projection.ts';
import { historyProblems, readHash } from './sqlite/history.ts';
import { isEmpty, openDatabaseReadOnly } from './sqlite/open-database.ts';
import { openingFailure } from './sqlite/opening-failure.ts';
import { readChanges, readForgottenThrough, readLastNumber, readState } from './sqlite/read-state.ts';
import { assertReadable } from './sqlite/schema.ts';

/** For looking at a ledger that no process serves just now. Nothing is made, upgraded or repaired. */
export function openSqliteJournalReadOnly<Change>(
  path: string,
  projection: Projection<Change>,
  { lockWaitMs = 0 }: { readonly lockWaitMs?: number } = {},
): SqliteJournalReader<Change> {
  const database = openDatabaseReadOnly(path, lockWaitMs);
  try {
    return new SqliteJournalReader(database, path, projection);
  } catch (error) {
    database.close();
    throw openingFailure(path, 'read', error);
  }
}

export class SqliteJournalReader<Change> implements JournalReader<Change> {
  readonly lastNumber: number;
  readonly forgottenThrough: number;
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #projection: Projection<Change>;

  constructor(database: DatabaseSync, path: string, projection: Projection<Change>) {
    checkProjection(projection);
    if (isEmpty(database)) throw new JournalMissing(path);
    assertReadable(database, path, projection);
    this.lastNumber = readLastNumber(database);
    this.forgottenThrough = readForgottenThrough(database);
    this.#database = database;
    this.#path = path;
    this.#projection = projection;
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
    return readState(this.#database, this.#path, this.#projection);
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
