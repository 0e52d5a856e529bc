import { setMaxListeners } from 'node:events';
import type { IncomingMessage, Server as PlainServer, ServerResponse } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { newRequestId } from '../new-request-id.ts';
import { emptyBody } from '../request.ts';
import { type ApiResponse, isAwaited, isLazy } from '../response.ts';
import type { Handle } from '../service.ts';
import { turns } from '../turns.ts';
import type { Anonymous } from './anonymous-room.ts';
import { asksFirst, Connection, type Turn } from './connection.ts';
import type { Failure, RenderFailure, ServerLog } from './failure.ts';
import { withFaultBarrier } from './fault-barrier.ts';
import { isForFiles, tooLarge } from './incoming-body.ts';
import type { Limits } from './limits.ts';
import { protocolFailure, tooManyHeaders } from './protocol-failure.ts';
import { hasUsableHost, requestOf } from './request-of.ts';
import type { Rooms } from './rooms.ts';
import { leaveAwaited, rawResponse, writeResponse, writeResponseUnended } from './write-response.ts';

export interface ExchangeOptions {
  readonly renderFailure: RenderFailure;
  readonly log: ServerLog;
  /** Whether X-Forwarded-Proto, -Host and -For are believed: only behind a proxy that sets them. */
  readonly trustsForwarded?: boolean;
}

type Server = PlainServer | TlsServer;

/** Requests into answers, on all connections of one server. */
export class Exchange {
  readonly #handle: Handle;
  readonly #options: ExchangeOptions;
  readonly #limits: Limits;
  readonly #rooms: Rooms;
  readonly #connections = new Map<Socket, Connection>();
  /** Those that have not agreed upon TLS yet, by the address and port at the other end. */
  readonly #greeted = new Map<string, Anonymous>();
  /** Aborted from the moment the server closes. */
  readonly #closing = new AbortController();
  #dropped = 0;

