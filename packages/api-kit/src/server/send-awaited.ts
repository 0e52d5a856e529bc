import type { ServerResponse } from 'node:http';
import type { AwaitedBody } from '../response.ts';
import { turns } from '../turns.ts';
import { cutOff } from './cut-off.ts';

/**
 * Sends a body as it comes, and ends the answer with it. Ends it also when the server closes, as soon as the body has
 * come to its end; when the client goes away, the body is told and left.
 *
 * What always holds: nothing is asked for while the connection has not taken what came before, so that a slow client
 * costs no more than one chunk; and it takes turns, so that everybody else has theirs however many such bodies there are.
 */
export async function sendAwaited(
  out: ServerResponse,
  body: AwaitedBody,
  closing: AbortSignal,
  onFault: (error: unknown) => void,
  { isEndless = true }: { readonly isEndless?: boolean } = {},
): Promise<void> {
  const unwanted = new AbortController();
  out.once('close', () => unwanted.abort());
  const part = (): void => {
    unwanted.abort();
    const timer = setTimeout(() => out.destroy(), partingMs);
    out.once('close', () => clearTimeout(timer));
  };
  // What has an end is waited for as every answer is.
  if (isEndless && closing.aborted) part();
  if (isEndless) closing.addEventListener('abort', part);
  try {
    for await (const chunk of body(unwanted.signal)) {
      if (chunk.length === 0) continue;
      await turns.next();
      if (out.destroyed) break;
      await taken(out, chunk);
    }
    if (!out.destroyed) out.end();
  } catch (error) {
    onFault(error);
    cutOff(out);
  } finally {
    closing.removeEventListener('abort', part);
  }
}

/**
 * How long a closing server waits for a client to take what it was sent. What has no end is not to be had whole, and one who
 * does not read it is not to hold up the others' end.
 */
const partingMs = 1_000;

/** Resolves when the kernel has it all, or nobody will. */
function taken(out: ServerResponse, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      out.off('close', done);
      resolve();
    };
    out.once('close', done);
    out.write(chunk, done);
  });
}
