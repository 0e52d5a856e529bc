import { setTimeout as pause } from 'node:timers/promises';
import { beforeAbort } from '@berth/api-kit/before-abort.ts';
import { ConnectionPool, type TlsSettings } from './http/connection-pool.ts';
import { type Outcome, pauseBeforeRepeating } from './http/repetition.ts';
import { serviceAnswer } from './service-answer.ts';
import { bodyBytes, serviceHeaders, type ServiceNaming } from './service-headers.ts';
import type { TokenSource } from './token-source.ts';
import { type ServiceAnswer, type ServiceRequest, type Transport, Unreachable } from './transport.ts';

export interface HttpTransportOptions extends ServiceNaming {
  /** With or without a path, 'https://cloud.example/placement'; or what finds it out, and is asked before each attempt. */
  readonly url: string | (() => Promise<string>);
  readonly tokens: TokenSource;
  readonly tls?: TlsSettings;
  /** For one attempt, from beginning to end. */
  readonly timeoutMs?: number;
  /** How often a request is sent at most. */
  readonly attempts?: number;
  readonly pauseMs?: number;
  readonly pauseMaxMs?: number;
  /** The longest answer that is taken. */
  readonly answerMaxBytes?: number;
  readonly socketsMax?: number;
}

const usual = {
  timeoutMs: 60_000,
  attempts: 4,
  pauseMs: 250,
  pauseMaxMs: 10_000,
  answerMaxBytes: 256 << 20,
};

/** A service over HTTP or HTTPS. */
export class HttpTransport implements Transport {
  readonly #options: HttpTransportOptions & typeof usual;
  readonly #connections: ConnectionPool;
  readonly #closing = new AbortController();

  constructor(options: HttpTransportOptions) {
    this.#options = { ...usual, ...options };
    this.#connections = new ConnectionPool(options);
  }

  async send(request: ServiceRequest): Promise<ServiceAnswer> {
    const signal = AbortSignal.any([
      this.#closing.signal,
      ...(request.signal === undefined ? [] : [request.signal]),
    ]);
    const { attempts } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(request, signal);
      const isLast = attempt >= attempts || signal.aborted;
      const pauseMs = isLast ? null : pauseBeforeRepeating(request.method, outcome, attempt, this.#options);
      if (pauseMs === null) return answerIn(outcome);
      // Whoever ends the wait gets what the last attempt has brought.
      await pause(pauseMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return answerIn(outcome);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the transport is closed'));
    this.#connections.close();
  }

  /** Whoever gives tokens and addresses has been as patient as is good, so what it cannot give is not asked for again. */
  async #attempt(request: ServiceRequest, signal: AbortSignal): Promise<Outcome> {
    const { url, tokens } = this.#options;
    const base = typeof url === 'string' ? url : await prepared(url, signal);
    const token = await prepared(() => tokens.get(), signal);
    const outcome = await this.#exchange(base, request, token, signal);
    if (outcome instanceof Unreachable || outcome.status !== 401) return outcome;
    // Who asks is found out before anything is done, so it can be sent once more.
    const other = await prepared(() => tokens.getOtherThan(token), signal);
    return other === null ? outcome : this.#exchange(base, request, other, signal);
  }

  async #exchange(
    base: string,
    request: ServiceRequest,
    token: string | null,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { timeoutMs, answerMaxBytes } = this.#options;
    const server = new URL(base);
    try {
      const { status, headers, body } = await this.#connections.exchange(server, {
        method: request.method,
        target: `${server.pathname.replace(/\/+$/, '')}${request.path}`,
        headers: serviceHeaders(this.#options, request, token),
        body: bodyBytes(request),
        timeoutMs,
        answerMaxBytes,
        signal,
      });
      return serviceAnswer(status, headers, body.toString('utf8'));
    } catch (error) {
      if (error instanceof Unreachable) return error;
      throw error;
    }
  }
}

/** What has to be known before anything is sent. */
async function prepared<Value>(find: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  try {
    signal.throwIfAborted();
    return await beforeAbort(signal, find());
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Unreachable(message, { isUnsent: true, cause: error });
  }
}

function answerIn(outcome: Outcome): ServiceAnswer {
  if (outcome instanceof Unreachable) throw outcome;
  return outcome;
}
