import { type ServiceAnswer, type ServiceRequest, type Transport, Unreachable } from './transport.ts';

/** One request, and what has become of it. */
export interface RecordedExchange extends Pick<ServiceRequest, 'method' | 'path' | 'version' | 'body'> {
  /** Null: there was no answer. */
  readonly status: number | null;
}

export interface RecordingOptions {
  /** How many are kept; the oldest are forgotten first. */
  readonly max?: number;
  /** Told of each when it is over, also of those that are not kept. */
  readonly onExchange?: (exchange: RecordedExchange) => void;
}

/** Another transport, of which it is kept what has been asked, in the order of the answers. */
export class RecordingTransport implements Transport {
  readonly #inner: Transport;
  readonly #options: Required<RecordingOptions>;
  readonly #exchanges: RecordedExchange[] = [];

  constructor(inner: Transport, options: RecordingOptions = {}) {
    this.#inner = inner;
    this.#options = { max: 1_000, onExchange: () => {}, ...options };
  }

  get exchanges(): readonly RecordedExchange[] {
    return this.#exchanges;
  }

  /** What has been kept, which is then forgotten. */
  take(): readonly RecordedExchange[] {
    return this.#exchanges.splice(0);
  }

  async send(request: ServiceRequest): Promise<ServiceAnswer> {
    const { method, path, version, body } = request;
    const asked = {
      method,
      path,
      ...(version === undefined ? {} : { version }),
      // As it is sent: callers go on with what they have handed in.
      ...(body === undefined ? {} : { body: structuredClone(body) }),
    };
    try {
      const answer = await this.#inner.send(request);
      this.#note({ ...asked, status: answer.status });
      return answer;
    } catch (error) {
      if (error instanceof Unreachable) this.#note({ ...asked, status: null });
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #note(exchange: RecordedExchange): void {
    const { max, onExchange } = this.#options;
    this.#exchanges.push(exchange);
    if (this.#exchanges.length > max) this.#exchanges.shift();
    onExchange(exchange);
  }
}
