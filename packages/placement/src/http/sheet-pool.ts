import { Sheet } from './sheet.ts';

/** Sheets that nobody writes on, some megabytes of them, and how much is written on at the moment. */
export class SheetPool {
  readonly #free: Sheet[] = [];
  #freeBytes = 0;
  #takenBytes = 0;

  /** One that nobody writes on. */
  take(): Sheet {
    const free = this.#free.pop();
    if (free) this.#freeBytes -= free.size;
    const sheet = free ?? new Sheet(this);
    this.#takenBytes += sheet.size;
    return sheet;
  }

  /** It is not needed any more. */
  put(sheet: Sheet): void {
    this.#takenBytes -= sheet.size;
    if (this.#freeBytes + sheet.size > mostFreeBytes) return;
    this.#freeBytes += sheet.size;
    this.#free.push(sheet);
  }

  /** One that is taken has become larger. */
  grew(bytes: number): void {
    this.#takenBytes += bytes;
  }

  /** So much is with clients that a long answer had better be made as it is read. */
  get isScarce(): boolean {
    return this.#takenBytes > plentyBytes;
  }
}

/** As much as 16 answers with the trees of 1,000 hosts. */
const mostFreeBytes = 64 * 1024 * 1024;
const plentyBytes = 32 * 1024 * 1024;

/** The sheets of this thread. */
export const sheets = new SheetPool();
