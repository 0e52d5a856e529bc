import { connect, createServer } from 'node:net';

/**
 * Threads listen on one port each for itself, and the system gives each a part of the connections. Not every system can; and
 * one that can would let another process of the same user listen there just the same, and take a part of what is meant for
 * us. So nobody may be there before.
 */
export async function assertPortCanBeShared(host: string, port: number): Promise<void> {
  try {
    await listenForAMoment(host);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTSUP') throw error; // Errors of the system have a code.
    throw new Error('Threads cannot share a port on this system: only one worker is possible.', {
      cause: error,
    });
  }
  if (port !== 0 && (await isTaken(host, port)))
    throw new Error(`Somebody listens on ${host}:${port} already.`);
}

/** On any port that is free. */
function listenForAMoment(host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port: 0, reusePort: true }, () => server.close(() => resolve()));
  });
}

/** By asking there. To listen there for a moment would tell more, but those who wait for us would take it for us. */
function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: answerMs });
    const tell = (isThere: boolean) => () => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', tell(true));
    socket.once('error', tell(false));
    socket.once('timeout', tell(false));
  });
}

/** On the same machine an answer takes far less, and is a no where nobody listens. */
const answerMs = 1_000;
