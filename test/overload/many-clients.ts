import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ManyClients {
  readonly port: number;
  readonly count: number;
  /** What each sends, whenever it is connected and whenever `isAnswered` says that the answer is whole. */
  readonly request: string;
  /** The longest that they go on. */
  readonly forMs: number;
  /** Whether they read what they are sent; they do unless told. */
  readonly reads?: boolean;
}

/** Clients that ask the same on a connection each and throw away what they get. Says how many bytes they got. */
export async function manyClients({ port, count, request, forMs, reads = true }: ManyClients) {
  let [bytes, ended] = [0, 0];
  const over = new AbortController();
  const sockets = Array.from({ length: count }, (): Socket => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    if (reads) {
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
    } else socket.pause();
    socket.on('error', () => {});
    socket.once('close', () => {
      ended++;
      if (ended === count) over.abort();
    });
    return socket;
  });
  await sleep(forMs, undefined, { signal: over.signal }).catch(() => {}); // All have ended before.
  const endedBefore = ended;
  for (const socket of sockets) socket.destroy();
  return { mb: Math.round(bytes / 1e6), ended: endedBefore };
}

/** A request of the administrator that closes the connection after its answer. */
export function rawGet(path: string, accept = 'application/json'): string {
  return (
    `GET ${path} HTTP/1.1\r\nhost: client\r\nx-auth-token: admin\r\naccept: ${accept}\r\n` +
    'openstack-api-version: placement 1.39\r\nconnection: close\r\n\r\n'
  );
}
