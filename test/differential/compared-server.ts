import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { emptyServer } from './empty-server.ts';
import { Peer } from './exchange.ts';
import { startOracle } from './oracle.ts';
import { type Server, startCommand } from './server.ts';

/** The server that is compared with the original: a start command, a running server, or the original again. */
export type ComparedSource =
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'oracle' };

const serveScript = fileURLToPath(new URL('../../.ci/serve-for-conformance', import.meta.url));

/** Berth out of this checkout; null where its start command is not there. */
export function berthCommand(): string | null {
  return existsSync(serveScript) ? `${serveScript} --port {port} --dir {dir}` : null;
}

export async function startCompared(source: ComparedSource): Promise<Server> {
  if (source.kind === 'command') return await commandServer(source.command);
  // Another hash seed than that of the first: what differs then is left open by the original.
  if (source.kind === 'oracle') return await startOracle(4711);
  const peer = new Peer(source.url);
  const reset = (): Promise<void> => emptyServer(peer);
  return { peer, reset, restart: reset, stop: async () => peer.close() };
}

/** Between worlds it is emptied through its API, which is cheaper than a new process and tests more. */
async function commandServer(command: string): Promise<Server> {
  let running = await startCommand(command);
  return {
    get peer() {
      return running.peer;
    },
    reset: () => emptyServer(running.peer),
    async restart() {
      await running.stop();
      running = await startCommand(command);
    },
    stop: () => running.stop(),
  };
}
