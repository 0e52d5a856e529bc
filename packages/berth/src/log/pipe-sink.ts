import { writeSync } from 'node:fs';
import type { LineSink } from './line-sink.ts';

/**
 * A pipe, socket or terminal that was made not to block. A full one says so and takes nothing; so a reader that stands still
 * holds up no thread. (Node's own streams take everything and keep it in memory, and its threads for files would wait for
 * the reader, and the end of the process for them.)
 */
export class PipeSink implements LineSink {
  readonly #fd: number;

  constructor(fd: number) {
    this.#fd = fd;
  }

  write(bytes: Buffer, tell: (error: Error | null, taken: number) => void): void {
    let taken = 0;
    try {
      taken = this.writeSync(bytes);
    } catch (error) {
      tell(error as Error, 0); // Errors of the system are errors.
      return;
    }
    tell(null, taken);
  }

  writeSync(bytes: Buffer): number {
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0; // Errors of the system have a code.
      throw error;
    }
  }
}
