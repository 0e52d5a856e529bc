import { HttpError } from '@berth/api-kit/http-error.ts';
import type { ApiRequest, UnreadBody } from '@berth/api-kit/request.ts';
import { isForFiles } from '@berth/api-kit/server/incoming-body.ts';

/** A body on its way to another thread: what comes in here is taken there, and no more of it is received than is taken. */
export interface PortableStream {
  readonly length: number | null;
  readonly stream: ReadableStream<Uint8Array>;
}

interface Streamed extends UnreadBody {
  stream(): AsyncIterable<Uint8Array>;
}

export function isStreamed(body: ApiRequest['body'], headers: ApiRequest['headers']): body is Streamed {
  return !(body instanceof Uint8Array) && body.stream !== undefined && isForFiles({ headers });
}

export function portableStream(body: Streamed): PortableStream {
  return { length: body.length, stream: ReadableStream.from(copies(body.stream())) };
}

/** Pieces are mostly views on larger memory, all of which would go along. */
async function* copies(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield new Uint8Array(piece);
}

/** The body in the thread that it was sent to. */
export function arrivedBody(body: Uint8Array | PortableStream): ApiRequest['body'] {
  if (body instanceof Uint8Array) return body;
  const pieces = () => arrivedPieces(body.stream);
  return {
    length: body.length,
    read: async () => Buffer.concat(await Array.fromAsync(pieces())),
    stream: pieces,
  };
}

/** Whoever sends it waits for it to be taken, and would do so for ever. What was read to its end, or is being read, ends by itself. */
export async function leaveUnread({ stream }: PortableStream): Promise<void> {
  if (!stream.locked) await stream.cancel();
}

async function* arrivedPieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of stream) yield piece;
  } catch (error) {
    // It has lost its kind on the way.
    const why = error instanceof Error ? error.message : 'The body did not come in.';
    throw new HttpError(400, why);
  }
}
