import { joinedLength, writeJoined } from '@berth/api-kit/join-bytes.ts';

/**
 * Bytes to write an answer on, to be used again for another one when it is sent: a large piece of memory costs more to
 * get and to clear than what is written on it, and whoever collects the garbage holds up everybody else.
 */
export class OutputBuffer {
  readonly #pool: Pool;
  #bytes = Buffer.allocUnsafeSlow(smallest);
  #length = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** What it takes, whatever is written on it. */
  get size(): number {
    return this.#bytes.length;
  }

  /** After this its bytes will be others. */
  giveBack(): void {
    this.clear();
    this.#pool.put(this);
  }

  /** What is written on it, until it is cleared or given back. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** How much that is, without a view of it being made. */
  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  add(bytes: Uint8Array): void {
    const at = this.extend(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** Adds parts with commas between them. */
  addJoined(parts: readonly Uint8Array[]): void {
    const at = this.extend(joinedLength(parts));
    writeJoined(parts, this.#bytes, at);
  }

  /** Makes room for so many more bytes, and says where it begins: they are for the caller to write, on `bytes`. */
  extend(length: number): number {
    const at = this.#length;
    this.#length = at + length;
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(this.#length)));
      larger.set(this.#bytes.subarray(0, at));
      this.#pool.grew(larger.length - this.#bytes.length);
      this.#bytes = larger;
    }
    return at;
  }

  /** Other ones after each call of `extend`. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }
}

/** Where it is taken from, and given back to: see output-buffer-pool.ts. */
interface Pool {
  put(buffer: OutputBuffer): void;
  grew(bytes: number): void;
}

const smallest = 64 * 1024;
