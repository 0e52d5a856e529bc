import { closeSync, constants, fstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Of a file. /proc/cpuinfo of a machine with 2,000 CPUs is 3 MB. */
const bytesMax = 16 * 1024 * 1024;
/** Of a directory. */
const namesMax = 65_536;

/**
 * The kernel's files below a directory: '/', or where those of another machine are. What is not there is null, and nobody is told: each
 * machine has other files. What is there and cannot be read is null, too, with a warning. It never throws.
 */
export class KernelFiles {
  readonly #root: string;
  readonly #warn: (text: string) => void;

  constructor(root: string, warn: (text: string) => void) {
    this.#root = root;
    this.#warn = warn;
  }

  /** Without white space at both ends. */
  text(path: string): string | null {
    return this.#attempt(path, (file) => readText(file).trim());
  }

  /** A whole number that is not negative, as most of these files contain; null for one that contains something else. */
  number(path: string): number | null {
    const text = this.text(path);
    if (text === null) return null;
    if (/^\d{1,15}$/.test(text)) return Number(text);
    this.#warn(`${path}: has no number in it; it is left out`);
    return null;
  }

  /** The names in a directory, in order. */
  names(path: string): readonly string[] {
    const names = this.#attempt(path, (directory) => readdirSync(directory).sort()) ?? [];
    if (names.length > namesMax)
      this.#warn(`${path}: has more than ${namesMax} entries; the others are left out`);
    return names.slice(0, namesMax);
  }

  /** The name of what a link leads to. */
  linkName(path: string): string | null {
    return this.#attempt(path, (link) => basename(readlinkSync(link)));
  }

  warn(path: string, text: string): void {
    this.#warn(`${path}: ${text}`);
  }

  #attempt<Result>(path: string, read: (path: string) => Result): Result | null {
    try {
      return read(join(this.#root, path));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR')
        this.#warn(`${path}: cannot be read (${code ?? message}); it is left out`);
      return null;
    }
  }
}

/** These files have no size before they are read. */
function readText(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error('is not a file');
    const chunks: Buffer[] = [];
    for (let length = 0; ; ) {
      const chunk = Buffer.alloc(65_536);
      const count = readSync(file, chunk, 0, chunk.length, null);
      if (count === 0) return Buffer.concat(chunks).toString('utf8');
      length += count;
      if (length > bytesMax) throw new Error(`has more than ${bytesMax} bytes`);
      chunks.push(chunk.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
}
