import { joinedLength, writeJoined } from './join-bytes.ts';

/**
 * Bytes to write an answer on, to be used again for another one when it is sent: a large piece of memory costs more to
 * get and to clear than what is written on it, and whoever collects the garbage holds up everybody else.
 */
export class Sheet {
  #bytes = Buffer.allocUnsafeSlow(smallest);
  #length = 0;

  /** One that nobody writes on. */
  static take(): Sheet {
    const sheet = free.pop();
    if (sheet) freeBytes -= sheet.#bytes.length;
    const taken = sheet ?? new Sheet();
    takenBytes += taken.#bytes.length;
    return taken;
  }

  /** So much is written on at the moment that a long answer had better be made as it is sent. */
  static get areScarce(): boolean {
    return takenBytes > plentyBytes;
  }

  /** After this its bytes will be others. */
  giveBack(): void {
    this.clear();
    takenBytes -= this.#bytes.length;
    if (freeBytes + this.#bytes.length > mostFreeBytes) return;
    freeBytes += this.#bytes.length;
    free.push(this);
  }

  /** What is written on it, until it is cleared or given back. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
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
      takenBytes += larger.length - this.#bytes.length;
      this.#bytes = larger;
    }
    return at;
  }

  /** Other ones after each call of `extend`. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }
}

const smallest = 64 * 1024;
/** As much as 16 answers with the trees of 1,000 hosts. */
const mostFreeBytes = 64 * 1024 * 1024;
const free: Sheet[] = [];
let freeBytes = 0;
/** As much as one event loop can fill before others have their turn, many times over. */
const plentyBytes = 32 * 1024 * 1024;
let takenBytes = 0;
