import { beforeAbort } from '@berth/api-kit/before-abort.ts';
import { type AwaitedBody, isAwaited, textOf } from '@berth/api-kit/response.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { serviceAnswer } from './service-answer.ts';
import { bodyBytes, serviceHeaders, type ServiceNaming } from './service-headers.ts';
import { type ServiceAnswer, type ServiceRequest, type Transport, Unreachable } from './transport.ts';

export interface DirectTransportOptions extends ServiceNaming {
  /** What the service is shown. It believes any (noauth2), and takes this one for its administrator's. */
  readonly token?: string;
  /** What the paths of the service begin with, where the handler has several services: '/placement'. */
  readonly prefix?: string;
}

/**
 * A service in this process, without a socket. What was sent is carried out to its end, whether or not somebody waits for it: once
 * `close` has resolved, nothing of it is under way any more and the ledger below can be closed. An answer that itself waits for something
 * is told when nobody wants it any more, as over a socket.
 */
export class DirectTransport implements Transport {
  readonly #handle: Handle;
  readonly #options: DirectTransportOptions;
  readonly #underWay = new Set<Promise<ServiceAnswer>>();
  readonly #closing = new AbortController();

  constructor(handle: Handle, options: DirectTransportOptions) {
    this.#handle = handle;
    this.#options = options;
  }

  async send(request: ServiceRequest): Promise<ServiceAnswer> {
    const { signal } = request;
    if (this.#closing.signal.aborted) throw unsent(request, 'the transport is closed', undefined);
    if (signal?.aborted) throw unsent(request, 'no answer was waited for', signal.reason);
    const answering = this.#ask(request);
    this.#underWay.add(answering);
    const settled = () => void this.#underWay.delete(answering);
    answering.then(settled, settled);
    if (signal === undefined) return answering;
    return beforeAbort(signal, answering).catch((error: unknown) => {
      if (error !== signal.reason) throw error;
      const message = `${describe(request)}: no answer was waited for any longer`;
      throw new Unreachable(message, { isUnsent: false, cause: error });
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#underWay);
  }

  async #ask(request: ServiceRequest): Promise<ServiceAnswer> {
    const { token = 'admin', prefix = '' } = this.#options;
    const { status, headers, body } = await this.#handle({
      method: request.method,
      target: `${prefix}${request.path}`,
      headers: serviceHeaders(this.#options, request, token),
      body: bodyBytes(request),
      origin: 'http://localhost',
      remoteAddress: '127.0.0.1',
    });
    return serviceAnswer(
      status,
      headers,
      isAwaited(body) ? await this.#awaited(body, request) : textOf(body),
    );
  }

  async #awaited(body: AwaitedBody, { signal }: ServiceRequest): Promise<string> {
    const { signal: closing } = this.#closing;
    const chunks: Uint8Array[] = [];
    // A chunk is good until the next one is asked for.
    for await (const chunk of body(signal ? AbortSignal.any([closing, signal]) : closing)) {
      chunks.push(Uint8Array.from(chunk));
    }
    return Buffer.concat(chunks).toString('utf8');
  }
}

function unsent(request: ServiceRequest, reason: string, cause: unknown): Unreachable {
  return new Unreachable(`${describe(request)}: ${reason}`, { isUnsent: true, cause });
}

function describe({ method, path }: ServiceRequest): string {
  return `${method} ${path}`;
}
