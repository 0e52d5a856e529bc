import type { IncomingMessage } from 'node:http';
import { emptyBody, type UnreadBody } from '../request.ts';
import type { BodyHolder, BodyRoom } from './body-room.ts';
import { type Failure, UnreadableBody } from './failure.ts';

/** Whether there is nothing to wait for: most requests, and they are to be answered without waiting. */
export function hasNoBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  const length = headers['content-length'];
  return length === undefined || length === '0';
}

/** How long it says it is; null for a chunked one. */
export function declaredLength({ headers }: IncomingMessage): number | null {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null;
}

/** How the input of a connection is let through to the body that is next in it. */
export interface BodyInput {
  letBodyThrough(): void;
  holdBodyBack(): void;
}

/** The body of a request on a connection: held back until somebody reads it, and counted from then on. */
export class IncomingBody implements UnreadBody, BodyHolder {
  readonly length: number | null;
  readonly #message: IncomingMessage;
  readonly #input: BodyInput;
  readonly #room: BodyRoom;
  readonly #limitBytes: number;
  readonly #onWanted: () => void;
  #chunks: Buffer[] = [];
  #received = 0;
  #failure: Failure | null = null;
  #reading: PromiseWithResolvers<Uint8Array> | null = null;

  constructor(
    message: IncomingMessage,
    input: BodyInput,
    room: BodyRoom,
    limitBytes: number,
    onWanted: () => void,
  ) {
    this.length = declaredLength(message);
    this.#message = message;
    this.#input = input;
    this.#room = room;
    this.#limitBytes = limitBytes;
    this.#onWanted = onWanted;
  }

  /** Somebody has asked for it. */
  get isWanted(): boolean {
    return this.#reading !== null;
  }

  /** Why it will never be whole; null as long as it may. */
  get failure(): Failure | null {
    return this.#failure;
  }

  read(): Promise<Uint8Array> {
    this.#reading = Promise.withResolvers();
    if (this.#failure !== null) this.#reading.reject(new UnreadableBody(this.#failure));
    else this.#begin();
    return this.#reading.promise;
  }

  /** It will never be whole. */
  giveUp(failure: Failure): void {
    if (this.#failure !== null) return;
    this.#failure = failure;
    this.#chunks = [];
    this.#message.off('data', this.#take);
    this.#message.off('end', this.#finish);
    this.#room.leave(this);
    this.#reading?.reject(new UnreadableBody(failure));
  }

  /** Whoever has read it needs it no longer. */
  release(): void {
    this.#room.leave(this);
  }

  goOn(): void {
    this.#input.letBodyThrough();
  }

  #begin(): void {
    this.#onWanted();
    this.#message.on('data', this.#take);
    this.#message.on('end', this.#finish);
    if (this.#room.take(this, 0)) this.#input.letBodyThrough();
  }

  readonly #take = (chunk: Buffer): void => {
    this.#received += chunk.length;
    if (this.#received > this.#limitBytes) {
      this.giveUp(tooLarge(this.#limitBytes));
      return;
    }
    this.#chunks.push(chunk);
    if (!this.#room.take(this, chunk.length)) this.#input.holdBodyBack();
  };

  readonly #finish = (): void => {
    this.#room.whole(this);
    const [first = emptyBody] = this.#chunks;
    this.#reading?.resolve(this.#chunks.length <= 1 ? first : Buffer.concat(this.#chunks, this.#received));
    this.#chunks = [];
  };
}

export function tooLarge(limitBytes: number): Failure {
  return { status: 413, detail: `A body may have ${limitBytes} bytes.` };
}
