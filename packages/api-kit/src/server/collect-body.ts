import type { IncomingMessage } from 'node:http';
import { emptyBody } from '../request.ts';

/** Whether there is nothing to wait for: most requests, and they are to be answered without waiting. */
export function hasNoBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  const length = headers['content-length'];
  return length === undefined || length === '0';
}

/** Whether the client itself says that it will send too much. */
export function declaresMoreThan(limitBytes: number, { headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > limitBytes;
}

/**
 * Gathers the body and calls exactly one of the two; neither, when the connection breaks off before: then
 * there is nobody left to answer. After `tooLarge` nothing more is kept.
 */
export function collectBody(
  message: IncomingMessage,
  limitBytes: number,
  done: (body: Uint8Array) => void,
  tooLarge: () => void,
): void {
  let chunks: Buffer[] = [];
  let length = 0;

  const take = (chunk: Buffer): void => {
    length += chunk.length;
    if (length <= limitBytes) {
      chunks.push(chunk);
      return;
    }
    chunks = [];
    message.off('data', take);
    message.off('end', finish);
    tooLarge();
  };
  const finish = (): void => {
    const [first] = chunks;
    done(first === undefined ? emptyBody : chunks.length === 1 ? first : Buffer.concat(chunks, length));
  };
  message.on('data', take);
  message.on('end', finish);
}
