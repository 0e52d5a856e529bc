import { OutputBuffer } from './output-buffer.ts';

/** Buffers that nobody writes to, some megabytes of them, and how much is written on at the moment. */
export class OutputBufferPool {
  readonly #free: OutputBuffer[] = [];
  #freeBytes = 0;
  #takenBytes = 0;

  /** One that nobody writes on. */
  take(): OutputBuffer {
    const free = this.#free.pop();
    if (free) this.#freeBytes -= free.size;
    const buffer = free ?? new OutputBuffer(this);
    this.#takenBytes += buffer.size;
    return buffer;
  }

  /** It is not needed any more. */
  put(buffer: OutputBuffer): void {
    this.#takenBytes -= buffer.size;
    if (this.#freeBytes + buffer.size > mostFreeBytes) return;
    this.#freeBytes += buffer.size;
    this.#free.push(buffer);
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

/** The buffers of this thread. */
export const buffers = new OutputBufferPool();
