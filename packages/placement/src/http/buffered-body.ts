import type { LazyBody } from '@berth/api-kit/response.ts';
import type { OutputBuffer } from './output-buffer.ts';

/**
 * A body that is made in a buffer, one chunk after the other, and gives it back when it is over or left. Not a generator: one that
 * is left before its first chunk does not notice it, and its buffer would be taken for ever.
 */
export class BufferedBody implements LazyBody, IterableIterator<Uint8Array> {
  /** Of all chunks together, where it is known from the start. */
  declare readonly byteLength?: number;
  readonly #chunks: Iterator<Uint8Array>;
  /** Null when it has been given back. */
  #buffer: OutputBuffer | null;

  constructor(buffer: OutputBuffer, chunks: Iterator<Uint8Array>, byteLength?: number) {
    this.#buffer = buffer;
    this.#chunks = chunks;
    if (byteLength !== undefined) this.byteLength = byteLength;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<Uint8Array> {
    if (this.#buffer === null) return over;
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
    this.#buffer?.giveBack();
    this.#buffer = null;
  }
}

const over = { done: true, value: undefined } as const;
