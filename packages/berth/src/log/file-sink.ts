import { closeSync, openSync, write, writeSync } from 'node:fs';
import type { LineSink } from './line-sink.ts';

/** A file. Its disk may be slow, so that another thread waits for it. */
export class FileSink implements LineSink {
  readonly #path: string | null;
  #fd: number;
  #isWriting = false;
  /** Files that were moved away, to be closed. */
  readonly #left: number[] = [];

  /** An open file, or the path of one that is made if there is none. Lines are added at its end. */
  constructor(file: number | string) {
    this.#path = typeof file === 'string' ? file : null;
    this.#fd = typeof file === 'string' ? openSync(file, 'a', mode) : file;
  }

  write(bytes: Buffer, tell: (error: Error | null, taken: number) => void): void {
    this.#isWriting = true;
    write(this.#fd, bytes, (error, taken) => {
      this.#isWriting = false;
      this.#closeLeft();
      tell(error, taken);
    });
  }

  writeSync(bytes: Buffer): number {
    return writeSync(this.#fd, bytes);
  }

  /** Goes on in the file that is now at its path: the one before was moved away. Where that fails, it goes on in that one. */
  reopen(): void {
    if (this.#path === null) return;
    const before = this.#fd;
    this.#fd = openSync(this.#path, 'a', mode);
    this.#left.push(before);
    this.#closeLeft();
  }

  /** Not while one of them may be written, however long the disk takes: the lines would go to what has its number by then. */
  #closeLeft(): void {
    if (this.#isWriting) return;
    for (const fd of this.#left.splice(0)) closeSync(fd);
  }
}

/** Targets and users are nobody else's business. */
const mode = 0o640;
