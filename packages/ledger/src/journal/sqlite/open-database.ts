import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { NotAJournal } from '../journal-errors.ts';
import { makePrivate } from './make-private.ts';
import { openingFailure } from './opening-failure.ts';
import { resultCode, resultCodeOf } from './result-code.ts';

/** 'Brth', in the header of every ledger, so that nobody else's database is taken for one. */
export const applicationId = 0x42727468;

export const inMemory = ':memory:';

/** From so many pages on, what is in the WAL is brought into the database. */
export const walPageCount = 1000;

/** To what the WAL is cut back after it has grown. */
export const walKeptBytes = 64 << 20;

/**
 * Opens the database for writing, and for this connection alone. The lock is SQLite's own on the file: the
 * operating system gives it back when the process ends, however it ends.
 */
export function openDatabase(path: string, lockWaitMs: number): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    makePrivate(path);
    database = new DatabaseSync(path, { timeout: lockWaitMs, enableForeignKeyConstraints: false });
    // Before the first look at the file: then SQLite keeps the index of the WAL in memory of its own, and no
    // second process can share the file, not even for reading.
    database.exec('pragma locking_mode = exclusive; begin exclusive; commit;');
    assertOurs(database, path);
    // FULL: every commit is on the disk before it is answered. Checkpoints after 1000 pages (4 MB) keep the
    // longest commit near 10 ms; with 8000 pages groups were a quarter faster, and the longest took 50 ms. The
    // WAL grows beyond that only in a single large transaction, and is then cut back to 64 MB.
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma wal_autocheckpoint = ${walPageCount};
      pragma journal_size_limit = ${walKeptBytes};
      pragma cache_size = -65536;
    `);
    return database;
  } catch (error) {
    database?.close();
    throw openingFailure(path, 'write', error);
  }
}

/** Opens the database for reading. Refused while it is open for writing; nothing in it changes. */
export function openDatabaseReadOnly(path: string, lockWaitMs: number): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { timeout: lockWaitMs, readOnly: true });
    assertOurs(database, path);
    return database;
  } catch (error) {
    database?.close();
    if (needsOwnFiles(error) && !existsSync(`${path}-wal`)) return openUnchanging(path);
    throw openingFailure(path, 'read', error);
  }
}

/** Even reading makes a `-shm` file next to the ledger, which this user may not be allowed to. */
function needsOwnFiles(error: unknown): boolean {
  const code = resultCodeOf(error);
  return code === resultCode.readOnly || code === resultCode.cannotOpen;
}

/**
 * Without any lock or file of its own. A writer has a `-wal` file from its first moment to its last (see
 * `prepareSchema`), so where there is none, nobody writes.
 */
export function openUnchanging(path: string): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    const url = pathToFileURL(path);
    url.searchParams.set('immutable', '1');
    database = new DatabaseSync(url, { readOnly: true });
    assertOurs(database, path);
    return database;
  } catch (error) {
    database?.close();
    throw openingFailure(path, 'read', error);
  }
}

/** An empty database is as good as ours; anything else has to say that it is. */
function assertOurs(database: DatabaseSync, path: string): void {
  if (isEmpty(database)) return;
  const id = database.prepare('pragma application_id').get()?.['application_id'];
  if (id !== applicationId) throw new NotAJournal(path, 'it is the database of another program');
}

export function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('select 1 from sqlite_schema limit 1').get() === undefined;
}
