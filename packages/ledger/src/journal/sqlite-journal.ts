import { closeSync, openSync, statSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type HistoryPoint, nextHash } from './chain.ts';
import { encodeChange } from './encode-change.ts';
import type { Journal, NumberedChange } from './journal.ts';
import {
  JournalClosed,
  JournalFateUnknown,
  JournalGone,
  type JournalUnavailable,
  JournalNotCopied,
  UnstorableChange,
} from './journal-errors.ts';
import type { Upgrade } from './migration.ts';
import { Parts } from './parts.ts';
import type { KindedChange, Projection } from './projection.ts';
import { CopyOvertaken, copyLive, type LiveDatabase } from './sqlite/copy-live.ts';
import { FilesInPlace } from './sqlite/files-in-place.ts';
import { historyProblems, readHash } from './sqlite/history.ts';
import { inMemory, openDatabase, walKeptBytes, walPageCount } from './sqlite/open-database.ts';
import { walPages } from './sqlite/wal-pages.ts';
import { openingFailure } from './sqlite/opening-failure.ts';
import { pruneChanges } from './sqlite/prune-changes.ts';
import { readChanges, readForgottenThrough, readLastPoint, readState } from './sqlite/read-state.ts';
import { probeRoom } from './sqlite/probe-room.ts';
import { isNotTaken } from './sqlite/result-code.ts';
import { RowBuffer } from './sqlite/row-buffer.ts';
import { RowWriter } from './sqlite/row-writer.ts';
import { prepareSchema, writeNothingNew } from './sqlite/schema.ts';
import { type SizeOnDisk, sizeOnDisk } from './sqlite/size-on-disk.ts';
import { writingFailure } from './sqlite/writing-failure.ts';

export interface SqliteJournalOptions {
  /** How long to wait for a process that still has the file open: it may be about to end. */
  readonly lockWaitMs?: number;
  /** Told of every step by which an older ledger is upgraded, or gets a part. */
  readonly onUpgrade?: (upgrade: Upgrade) => void;
}

/** Opens the ledger of these parts in this file, made new if there is none. ':memory:' is one that ends with its process. */
export function openSqliteJournal<Change extends KindedChange>(
  path: string,
  parts: readonly Projection<Change>[],
  options: SqliteJournalOptions = {},
): SqliteJournal<Change> {
  const database = openDatabase(path, options.lockWaitMs ?? 2000);
  try {
    return new SqliteJournal(database, path, parts, options);
  } catch (error) {
    database.close();
    throw openingFailure(path, 'write', error);
  }
}

/** A file with what a ledger was at one moment. */
export interface LedgerCopy {
  /** Of the newest change in it. */
  readonly number: number;
  readonly bytes: number;
}

/** A journal in one SQLite file. Its appends are synchronous: when they return, the disk has them. */
export class SqliteJournal<Change extends KindedChange> implements Journal<Change> {
  readonly #database: DatabaseSync;
  readonly #place: string;
  readonly #parts: Parts<Change>;
  readonly #rows: RowWriter;
  readonly #begin: StatementSync;
  readonly #changes: RowBuffer;
  readonly #commit: StatementSync;
  #last: HistoryPoint;
  #forgottenThrough: number;
  readonly #files: FilesInPlace;
  /** Why nothing could be stored when it was opened; null if something could. */
  readonly openingTrouble: JournalUnavailable | null;
  #isCopying = false;
  /** The ledger's own file, open for reading since it was first copied. */
  #reading: number | null = null;
  /** Set once a commit may or may not have reached the disk, or the files are gone; nothing is done after that. */
  #failure: JournalFateUnknown | JournalGone | null = null;

