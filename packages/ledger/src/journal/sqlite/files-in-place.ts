import { type BigIntStats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/**
 * Whether the files that a ledger is kept in are still the ones at its path.
 *
 * A file that is removed, moved or replaced while it is open goes on taking writes, and what it takes is gone when it is closed;
 * meanwhile another process finds the path free, and its lock says nothing about ours. So whoever writes looks before it does, whether the
 * files are in place and as long as they were left.
 *
 * Who writes much looks every few milliseconds. A look is dearer than it seems: right after a commit it takes some 15 µs for each file, and one at
 * the WAL makes the next write to that dearer as well (45 µs on ext4, as measured; it seems that whoever asks when a file was written has the next
 * time noted anew). Before and after each commit it took a tenth of a single claim. Nothing is lost by that: with the file goes all that was ever
 * stored, and not only what is stored before it is noticed.
 *
 * They are not opened for that: closing a file drops all locks that this process has on it.
 */
export class FilesInPlace {
  readonly #files: readonly WatchedFile[];
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** To be made when both files are there. A ledger in memory has none, and is always in place. */
  constructor(database: DatabaseSync, path: string, walKeptBytes: number) {
    // Where the path leads to, which may be a link that somebody lets lead elsewhere.
    const target = database.location();
    if (target === null) this.#files = [];
    else {
      // Without a VACUUM a database never gets shorter. The WAL may be cut back, but to no less than what is kept of it.
      const files = [new WatchedFile(target), new WatchedFile(`${target}-wal`, BigInt(walKeptBytes))];
      if (resolve(path) !== target) files.push(new WatchedFile(path));
      this.#files = files.filter(({ isThere }) => isThere);
    }
  }

  /** What has happened to them; null when all is well, or was so a moment ago. */
  changeLately(): string | null {
    return performance.now() - this.#lookedMs < lookEveryMs ? null : this.change();
  }

  /** The same, now. */
  change(): string | null {
    return this.#change(false);
  }

  /** The same, to be asked after the WAL was emptied. */
  changeAfterEmptying(): string | null {
    return this.#change(true);
  }

  #change(isEmptied: boolean): string | null {
    this.#lookedMs = performance.now();
    for (const file of this.#files) {
      const change = file.change(isEmptied);
      if (change !== null) return change;
    }
    return null;
  }
}

/** So long may what is acknowledged go to files that are not there any more. */
export const lookEveryMs = 10;

class WatchedFile {
  readonly isThere: boolean;
  readonly #path: string;
  readonly #keptBytes: bigint | null;
  readonly #device: bigint | undefined;
  readonly #inode: bigint | undefined;
  #size = 0n;

  /** `keptBytes`: how far it may be cut back by whoever writes it; null: not at all. */
  constructor(path: string, keptBytes: bigint | null = null) {
    this.#path = path;
    this.#keptBytes = keptBytes;
    const found = look(path);
    this.isThere = found !== undefined;
    this.#device = found?.dev;
    this.#inode = found?.ino;
    this.#size = found?.size ?? 0n;
  }

  change(isEmptied: boolean): string | null {
    let found: BigIntStats | undefined;
    try {
      found = look(this.#path);
    } catch (error) {
      return `${this.#path} cannot be looked at (${error instanceof Error ? error.message : String(error)})`;
    }
    if (found === undefined) return `${this.#path} was removed or moved`;
    if (found.ino !== this.#inode || found.dev !== this.#device) return `${this.#path} was replaced`;
    const isCutBack = this.#keptBytes !== null && (isEmptied || found.size >= this.#keptBytes);
    if (found.size < this.#size && !isCutBack) return `${this.#path} was cut off`;
    this.#size = found.size;
    return null;
  }
}

function look(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}
