import type { ServerResponse } from 'node:http';

/**
 * Ends a connection in the middle of an answer. With a reset, since to a client of HTTP/1.0 an ordinary end would be the end of a whole answer; over TLS, which knows
 * none, without saying goodbye, which clients take for the same.
 */
export function cutOff({ socket }: ServerResponse): void {
  if (socket === null) return;
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}