  constructor(
    database: DatabaseSync,
    path: string,
    parts: readonly Projection<Change>[],
    { onUpgrade = () => {} }: SqliteJournalOptions = {},
  ) {
    this.#database = database;
    this.#place = path === inMemory ? 'memory' : path;
    this.#parts = new Parts(parts);
    this.openingTrouble = prepareSchema(database, this.#place, this.#parts, onUpgrade);
    this.#rows = new RowWriter(database, this.#parts.tables);
    this.#begin = database.prepare('begin immediate');
    this.#changes = new RowBuffer(database, 'insert into changes (number, at, change, hash)', 4);
    this.#commit = database.prepare('commit');
    this.#last = readLastPoint(database, this.#place);
    this.#forgottenThrough = readForgottenThrough(database);
    this.#files = new FilesInPlace(database, path, walKeptBytes);
  }

  get lastNumber(): number {
    return this.#last.number;
  }

  get forgottenThrough(): number {
    return this.#forgottenThrough;
  }

  hashAt(number: number): string | null {
    this.#assertUsable();
    return number === this.#last.number ? this.#last.hash : readHash(this.#database, number);
  }

  problems(): readonly string[] {
    this.#assertUsable();
    return historyProblems(this.#database);
  }

  load(): Iterable<Change> {
    this.#assertUsable();
    return readState(this.#database, this.#place, this.#parts);
  }

  append(changes: readonly Change[], at: number): void {
    this.#assertUsable();
    if (!Number.isSafeInteger(at)) throw new UnstorableChange(`${at} is not a moment in milliseconds.`);
    if (changes.length === 0) return;
    this.#assertInPlace('changeLately');
    let last: HistoryPoint;
    try {
      this.#begin.run();
      last = this.#write(changes, at);
    } catch (error) {
      this.#rows.clear();
      this.#changes.clear();
      this.#rollBack(error);
      throw writingFailure(this.#place, error);
    }
    this.#makeDurable();
    this.#last = last;
  }

  changesAfter(after: number, limit: number, lengthMax?: number): readonly NumberedChange<Change>[] {
    this.#assertUsable();
    return readChanges(this.#database, this.#place, after, limit, lengthMax);
  }

  prune(before: number, limit = Number.MAX_SAFE_INTEGER): number {
    this.#assertUsable();
    this.#assertInPlace();
    try {
      const count = pruneChanges(this.#database, before, limit);
      this.#forgottenThrough += count;
      return count;
    } catch (error) {
      throw writingFailure(this.#place, error);
    }
  }

  /** Throws a `JournalGone` if it is kept in files that are no longer where they were. For whoever does not write for a while. */
  assertInPlace(): void {
    this.#assertUsable();
    this.#assertInPlace();
  }

  /** Finds out whether something can be stored, by storing nothing new. Rejects with the reason if not. */
  async probe(): Promise<void> {
    this.#assertUsable();
    try {
      if (this.#place !== 'memory') await probeRoom(this.#place);
      this.#assertUsable();
      writeNothingNew(this.#database);
    } catch (error) {
      throw writingFailure(this.#place, error);
    }
  }

  /** How large it is on its disk, and that; null in memory. */
  size(): SizeOnDisk | null {
    return this.#place === 'memory' ? null : sizeOnDisk(this.#place);
  }

  /**
   * Copies the ledger to a new file, as it is at one moment, while it goes on being written: see `copyLive`. SQLite's own way to copy
   * would hold its lock, and with it the event loop, for each step, and for as long as the disk takes to store the last one.
   */
  async copyTo(path: string, onProgress?: (bytes: number, of: number) => void): Promise<LedgerCopy> {
    this.#assertUsable();
    const source = this.#database.location();
    if (source === null) throw new JournalNotCopied(this.#place, 'it is in memory');
    if (this.#isCopying) throw new JournalNotCopied(this.#place, 'another copy is being made');
    this.#isCopying = true;
    try {
      // From here on only `#settle` brings anything into the database's own file.
      this.#database.exec('pragma wal_autocheckpoint = 0');
      // Kept until the database is closed: closing it before would drop the lock that SQLite has on the file.
      this.#reading ??= openSync(source, 'r');
      const database: LiveDatabase = {
        file: this.#reading,
        pageBytes: Number(this.#database.prepare('pragma page_size').get()?.['page_size']),
        bytes: () => statSync(source).size,
        waitingBytes: () => {
          this.#assertUsable();
          return statSync(`${source}-wal`).size;
        },
        settle: () => this.#settle(`${source}-wal`),
      };
      let number = 0;
      const onMoment = () => {
        ({ number } = this.#last);
      };
      const bytes = await copyLive(database, path, onMoment, onProgress);
      this.#assertUsable();
      return { number, bytes };
    } catch (error) {
      if (!(error instanceof CopyOvertaken)) throw error;
      throw new JournalNotCopied(this.#place, 'more is written than can be copied');
    } finally {
      this.#isCopying = false;
      if (this.#database.isOpen) this.#database.exec(`pragma wal_autocheckpoint = ${walPageCount}`);
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
    if (this.#reading !== null) closeSync(this.#reading);
    this.#reading = null;
  }

  /** Answers with what is then the newest. */
  #write(changes: readonly Change[], at: number): HistoryPoint {
    const encoded: string[] = [];
    for (const change of changes) {
      for (const rowChange of this.#parts.rowsOf(change)) this.#rows.carryOut(rowChange);
      encoded.push(encodeChange(change));
    }
    this.#rows.flush();
    let { number } = this.#last;
    const hash = nextHash(this.#last.hash, { firstNumber: number + 1, epoch: 0, at, encoded });
    for (const text of encoded) this.#changes.add([++number, at, text, hash]);
    this.#changes.flush();
    return { number, hash };
  }

  #makeDurable(): void {
    try {
      this.#commit.run();
    } catch (error) {
      // Where a write was not taken the last page of the transaction, which is the one that makes it valid, is not in the WAL.
      // After any other failure it may be, with only the way to the disk in doubt.
      if (!isNotTaken(error)) throw this.#giveUp(error);
      this.#rollBack(error);
      throw writingFailure(this.#place, error);
    }
  }

  /** Empties the WAL, so that what is in it next time was written since. */
  #settle(wal: string): ReadonlySet<number> {
    this.#assertInPlace();
    const pages = walPages(wal);
    const found = this.#database.prepare('pragma wal_checkpoint(truncate)').get();
    this.#assertInPlace('changeAfterEmptying');
    if (found?.['busy'] !== 0)
      throw new JournalNotCopied(this.#place, 'it is being read in a way that does not let it be copied');
    return pages;
  }

  #rollBack(reason: unknown): void {
    if (!this.#database.isTransaction) return; // SQLite ends some failed transactions by itself
    try {
      this.#database.exec('rollback');
    } catch (error) {
      throw this.#giveUp(new AggregateError([reason, error], 'a failed transaction could not be undone'));
    }
  }

  #giveUp(cause: unknown): JournalFateUnknown {
    const failure = new JournalFateUnknown(this.#place, cause);
    this.#failure = failure;
    return failure;
  }

  #assertUsable(): void {
    if (!this.#database.isOpen) throw new JournalClosed(this.#place);
    if (this.#failure !== null) throw this.#failure;
  }

  #assertInPlace(look: 'change' | 'changeLately' | 'changeAfterEmptying' = 'change'): void {
    const change = this.#files[look]();
    if (change === null) return;
    this.#failure = new JournalGone(this.#place, change);
    throw this.#failure;
  }
}
