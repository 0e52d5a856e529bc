import { setMaxListeners } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { emptyBody } from '../request.ts';
import { type ApiResponse, isAwaited, isLazy } from '../response.ts';
import type { Handle } from '../service.ts';
import { turns } from '../turns.ts';
import { collectBody, declaresMoreThan, hasNoBody } from './collect-body.ts';
import { Connection } from './connection.ts';
import { type Failure, newRequestId, type RenderFailure, type ServerLog } from './failure.ts';
import { withFaultBarrier } from './fault-barrier.ts';
import type { Limits } from './limits.ts';
import { protocolFailure } from './protocol-failure.ts';
import { hasUsableHost, requestOf } from './request-of.ts';
import { leaveAwaited, rawResponse, writeResponse, writeResponseUnended } from './write-response.ts';

export interface ExchangeOptions {
  readonly renderFailure: RenderFailure;
  readonly log: ServerLog;
  /** Whether X-Forwarded-Proto, -Host and -For are believed: only behind a proxy that sets them. */
  readonly trustsForwarded?: boolean;
}

type Start = (connection: Connection) => void;

/** Requests into answers, on all connections of one server. */
export class Exchange {
  readonly #handle: Handle;
  readonly #options: ExchangeOptions;
  readonly #limits: Limits;
  readonly #connections = new Map<Socket, Connection>();
  /** Aborted from the moment the server closes. */
  readonly #closing = new AbortController();
  #dropped = 0;

