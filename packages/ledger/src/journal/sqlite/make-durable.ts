import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Brings a file to the disk; or a directory, and with it the names of the files in it. Not one that SQLite has open. */
export function makeDurable(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
