import http from 'node:http';

/** What came, in the words of the specification of server-sent events. */
export interface ServerEvent {
  readonly type: string;
  readonly data: string;
}

export interface EventStreamOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly onEvent: (event: ServerEvent) => void;
  /** Lines that begin with a colon, without it. */
  readonly onComment?: (text: string) => void;
}

/** One connection on which events come. A client for tests: it does not connect again by itself. */
export class EventStream {
  /** What a client would send as Last-Event-ID when it connects again; empty until there is one. */
  lastId = '';
  /** The status, once there is an answer; rejects when there is none. */
  readonly status: Promise<number>;
  /** All of the body when it is no stream of events. */
  body = '';
  /** Resolves when the other side has ended it, or the connection is lost: then with the reason. */
  readonly ended: Promise<Error | null>;
  readonly #outgoing: http.ClientRequest;
  readonly #onEvent: (event: ServerEvent) => void;
  readonly #onComment: (text: string) => void;
  #incoming: http.IncomingMessage | null = null;
  #rest = '';
  #event = { type: 'message', data: [] as string[], id: '' };

  constructor(url: string, { headers, onEvent, onComment = () => {} }: EventStreamOptions) {
    this.#onEvent = onEvent;
    this.#onComment = onComment;
    const status = Promise.withResolvers<number>();
    const ended = Promise.withResolvers<Error | null>();
    this.status = status.promise;
    this.ended = ended.promise;
    this.#outgoing = http.get(url, {
      agent: false,
      headers: { 'x-auth-token': 'admin', accept: 'text/event-stream', ...headers },
    });
    const fail = (error: Error): void => {
      status.reject(error);
      ended.resolve(error);
    };
    // Whoever waits for one of the two learns of it.
    status.promise.catch(() => {});
    this.#outgoing.on('error', fail);
    this.#outgoing.on('response', (incoming) => {
      this.#incoming = incoming;
      status.resolve(incoming.statusCode ?? 0);
      incoming.setEncoding('utf8');
      const isStream = incoming.headers['content-type'] === 'text/event-stream';
      incoming.on('data', (text: string) => {
        if (isStream) this.#take(text);
        else this.body += text;
      });
      incoming.on('error', fail);
      incoming.on('end', () => ended.resolve(null));
    });
  }

  /** Reads nothing until `resume`. */
  pause(): void {
    this.#incoming?.pause();
  }

  resume(): void {
    this.#incoming?.resume();
  }

  close(): void {
    this.#outgoing.destroy();
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#takeLine(line);
  }

  #takeLine(line: string): void {
    if (line === '') {
      this.#dispatch();
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === '') this.#onComment(value);
    else if (field === 'event') this.#event.type = value;
    else if (field === 'data') this.#event.data.push(value);
    else if (field === 'id') this.#event.id = value;
  }

  #dispatch(): void {
    const { type, data, id } = this.#event;
    if (id !== '') this.lastId = id;
    this.#event = { type: 'message', data: [], id };
    if (data.length > 0) this.#onEvent({ type, data: data.join('\n') });
  }
}
