import type { LazyBody } from '@berth/api-kit/response.ts';
import type { Sheet } from './sheet.ts';

/**
 * A body that is made on a sheet, one chunk after the other, and gives it back when it is over or left. Not a generator: one that
 * is left before its first chunk does not notice it, and its sheet would be taken for ever.
 */
export class SheetBody implements LazyBody, IterableIterator<Uint8Array> {
  /** Of all chunks together, where it is known from the start. */
  declare readonly byteLength?: number;
  readonly #chunks: Iterator<Uint8Array>;
  /** Null when it has been given back. */
  #sheet: Sheet | null;

  constructor(sheet: Sheet, chunks: Iterator<Uint8Array>, byteLength?: number) {
    this.#sheet = sheet;
    this.#chunks = chunks;
    if (byteLength !== undefined) this.byteLength = byteLength;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<Uint8Array> {
    if (this.#sheet === null) return over;
    try {
      const next = this.#chunks.next();
      if (next.done) this.#giveBack();
      return next;
    } catch (error) {
      this.#giveBack();
      throw error;
    }
  }

  return(): IteratorResult<Uint8Array> {
    this.#giveBack();
    return over;
  }

  #giveBack(): void {
    this.#sheet?.giveBack();
    this.#sheet = null;
  }
}

const over = { done: true, value: undefined } as const;
