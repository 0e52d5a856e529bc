import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions as TlsServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An answer, or what is done to the connection instead, bytes and all. */
export type ScriptedReply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | ((socket: Socket) => void);

/** A server that gives these answers, one after the other, the last one for ever. */
export interface ScriptedServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly seen: readonly SeenRequest[];
}

export async function scriptedServer(
  replies: readonly ScriptedReply[],
  tls?: TlsServerOptions,
): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server: Server = tls === undefined ? createServer() : createTlsServer(tls);
  server.on('request', (request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const reply = replies[Math.min(seen.length, replies.length - 1)];
      seen.push({ method, path, headers, body });
      if (typeof reply === 'function') return reply(request.socket);
      response.writeHead(reply?.status ?? 500, reply?.headers);
      response.end(reply?.body ?? '');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A TCP server's is never a path.
  return {
    port,
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function jsonReply(value: unknown, status = 200): ScriptedReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
