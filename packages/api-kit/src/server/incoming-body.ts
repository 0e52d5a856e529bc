import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type ApiRequest, emptyBody, type UnreadBody } from '../request.ts';
import type { BodyHolder, BodyRoom } from './body-room.ts';
import { BodyStream } from './body-stream.ts';
import { type Failure, UnreadableBody } from './failure.ts';
import type { Limits } from './limits.ts';

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

/** Whether it may be one that nobody reads as a whole, so that its length alone is no reason to refuse it. Whoever does read it refuses it then. */
export function isForFiles({
  headers,
}: {
  readonly headers: ApiRequest['headers'] | IncomingHttpHeaders;
}): boolean {
  return headers['content-type'] === 'application/octet-stream';
}

/** How the input of a connection is let through to the body that is next in it. */
export interface BodyInput {
  letBodyThrough(): void;
  holdBodyBack(): void;
}

/** The body of a request on a connection: held back until somebody reads it and there is room for it, and counted from then on. */
export class IncomingBody implements UnreadBody, BodyHolder {
  readonly length: number | null;
  readonly #message: IncomingMessage;
  readonly #input: BodyInput;
  readonly #room: BodyRoom;
  readonly #limits: Pick<Limits, 'bodyBytes' | 'slowMs'>;
  readonly #onWanted: () => void;
  #chunks: Buffer[] = [];
  /** The last of them, as they came. */
  #latest: Buffer[] = [];
  #received = 0;
  #isListening = false;
  #failure: Failure | null = null;
  #reading: PromiseWithResolvers<Uint8Array> | null = null;
  #stream: BodyStream | null = null;

  constructor(
    message: IncomingMessage,
    input: BodyInput,
    room: BodyRoom,
    limits: Pick<Limits, 'bodyBytes' | 'slowMs'>,
    onWanted: () => void,
  ) {
    this.length = declaredLength(message);
    this.#message = message;
    this.#input = input;
    this.#room = room;
    this.#limits = limits;
    this.#onWanted = onWanted;
  }

  /** Somebody has asked for it. */
  get isWanted(): boolean {
    return this.#reading !== null || this.#stream !== null;
  }

  /** It is taken piece by piece, and may take longer than requests may: that it is not too slow is looked after here. */
  get isStreamed(): boolean {
    return this.#stream !== null;
  }

  /** Why it will never be whole; null as long as it may. */
  get failure(): Failure | null {
    return this.#failure;
  }

  read(): Promise<Uint8Array> {
    this.#reading = Promise.withResolvers();
    if ((this.length ?? 0) > this.#limits.bodyBytes) this.giveUp(tooLarge(this.#limits.bodyBytes));
    if (this.#failure !== null) this.#reading.reject(new UnreadableBody(this.#failure));
    else this.#begin();
    return this.#reading.promise;
  }

  stream(): AsyncIterable<Uint8Array> {
    const stream = new BodyStream(this.#message, this.#input, this.#limits.slowMs, (failure) =>
      this.giveUp(failure),
    );
    this.#stream = stream;
    if (this.#failure !== null) stream.fail(this.#failure);
    else this.#onWanted();
    return stream.pieces();
  }

  /** It will never be whole. */
  giveUp(failure: Failure): void {
    if (this.#failure !== null) return;
    this.#failure = failure;
    this.#forgetChunks();
    this.#message.off('data', this.#take);
    this.#message.off('end', this.#finish);
    this.#room.leave(this);
    this.#reading?.reject(new UnreadableBody(failure));
    this.#stream?.fail(failure);
  }

  /** Whoever has read it needs it no longer. */
  release(): void {
    this.#room.leave(this);
  }

  goOn(): void {
    this.#listen();
    this.#input.letBodyThrough();
  }

  #begin(): void {
    this.#onWanted();
    if (this.#room.take(this, 0)) this.goOn();
  }

  /** What Node has parsed already comes at once. */
  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#message.on('data', this.#take);
    this.#message.on('end', this.#finish);
  }

  readonly #take = (chunk: Buffer): void => {
    this.#received += chunk.length;
    if (this.#received > this.#limits.bodyBytes) {
      this.giveUp(tooLarge(this.#limits.bodyBytes));
      return;
    }
    this.#keep(chunk);
    if (!this.#room.take(this, chunk.length)) this.#input.holdBodyBack();
  };

  readonly #finish = (): void => {
    this.#room.whole(this);
    const chunks = [...this.#chunks, ...this.#latest];
    const [first = emptyBody] = chunks;
    this.#reading?.resolve(chunks.length <= 1 ? first : Buffer.concat(chunks, this.#received));
    this.#forgetChunks();
  };

  /** Chunks of a byte each would take some hundred times what they count: so many are put together. */
  #keep(chunk: Buffer): void {
    this.#latest.push(chunk);
    if (this.#latest.length < joinedChunks) return;
    this.#chunks.push(Buffer.concat(this.#latest));
    this.#latest = [];
  }

  #forgetChunks(): void {
    this.#chunks = [];
    this.#latest = [];
  }
}

const joinedChunks = 256;

export function tooLarge(limitBytes: number): Failure {
  return { status: 413, detail: `A body may have ${limitBytes} bytes.` };
}