  constructor(handle: Handle, options: ExchangeOptions, limits: Limits, rooms: Rooms) {
    this.#handle = withFaultBarrier(handle, options.renderFailure, options.log);
    this.#options = options;
    this.#limits = limits;
    this.#rooms = rooms;
    // As many as there are answers that wait for something.
    setMaxListeners(0, this.#closing.signal);
  }

  attach(server: Server): void {
    const isTls = server instanceof TlsServer;
    server.on('connection', (socket: Socket) => {
      if (!this.#rooms.connections.enter(socket)) this.#turnAway(socket);
      else if (isTls) this.#greet(socket);
      else this.#connect(socket);
    });
    if (isTls) server.on('secureConnection', (socket) => this.#connect(socket));
    server.on('request', (message, out) => this.#enqueue(server, message, out, this.#receive));
    server.on('checkContinue', (message, out) => this.#enqueue(server, message, out, this.#receive));
    server.on('checkExpectation', (message: IncomingMessage, out: ServerResponse) =>
      this.#enqueue(server, message, out, (connection, turn) =>
        this.#refuse(connection, turn, { status: 400, detail: 'Only 100-continue can be expected.' }),
      ),
    );
    // Node hands out the socket of a CONNECT, and takes nothing more from it.
    server.on('connect', ({ socket }: IncomingMessage) => {
      this.#breakOff(socket, { status: 400, detail: 'CONNECT is for proxies, and this is none.' });
    });
    server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
      // Encrypted or not, a stream is always a socket.
      const socket = stream as Socket;
      // Node tells this once of a request, and leaves it at that.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && this.#connections.get(socket)?.isStreaming) return;
      if (error.code === 'ECONNRESET') socket.destroy();
      else this.#breakOff(socket, protocolFailure(error, this.#limits.headerBytes));
    });
    server.on('timeout', (socket) => {
      if (this.#connections.get(socket)?.awaitsService !== true) socket.destroy();
    });
  }

  close(server: Server): Promise<void> {
    return new Promise((resolve) => {
      this.#closing.abort();
      const cutOff = setTimeout(() => {
        for (const socket of this.#connections.keys()) socket.destroy();
      }, this.#limits.graceMs);
      const leaveUnserved = setTimeout(() => {
        for (const [socket, connection] of this.#connections) {
          const isWaitedFor = connection.isAnonymous ? connection.awaitsService : connection.isServed;
          if (!isWaitedFor) socket.destroy();
        }
      }, this.#limits.lingerMs);
      for (const stranger of this.#greeted.values()) stranger.drop();
      // Hangs up on connections that ask for nothing, too.
      server.close(() => {
        clearTimeout(cutOff);
        clearTimeout(leaveUnserved);
        resolve();
      });
    });
  }

  /** A connection on which TLS is being agreed upon counts, too; when it is, another object stands for it. */
  #greet(socket: Socket): void {
    turns.arrived();
    const stranger: Anonymous = { heldBytes: () => 0, isServed: false, drop: () => socket.destroy() };
    if (!this.#rooms.anonymous.enter(stranger)) {
      this.#turnAway(socket);
      return;
    }
    const key = peerOf(socket);
    this.#greeted.set(key, stranger);
    socket.once('close', () => this.#forgetGreeted(key));
  }

  #forgetGreeted(key: string): void {
    const stranger = this.#greeted.get(key);
    if (stranger === undefined) return;
    this.#greeted.delete(key);
    this.#rooms.anonymous.leave(stranger);
  }

  #connect(socket: Socket): void {
    turns.arrived();
    if (this.#greeted.size > 0) this.#forgetGreeted(peerOf(socket));
    const connection = new Connection(socket, this.#limits, this.#rooms, (failure) =>
      this.#breakOff(socket, failure),
    );
    if (!this.#rooms.anonymous.enter(connection)) {
      this.#turnAway(socket);
      return;
    }
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      this.#connections.delete(socket);
      connection.leave();
    });
  }

  #enqueue(
    server: Server,
    message: IncomingMessage,
    out: ServerResponse,
    start: (connection: Connection, turn: Turn) => void,
  ): void {
    const connection = this.#connections.get(message.socket);
    if (connection === undefined) {
      // The client has left between its request and now.
      out.destroy();
      return;
    }
    out.once('close', () => {
      connection.settle();
      if (this.#closing.signal.aborted) setImmediate(() => server.closeIdleConnections());
    });
    connection.enqueue(message, out, start);
  }

  readonly #receive = (connection: Connection, turn: Turn): void => {
    const { message, body } = turn;
    if (message.rawHeaders.length > 2 * this.#limits.headers) {
      this.#refuse(connection, turn, tooManyHeaders(this.#limits.headers));
    } else if (!hasUsableHost(message)) {
      this.#refuse(connection, turn, { status: 400, detail: 'There must be one valid Host header.' });
    } else if ((body?.length ?? 0) > this.#limits.bodyBytes && !isForFiles(message)) {
      this.#refuse(connection, turn, tooLarge(this.#limits.bodyBytes));
    } else {
      this.#answer(connection, turn);
    }
  };

  #answer(connection: Connection, turn: Turn): void {
    const { message, body } = turn;
    const request = requestOf(message, body ?? emptyBody, this.#options.trustsForwarded ?? false, () =>
      connection.identify(),
    );
    const answer = this.#handle(request);
    if (answer instanceof Promise) void answer.then((response) => this.#finish(connection, turn, response));
    else this.#finish(connection, turn, answer);
  }

  /** The service is done with a request, though its client may not be done sending it. */
  #finish(connection: Connection, turn: Turn, response: ApiResponse): void {
    const { message, out, body } = turn;
    body?.release();
    const isComplete = body === null || message.complete;
    const isClosing = this.#closing.signal.aborted && connection.hasNoneWaiting;
    const isLast = isClosing || asksForUpgrade(message);
    if (isComplete || connection.isBroken || out.destroyed) {
      // Where something behind a whole request cannot be understood, that is told when its turn comes.
      this.#send(out, response, isLast || !isComplete);
    } else if (this.#canGoOnSending(connection, turn)) {
      this.#send(out, response, isLast);
      message.resume();
      connection.input.dropBody(this.#limits.dropBytes);
    } else {
      this.#sendBeforeEnd(connection, turn, response);
    }
    if (out.socket !== null && out.socket.writableLength > 0) connection.noteUnread();
  }

  /** Whether so little of the body is left that the client may send it and then its next request. */
  #canGoOnSending({ input }: Connection, { message, body }: Turn): boolean {
    if (body?.failure !== null || (asksFirst(message) && !body.isWanted)) return false;
    return input.bodyLeft === Infinity || input.bodyLeft <= this.#limits.dropBytes;
  }

  /** Says no to a request whose body nobody will read. */
  #refuse(connection: Connection, turn: Turn, failure: Failure): void {
    if (turn.body === null || turn.message.complete) this.#send(turn.out, this.#render(failure), true);
    else this.#sendBeforeEnd(connection, turn, this.#render(failure));
  }

  /** Answers in the middle of a body, and hangs up; but lets the client finish sending it, so that it can read why. */
  #sendBeforeEnd(connection: Connection, { message, out }: Turn, response: ApiResponse): void {
    if (isLazy(response.body) || isAwaited(response.body)) {
      // It may be long, or wait for what comes: it ends when it ends, whatever the client still sends.
      this.#send(out, response, true);
      connection.input.end();
      return;
    }
    let end = (): void => void out.end();
    this.#write(out, response, (each) => {
      end = writeResponseUnended(out, each);
    });
    const timer = setTimeout(end, this.#limits.lingerMs);
    message.once('close', () => clearTimeout(timer));
    connection.input.end(end);
    // Of what Node parses by itself, all of the body may have been in the same piece as the head.
    setImmediate(() => {
      if (message.complete) end();
    });
  }

  #send(out: ServerResponse, response: ApiResponse, isLast: boolean): void {
    // The client has left; it is not an error, and there is nobody to tell.
    if (out.destroyed) {
      if (isLazy(response.body)) response.body[Symbol.iterator]().return?.();
      if (isAwaited(response.body)) leaveAwaited(response.body);
      return;
    }
    const onFault = (err: unknown): string => this.#reportUnwritten(response, err);
    const { signal } = this.#closing;
    this.#write(out, response, (each) => {
      // After a fault nobody knows what is left on the connection.
      writeResponse(out, each, isLast || each !== response, signal, onFault);
    });
  }

  /** A header that cannot be written is a fault of the service like any other, and is answered instead. */
  #write(out: ServerResponse, response: ApiResponse, write: (response: ApiResponse) => void): void {
    try {
      write(response);
    } catch (error) {
      const requestId = this.#reportUnwritten(response, error);
      const failure: Failure = { status: 500, detail: 'The answer could not be written.' };
      if (out.headersSent) out.destroy();
      else write(this.#options.renderFailure(failure, requestId));
    }
  }

  #reportUnwritten(response: ApiResponse, err: unknown): string {
    const requestId = requestIdOf(response);
    this.#options.log.error({ requestId, err }, 'an answer could not be written');
    return requestId;
  }

  #breakOff(socket: Socket, failure: Failure): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined || connection.isUnused || !socket.writable) socket.destroy();
    else connection.breakOff(failure, (failure) => this.#raw(failure));
  }

  #raw(failure: Failure): Buffer {
    return rawResponse(this.#render(failure), new Date());
  }

  #render(failure: Failure): ApiResponse {
    const requestId = newRequestId();
    this.#options.log.info(
      { requestId, status: failure.status, reason: failure.detail },
      'refused a request',
    );
    return this.#options.renderFailure(failure, requestId);
  }

  /** There is no place for it. The log has it once a second at most: whoever makes too many connections should not fill that as well. */
  #turnAway(socket: Socket): void {
    socket.destroy();
    this.#dropped += 1;
    if (this.#dropped > 1) return;
    setTimeout(() => {
      const { connections } = this.#limits;
      this.#options.log.error({ dropped: this.#dropped, limit: connections }, 'too many connections');
      this.#dropped = 0;
    }, 1_000).unref();
  }
}

/**
 * Nothing is ever upgraded here. But Node stops parsing behind such a request, and throws away what came with it: what comes then may be the middle of
 * something, and is not to be taken for a request.
 */
function asksForUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** The one that the service has given it, where it has given one: a service with a bug may have answered nothing. */
function requestIdOf(response: ApiResponse | undefined): string {
  return response?.headers['x-openstack-request-id'] ?? newRequestId();
}
