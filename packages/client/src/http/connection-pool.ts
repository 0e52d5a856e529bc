import type { Agent, IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import { http } from '@berth/api-kit/node-http.ts';
import { Unreachable } from '../transport.ts';
import { AnswerTooLong, complaintOf } from './complaint-of.ts';

/** Whom to believe, and how to prove who we are. All of it is PEM. */
export interface TlsSettings {
  /** The authorities of those who are believed; left out: those that this machine trusts. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Believe everybody. */
  readonly isInsecure?: boolean;
}

export interface ConnectionPoolOptions {
  readonly tls?: TlsSettings;
  /** Connections to one host at one time; what is beyond waits. */
  readonly socketsMax?: number;
}

export interface OutgoingRequest {
  readonly method: string;
  /** Path with the query; sent as it is. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** From now to the end of the answer. */
  readonly timeoutMs: number;
  readonly answerMaxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A connection that nobody has needed for so long is closed, before the server does so just when something is sent. */
const idleMs = 15_000;

/** Connections to HTTP servers, kept for the next request. Redirections are not followed: they would carry tokens elsewhere. */
export class ConnectionPool {
  readonly #plain: Agent;
  readonly #secure: TlsAgent;

  constructor({ tls = {}, socketsMax = 32 }: ConnectionPoolOptions = {}) {
    const { isInsecure = false, ...given } = tls;
    const usual = { keepAlive: true, maxSockets: socketsMax, timeout: idleMs };
    this.#plain = new http.Agent(usual);
    this.#secure = new TlsAgent({ ...usual, ...given, rejectUnauthorized: !isInsecure });
  }

  /**
   * Sends a request to a server, of whose address only scheme, host and port count, once. Rejects with `Unreachable` where there is no whole answer. Until a connection is there, and over TLS until
   * the other side has shown whose it is, nothing is sent; afterwards nobody knows how much of it has got there.
   */
  exchange(server: URL, outgoing: OutgoingRequest): Promise<RawAnswer> {
    const { method, target, headers, body, timeoutMs, answerMaxBytes } = outgoing;
    const isSecure = server.protocol === 'https:';
    const signal = AbortSignal.any([
      AbortSignal.timeout(timeoutMs),
      ...(outgoing.signal === undefined ? [] : [outgoing.signal]),
    ]);
    return new Promise((resolve, reject) => {
      let isConnected = false;
      const fail = (error: unknown) => {
        const reason: unknown = signal.aborted ? signal.reason : error;
        const message = `${method} ${server.origin}${target}: ${complaintOf(reason, timeoutMs)}`;
        reject(new Unreachable(message, { isUnsent: !isConnected, cause: reason }));
      };
      const sent = (isSecure ? httpsRequest : http.request)(
        {
          agent: isSecure ? this.#secure : this.#plain,
          host: server.hostname.replace(/^\[(.*)\]$/, '$1'),
          port: server.port,
          method,
          path: target,
          headers: { ...headers, ...(body.length === 0 ? {} : { 'content-length': String(body.length) }) },
          signal,
        },
        (incoming) => void collect(incoming, answerMaxBytes).then(resolve, fail),
      );
      sent.on('socket', (socket) => {
        // One that was used before has nothing left to agree on.
        if (sent.reusedSocket || !socket.connecting) isConnected = true;
        else socket.once(isSecure ? 'secureConnect' : 'connect', () => (isConnected = true));
      });
      sent.on('error', fail);
      // Nobody has asked for it, and without this nothing would be heard of it any more.
      sent.on('upgrade', (_, socket) => {
        socket.destroy();
        fail(new Error('it answers in another protocol'));
      });
      sent.end(body);
    });
  }

  /** Cuts off what is under way. */
  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }
}

async function collect(incoming: IncomingMessage, maxBytes: number): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    const bytes = chunk as Buffer; // No encoding is set.
    length += bytes.length;
    // Leaving the loop ends the connection: whoever sends without an end is not listened to for long.
    if (length > maxBytes) throw new AnswerTooLong(maxBytes);
    chunks.push(bytes);
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = String(value);
  }
  // A client's incoming message always has a status.
  return { status: incoming.statusCode as number, headers, body: Buffer.concat(chunks, length) };
}
