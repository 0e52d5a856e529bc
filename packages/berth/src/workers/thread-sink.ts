import type { LineSink } from '../log/line-sink.ts';

/** Another thread, which says when it has taken the lines: so no more are on their way than one portion of them. */
export class ThreadSink implements LineSink {
  readonly #send: (lines: string) => Promise<void>;

  constructor(send: (lines: string) => Promise<void>) {
    this.#send = send;
  }

  write(bytes: Buffer, tell: (error: Error | null, taken: number) => void): void {
    this.#send(bytes.toString()).then(
      () => tell(null, bytes.length),
      (error: Error) => tell(error, 0),
    );
  }

  writeSync(bytes: Buffer): number {
    // It is on its way before this thread ends. If the other one has ended, so has the process.
    this.#send(bytes.toString()).catch(() => {});
    return bytes.length;
  }
}
