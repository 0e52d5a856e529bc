import { chmodSync, closeSync, openSync } from 'node:fs';

/**
 * Makes an empty file that only this user can read, whatever the umask, if there is none. SQLite takes an empty file for a new
 * database, and gives its `-wal` and `-shm` the same permissions; those it would make by itself everybody could read.
 *
 * A file that is there is not opened: closing it would drop all locks that this process has on it.
 */
export function makePrivate(path: string): void {
  if (path === '' || path === ':memory:') return;
  let made: number;
  try {
    made = openSync(path, 'ax', privateMode);
  } catch {
    return; // It is there, or it cannot be made, which whoever opens it says better.
  }
  closeSync(made);
  chmodSync(path, privateMode);
}

/** Files with what is in a ledger: nobody else on the machine needs to read them. */
export const privateMode = 0o600;
