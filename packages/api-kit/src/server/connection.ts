import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from './failure.ts';

/** A request whose body is still coming in. */
export interface Receiving {
  /** Whether all of it has come in, though not all of it has been read. */
  isWhole(): boolean;
  /** Answers it with a failure. */
  fail(failure: Failure): void;
}

/** Whoever sends so many requests without waiting for an answer is no client of this API. */
const maxWaiting = 4096;

/**
 * One connection: whose turn it is, and what to do when its input turns out to be beyond repair.
 *
 * A client may send requests faster than they are answered. They are served one after the other: so a later
 * one sees what an earlier one has changed, and there is never more than one answer in memory, even if the
 * client does not read them. The answer to input that cannot be understood waits for its turn, too.
 */
export class Connection {
  readonly #socket: Socket;
  /** 1 when a request has its turn, and 1 for each that waits. */
  #owed = 0;
  #waiting: (() => void)[] = [];
  #receiving: Receiving | null = null;
  /** Why nothing that follows can be understood; null as long as it can. */
  #broken: Failure | null = null;
  #sendFarewell: (() => void) | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Nothing was ever asked here. */
  get isUnused(): boolean {
    return this.#socket.bytesRead === 0;
  }

  /** No request waits behind the one that has its turn. */
  get hasNoneWaiting(): boolean {
    return this.#waiting.length === 0;
  }

  /** It is the service that is slow now, and not the client. */
  get awaitsService(): boolean {
    return this.#owed > 0 && this.#receiving === null && this.#socket.writableLength === 0;
  }

  /** A request has come in: `start` is called when it is its turn, and its turn ends when `out` is closed. */
  enqueue(out: ServerResponse, start: () => void, whenSettled: () => void): void {
    this.#owed += 1;
    out.once('close', () => {
      this.#settle();
      whenSettled();
    });
    if (this.#owed === 1) {
      start();
      return;
    }
    this.#waiting.push(start);
    if (this.#waiting.length > maxWaiting) this.#socket.destroy();
  }

  startReceiving(receiving: Receiving): void {
    this.#receiving = receiving;
    if (this.#broken !== null && !receiving.isWhole()) receiving.fail(this.#broken);
  }

  stopReceiving(): void {
    this.#receiving = null;
  }

  /** Nothing that follows can be understood: answers that, when its turn comes, and hangs up. */
  breakOff(failure: Failure, render: (failure: Failure) => Buffer, lingerMs: number): void {
    if (this.#broken !== null) return;
    this.#broken = failure;
    if (this.#receiving?.isWhole() === false) {
      this.#receiving.fail(failure);
      return;
    }
    const send = (): void => hangUp(this.#socket, render(failure), lingerMs);
    if (this.#owed === 0) send();
    else this.#sendFarewell = send;
  }

  #settle(): void {
    this.#owed -= 1;
    if (!this.#socket.writable) {
      // Gone, or told to go: nobody will read the answers to what is left.
      this.#waiting = [];
      return;
    }
    const next = this.#waiting.shift();
    if (next !== undefined) next();
    else this.#sendFarewell?.();
  }
}

/**
 * Says a last thing and closes. A client that is still sending would lose what was said to it if the
 * connection were closed at once (its unread bytes turn the close into a reset), so it gets a moment.
 */
function hangUp(socket: Socket, lastWords: Buffer, lingerMs: number): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(lastWords);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}
