import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Returns when what is in a file is on the disk; of a directory, when its names are. */
export function makeDurable(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
