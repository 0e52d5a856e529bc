import type { ServerResponse } from 'node:http';
import { turns } from '../turns.ts';
import { cutOff } from './cut-off.ts';

/**
 * Sends a body while it is made, and ends the answer. `first` is what the first call of `next` has given, `length` how
 * many bytes it will be, where that is known.
 *
 * What always holds: nothing is asked for while the connection has not taken what was made before, so that a slow
 * client costs no memory; chunks are made in turns, so that everybody else has theirs however many such answers there are;
 * and `chunks` is either asked until it is done or has failed, or it is left with `return`.
 */
export function sendChunks(
  out: ServerResponse,
  chunks: Iterator<Uint8Array>,
  first: IteratorResult<Uint8Array>,
  length: number | null,
  onFault: (error: unknown) => void,
): void {
  let isOver = false;
  let sent = 0;
  out.once('close', leave);
  send(first);

  function send(next: IteratorResult<Uint8Array>): void {
    if (next.done) {
      isOver = true;
      out.end();
    } else {
      sent += next.value.length;
      // What the kernel takes at once is written in the same turn, and others would not get theirs. After the last one
      // there is nothing to make.
      out.write(next.value, sent === length ? proceed : takeTurn);
    }
  }

  function takeTurn(): void {
    void turns.next().then(proceed);
  }

  function proceed(): void {
    if (isOver || out.destroyed) return;
    try {
      send(chunks.next());
    } catch (error) {
      isOver = true;
      onFault(error);
      cutOff(out);
    }
  }

  function leave(): void {
    if (isOver) return;
    isOver = true;
    try {
      chunks.return?.();
    } catch (error) {
      onFault(error);
    }
  }
}
