import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { JournalCorrupt, JournalLocked, JournalMissing, NotAJournal } from './journal-errors.ts';
import { Parts } from './parts.ts';
import { planUpgrade, type StoredVersions } from './plan-upgrade.ts';
import type { KindedChange, Projection } from './projection.ts';
import { writeFact } from './sqlite/facts.ts';
import { beginHistory } from './sqlite/history.ts';
import { makeDurable } from './sqlite/make-durable.ts';
import { makePrivate, privateMode } from './sqlite/make-private.ts';
import { isEmpty, openDatabase, openDatabaseReadOnly, openUnchanging } from './sqlite/open-database.ts';
import { openingFailure } from './sqlite/opening-failure.ts';
import { readVersions } from './sqlite/part-versions.ts';
import { readLastNumber } from './sqlite/read-state.ts';
import { inTransaction } from './sqlite/transaction.ts';

/*
 * Ledgers as files, whatever their parts and the versions of these: so that one can be copied before a newer program upgrades
 * it, and put back after.
 */

/** What can be told of a ledger in a file without knowing its parts. */
export interface LedgerFile {
  readonly versions: StoredVersions;
  readonly lastNumber: number;
  readonly bytes: number;
}

/** Looks through the whole file, which nobody may have open. Throws a `JournalError` for one that is damaged or no ledger. */
export function inspectLedgerFile(path: string): LedgerFile {
  const database = openUnchanging(path);
  try {
    if (isEmpty(database)) throw new NotAJournal(path, 'it is empty');
    const found = database.prepare('pragma quick_check(1)').get()?.['quick_check'];
    if (found !== 'ok') throw new JournalCorrupt(path, new Error(String(found)));
    return {
      versions: readVersions(database),
      lastNumber: readLastNumber(database),
      bytes: statSync(path).size,
    };
  } catch (error) {
    throw openingFailure(path, 'read', error);
  } finally {
    database.close();
  }
}

/** Copies a ledger that nobody writes to a new file; a `JournalLocked` where somebody does. Says how many pages it has. */
export async function copyClosedLedger(
  path: string,
  to: string,
  onProgress: (pages: number) => void = () => {},
): Promise<number> {
  const database = openDatabaseReadOnly(path, 0);
  try {
    if (isEmpty(database)) throw new JournalMissing(path);
    makePrivate(to);
    return await backup(database, to, {
      rate: 1024,
      progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages),
    });
  } catch (error) {
    throw openingFailure(path, 'read', error);
  } finally {
    database.close();
  }
}

export interface RestoreOptions<Change extends KindedChange> {
  /** What this program would open it with. */
  readonly parts: readonly Projection<Change>[];
  readonly now: number;
  /** Where a ledger that is in the place goes; null: there must be none. */
  readonly replacedPath: string | null;
}

export interface RestoredLedger extends LedgerFile {
  /** Whether it is upgraded when it is opened next. */
  readonly isOutdated: boolean;
}

/**
 * Puts a copy of a ledger into a place, unless this program could not open it there. It begins a new history there: its changes are forgotten, and numbers go on far above, since
 * whoever followed the ledger may have seen later ones than those in the copy, which will now be others.
 */
export function restoreLedgerFile<Change extends KindedChange>(
  from: string,
  path: string,
  options: RestoreOptions<Change>,
): RestoredLedger {
  const steps = planUpgrade(from, inspectLedgerFile(from).versions, new Parts(options.parts));
  const partial = `${path}.partial`;
  for (const ending of endings) rmSync(`${partial}${ending}`, { force: true });
  try {
    copyFileSync(from, partial);
    chmodSync(partial, privateMode);
    beginAnew(partial, options.now);
    makeDurable(partial);
    if (options.replacedPath !== null) putAside(path, options.replacedPath);
    renameSync(partial, path);
    makeDurable(dirname(path));
    return { ...inspectLedgerFile(path), isOutdated: steps.length > 0 };
  } finally {
    for (const ending of endings) rmSync(`${partial}${ending}`, { force: true });
  }
}

const endings = ['', '-wal', '-shm', '-journal'];

function beginAnew(path: string, now: number): void {
  const database = openDatabase(path, 0);
  try {
    inTransaction(database, () => {
      const last = readLastNumber(database);
      database.exec('delete from changes');
      writeFact(database, 'forgotten_through', last + numbersApart);
      writeFact(database, 'restored_at', now);
      // Those of older programs have none yet.
      if (hasTable(database, 'berth_history')) beginHistory(database);
    });
    database.exec('pragma wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
}

/** No ledger makes so many changes between a backup and its being put back. */
const numbersApart = 2 ** 32;

function hasTable(database: DatabaseSync, name: string): boolean {
  return database.prepare('select 1 from sqlite_schema where name = ?').get(name) !== undefined;
}

/**
 * Nobody may have it open. What was still in its WAL is brought into it first; if it is damaged, it goes as it is. A WAL must not
 * stay: the next one in the place would be taken for its own.
 */
function putAside(path: string, to: string): void {
  try {
    openDatabase(path, 0).close();
  } catch (error) {
    if (error instanceof JournalLocked) throw error;
  }
  for (const ending of endings.slice(1)) {
    if (existsSync(`${path}${ending}`)) renameSync(`${path}${ending}`, `${to}${ending}`);
  }
  if (existsSync(path)) giveSecondName(path, to);
}

/** Until the new one takes its name, it keeps it: a service that is started in between must not find the place empty. */
function giveSecondName(path: string, to: string): void {
  try {
    linkSync(path, to);
  } catch {
    // Not every file system can.
    renameSync(path, to);
  }
}
