import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from './attack.ts';
import { connectTo, type Target } from './connect-to.ts';

/** Many connections that send as fast as they can. */
export interface Flood extends Target {
  readonly connections: number;
  readonly ms: number;
  /** What connection `index` sends, one after the other, and again from the beginning when it was cut off. */
  readonly pieces: (index: number) => Iterator<Buffer | string>;
  /** Whether it reads what it is answered. */
  readonly reads: boolean;
}

/** Sends until the time is over, and comes back whenever it is cut off. */
export async function flood(flood: Flood): Promise<readonly Figure[]> {
  const over = new AbortController();
  const tally = { sent: 0, received: 0, cutOff: 0 };
  const clients = Array.from({ length: flood.connections }, (_, index) =>
    keepSending(flood, index, over.signal, tally),
  );
  await sleep(flood.ms);
  over.abort();
  await Promise.all(clients);
  return [
    { what: 'sent', value: `${Math.round(tally.sent / 1e6)} MB` },
    { what: 'received', value: `${Math.round(tally.received / 1e6)} MB` },
    { what: 'cut off', value: `${tally.cutOff} times` },
  ];
}

async function keepSending(
  { pieces, reads, ...target }: Flood,
  index: number,
  over: AbortSignal,
  tally: { sent: number; received: number; cutOff: number },
): Promise<void> {
  while (!over.aborted) {
    const socket = connectTo(target);
    const closed = closing(socket);
    if (reads) socket.on('data', (chunk: Buffer) => (tally.received += chunk.length));
    else socket.pause();
    // What is encrypted cannot be reset.
    const stop = (): void => void (target.isEncrypted ? socket.destroy() : socket.resetAndDestroy());
    over.addEventListener('abort', stop);
    void sendAll(socket, pieces(index), tally);
    await closed;
    over.removeEventListener('abort', stop);
    if (!over.aborted) tally.cutOff++;
    // Not faster than a machine elsewhere could come back.
    await sleep(20);
  }
}

async function sendAll(
  socket: Socket,
  pieces: Iterator<Buffer | string>,
  tally: { sent: number },
): Promise<void> {
  for (let next = pieces.next(); !next.done && socket.writable; next = pieces.next()) {
    const piece = next.value;
    const error = await new Promise((resolve) => socket.write(piece, resolve));
    if (error) return;
    tally.sent += piece.length;
  }
}

function closing(socket: Socket): Promise<void> {
  // To be cut off is what is expected.
  socket.on('error', () => {});
  return new Promise((resolve) => socket.once('close', () => resolve()));
}