  constructor(handle: Handle, options: ExchangeOptions, limits: Limits) {
    this.#handle = withFaultBarrier(handle, options.renderFailure, options.log);
    this.#options = options;
    this.#limits = limits;
    // As many as there are answers that wait for something.
    setMaxListeners(0, this.#closing.signal);
  }

  attach(server: Server): void {
    server.on('connection', (socket) => this.#connect(socket));
    server.on('request', (message, out) =>
      this.#enqueue(server, message, out, (connection) => this.#receive(connection, message, out)),
    );
    server.on('checkContinue', (message, out) =>
      this.#enqueue(server, message, out, (connection) => {
        if (!declaresMoreThan(this.#limits.bodyBytes, message)) out.writeContinue();
        this.#receive(connection, message, out);
      }),
    );
    server.on('checkExpectation', (message: IncomingMessage, out: ServerResponse) => {
      const failure: Failure = { status: 400, detail: 'Only 100-continue can be expected.' };
      this.#enqueue(server, message, out, () => this.#refuse(message, out, failure));
    });
    // Node hands out the socket of a CONNECT, and takes nothing more from it.
    server.on('connect', ({ socket }: IncomingMessage) => {
      this.#breakOff(socket, { status: 400, detail: 'CONNECT is for proxies, and this is none.' });
    });
    server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
      // On plain HTTP a stream is always a socket.
      const socket = stream as Socket;
      if (error.code === 'ECONNRESET') socket.destroy();
      else this.#breakOff(socket, protocolFailure(error, this.#limits.headerBytes));
    });
    server.on('timeout', (socket) => {
      if (this.#connections.get(socket)?.awaitsService !== true) socket.destroy();
    });
    server.on('drop', () => this.#reportDrop());
  }

  close(server: Server): Promise<void> {
    return new Promise((resolve) => {
      this.#closing.abort();
      const cutOff = setTimeout(() => {
        for (const socket of this.#connections.keys()) socket.destroy();
      }, this.#limits.graceMs);
      // Hangs up on connections that ask for nothing, too.
      server.close(() => {
        clearTimeout(cutOff);
        resolve();
      });
    });
  }

  #connect(socket: Socket): void {
    turns.arrived();
    this.#connections.set(socket, new Connection(socket));
    socket.once('close', () => this.#connections.delete(socket));
  }

  #enqueue(server: Server, message: IncomingMessage, out: ServerResponse, start: Start): void {
    const connection = this.#connections.get(message.socket);
    if (connection === undefined) {
      // The client has left between its request and now.
      out.destroy();
      return;
    }
    connection.enqueue(
      out,
      () => start(connection),
      () => {
        if (this.#closing.signal.aborted) setImmediate(() => server.closeIdleConnections());
      },
    );
  }

  #receive(connection: Connection, message: IncomingMessage, out: ServerResponse): void {
    if (!hasUsableHost(message)) {
      this.#refuse(message, out, { status: 400, detail: 'There must be one valid Host header.' });
    } else if (hasNoBody(message)) {
      this.#answer(connection, message, out, emptyBody);
    } else if (declaresMoreThan(this.#limits.bodyBytes, message)) {
      this.#refuse(message, out, this.#tooLarge());
    } else {
      this.#receiveBody(connection, message, out);
    }
  }

  #receiveBody(connection: Connection, message: IncomingMessage, out: ServerResponse): void {
    connection.startReceiving({
      isWhole: () => message.complete,
      fail: (failure) => this.#send(out, this.#render(failure), true),
    });
    collectBody(
      message,
      this.#limits.bodyBytes,
      (body) => {
        connection.stopReceiving();
        this.#answer(connection, message, out, body);
      },
      () => {
        connection.stopReceiving();
        this.#refuse(message, out, this.#tooLarge());
      },
    );
  }

  #answer(connection: Connection, message: IncomingMessage, out: ServerResponse, body: Uint8Array): void {
    const send = (response: ApiResponse): void =>
      this.#send(out, response, this.#closing.signal.aborted && connection.hasNoneWaiting);
    const answer = this.#handle(requestOf(message, body, this.#options.trustsForwarded ?? false));
    if (answer instanceof Promise) void answer.then(send);
    else send(answer);
  }

  /** Says no to a request whose body nobody will read, but lets the client finish sending it. */
  #refuse(message: IncomingMessage, out: ServerResponse, failure: Failure): void {
    const end = writeResponseUnended(out, this.#render(failure));
    if (message.complete || hasNoBody(message)) {
      end();
      return;
    }
    const timer = setTimeout(end, this.#limits.lingerMs);
    message.once('end', end);
    message.once('close', () => clearTimeout(timer));
    message.resume();
  }

  #send(out: ServerResponse, response: ApiResponse, isLast: boolean): void {
    // The client has left; it is not an error, and there is nobody to tell.
    if (out.destroyed) {
      if (isLazy(response.body)) response.body[Symbol.iterator]().return?.();
      if (isAwaited(response.body)) leaveAwaited(response.body);
      return;
    }
    const onFault = (err: unknown): string => this.#reportUnwritten(response, err);
    try {
      writeResponse(out, response, isLast, this.#closing.signal, onFault);
    } catch (error) {
      // A header that cannot be written is a fault of the service like any other.
      const requestId = onFault(error);
      if (out.headersSent) out.destroy();
      else {
        const failure: Failure = { status: 500, detail: 'The answer could not be written.' };
        const { signal } = this.#closing;
        writeResponse(out, this.#options.renderFailure(failure, requestId), true, signal, onFault);
      }
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
    else connection.breakOff(failure, (failure) => this.#raw(failure), this.#limits.lingerMs);
  }

  #tooLarge(): Failure {
    return { status: 413, detail: `A body may have ${this.#limits.bodyBytes} bytes.` };
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

  /** Once a second at most: whoever makes too many connections should not fill the log as well. */
  #reportDrop(): void {
    this.#dropped += 1;
    if (this.#dropped > 1) return;
    setTimeout(() => {
      const { connections } = this.#limits;
      this.#options.log.error({ dropped: this.#dropped, limit: connections }, 'too many connections');
      this.#dropped = 0;
    }, 1_000).unref();
  }
}

/** The one that the service has given it, where it has given one: a service with a bug may have answered nothing. */
function requestIdOf(response: ApiResponse | undefined): string {
  return response?.headers['x-openstack-request-id'] ?? newRequestId();
}
