import type { IncomingMessage } from 'node:http';
import { type Failure, UnreadableBody } from './failure.ts';
import type { BodyInput } from './incoming-body.ts';

/**
 * A body that is taken piece by piece.
 *
 * What always holds: no more than one piece waits to be taken, so that the longest body costs no more memory than a short one; a client
 * that sends less than it could is given up, however long the whole may take; and when it is left before its end nothing more comes in.
 */
export class BodyStream {
  readonly #message: IncomingMessage;
  readonly #input: BodyInput;
  readonly #giveUp: (failure: Failure) => void;
  readonly #slowMs: number;
  #piece: Uint8Array[] = [];
  #isOver = false;
  #failure: Failure | null = null;
  #wake: (() => void) | null = null;
  /** Since the last look: what has come, and for how long it was waited for. */
  #receivedBytes = 0;
  #waitedMs = 0;
  #waitsSinceMs: number | null = null;

  constructor(
    message: IncomingMessage,
    input: BodyInput,
    slowMs: number,
    giveUp: (failure: Failure) => void,
  ) {
    this.#message = message;
    this.#input = input;
    this.#giveUp = giveUp;
    this.#slowMs = slowMs;
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    this.#message.on('data', this.#take);
    this.#message.on('end', this.#finish);
    const watch = setInterval(() => this.#look(), this.#slowMs).unref();
    try {
      while (this.#failure === null) {
        const pieces = this.#piece;
        this.#piece = [];
        yield* pieces;
        if (this.#isOver && this.#piece.length === 0) return;
        if (this.#piece.length === 0) await this.#more();
      }
      throw new UnreadableBody(this.#failure);
    } finally {
      clearInterval(watch);
      this.#message.off('data', this.#take);
      this.#message.off('end', this.#finish);
      this.#input.holdBodyBack();
    }
  }

  /** There will be no more of it. */
  fail(failure: Failure): void {
    this.#failure = failure;
    this.#wake?.();
  }

  async #more(): Promise<void> {
    this.#waitsSinceMs = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    this.#input.letBodyThrough();
    if (this.#failure === null) await promise;
    this.#wake = null;
    this.#waitedMs += performance.now() - this.#waitsSinceMs;
    this.#waitsSinceMs = null;
  }

  readonly #take = (chunk: Buffer): void => {
    this.#input.holdBodyBack();
    this.#receivedBytes += chunk.length;
    this.#piece.push(chunk);
    this.#wake?.();
  };

  readonly #finish = (): void => {
    this.#isOver = true;
    this.#wake?.();
  };

  #look(): void {
    const now = performance.now();
    const waitedMs = this.#waitedMs + (this.#waitsSinceMs === null ? 0 : now - this.#waitsSinceMs);
    const isSlow = waitedMs > this.#slowMs / 2 && this.#receivedBytes < waitedMs * leastBytesPerMs;
    this.#receivedBytes = 0;
    this.#waitedMs = 0;
    if (this.#waitsSinceMs !== null) this.#waitsSinceMs = now;
    if (isSlow) this.#giveUp(tooSlow);
  }
}

const leastBytesPerMs = 1;
const tooSlow: Failure = { status: 408, detail: 'The body came in too slowly.' };
