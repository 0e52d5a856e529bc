import { connectTo, type Target } from './connect-to.ts';

/** How long a new connection waits for its answer to `GET /`, in milliseconds; null when there was none. */
export function probe(target: Target): Promise<number | null> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const socket = connectTo(target, () =>
      socket.write('GET / HTTP/1.1\r\nhost: probe\r\nconnection: close\r\n\r\n'),
    );
    let isAnswered = false;
    socket.setTimeout(giveUpMs, () => socket.destroy());
    socket.once('data', (chunk: Buffer) => {
      isAnswered = chunk.toString('latin1').startsWith('HTTP/1.1 200');
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(isAnswered ? performance.now() - startedAt : null));
  });
}

export const giveUpMs = 60_000;
