import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { http } from '../node-http.ts';
import type { Handle } from '../service.ts';
import { Exchange, type ExchangeOptions } from './exchange.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { type Rooms, roomsWithin } from './rooms.ts';
import type { TlsOptions } from './tls-options.ts';

export interface HttpServerOptions extends ExchangeOptions {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Whether other servers of this machine may listen there, too: each gets a part of the connections. */
  readonly sharesPort?: boolean;
  /** With it, only TLS is spoken. */
  readonly tls?: TlsOptions | null;
  readonly limits?: Partial<Limits>;
  /** What it shares with other servers, so that the limits are of all together. */
  readonly rooms?: Rooms;
}

export interface HttpServer {
  readonly port: number;
  /** 'http://127.0.0.1:8778', or with https. */
  readonly url: string;
  /** Another certificate for connections from now on; those that are there go on with theirs. */
  setTls(tls: TlsOptions): void;
  /**
   * Takes no more connections, hangs up on those that ask for nothing, and answers what has been accepted;
   * what is not answered after the grace period is cut off. Can be called more than once.
   */
  close(): Promise<void>;
}

/**
 * Serves over HTTP what a function answers.
 *
 * What always holds: every request that can be understood gets exactly one answer, in order; every one that
 * cannot gets an answer in the service's own error form and the connection is closed; and nothing that a
 * client sends, or leaves unsent, ends the process or holds a connection for ever.
 */
export async function serveHttp(handle: Handle, options: HttpServerOptions): Promise<HttpServer> {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const exchange = new Exchange(handle, options, limits, options.rooms ?? roomsWithin(limits));
  const settings = {
    keepAlive: true,
    joinDuplicateHeaders: true,
    // Most requests have no body, and no stream is then made to end for them.
    optimizeEmptyRequests: true,
    // Checked in the exchange, where the refusal has a body.
    requireHostHeader: false,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: Math.min(limits.headersMs, limits.requestMs),
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: Math.ceil(Math.min(limits.headersMs, limits.requestMs, 10_000) / 4),
  };
  const { tls = null } = options;
  const tlsServer =
    tls === null ? null : createTlsServer({ ...settings, ...tls, handshakeTimeout: limits.headersMs });
  const server: Server | TlsServer = tlsServer ?? http.createServer(settings);
  server.timeout = limits.stallMs;
  // Node drops what is above this without a word; one more than allowed is enough to see that there are too many.
  server.maxHeadersCount = limits.headers + 1;
  // A client may stop sending after its request and still wait for the answer. Node has this property, its
  // types have not.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  exchange.attach(server);

  await listening(server, options);
  server.on('error', (error) => options.log.error({ err: error }, 'a connection could not be accepted'));

  // A server that listens on a host and a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const scheme = tlsServer === null ? 'http' : 'https';
  let closed: Promise<void> | undefined;
  return {
    port,
    url: `${scheme}://${isIP(options.host) === 6 ? `[${options.host}]` : options.host}:${port}`,
    setTls: (tls) => {
      assert(tlsServer !== null, 'a server speaks TLS from its beginning, or never');
      tlsServer.setSecureContext(tls);
    },
    close: () => (closed ??= exchange.close(server)),
  };
}

function listening(
  server: Server | TlsServer,
  { host, port, sharesPort = false }: HttpServerOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024, reusePort: sharesPort }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
