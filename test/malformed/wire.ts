import { connect, type Socket } from 'node:net';

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case; of a repeated header the values in one, with a comma between. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Instead of an answer: the server hung up, or said nothing for too long. */
export type NoAnswer = 'closed' | 'silent';

/** What came is no HTTP answer. */
export class GarbledAnswer extends Error {}

/**
 * A connection on which any bytes can be sent and only well-formed answers can be received. Node's own client cannot
 * send what it takes for wrong, and forgives answers that others would not.
 */
export class Wire {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #length = 0;
  #isClosed = false;
  #wake: () => void = () => {};

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received.push(chunk);
      this.#length += chunk.length;
      this.#wake();
    });
    // A reset is one way for a server to hang up.
    this.#socket.on('error', () => {});
    this.#socket.on('end', () => this.#close());
    this.#socket.on('close', () => this.#close());
  }

  /** Whether another request can be sent, as far as is known here. */
  get isOpen(): boolean {
    return !this.#isClosed && this.#socket.writable;
  }

  /** Something has come that nobody has asked about yet. */
  get hasMore(): boolean {
    return this.#length > 0;
  }

  send(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** Says that nothing more will be sent; answers can still come. */
  end(): void {
    this.#socket.end();
  }

  /** Hangs up. */
  close(): void {
    this.#socket.destroy();
    this.#close();
  }

  /** Goes away without a word, as a process does that is killed. */
  abort(): void {
    this.#socket.resetAndDestroy();
    this.#close();
  }

  /** The next answer; interim ones are passed over. An answer to HEAD names a length and has no body. */
  async answer(isToHead: boolean, waitMs: number): Promise<WireAnswer | NoAnswer> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      const head = await this.#head(deadline);
      if (typeof head === 'string') return head;
      const { status, headers } = head;
      if (status >= 100 && status < 200) continue;
      if (!isToHead && headers.get('transfer-encoding') === 'chunked') {
        const body = await this.#chunks(deadline);
        return typeof body === 'string' ? body : { status, headers, body };
      }
      const length = isToHead ? 0 : lengthOf(status, headers);
      if (!(await this.#has(length, deadline))) return this.#isClosed ? 'closed' : 'silent';
      return { status, headers, body: this.#take(length) };
    }
  }

  /** A body without a length, up to the chunk that is none. */
  async #chunks(deadline: number): Promise<Buffer | NoAnswer> {
    const chunks: Buffer[] = [];
    for (;;) {
      const received = this.#joined();
      const end = received.indexOf('\r\n');
      const size = end < 0 ? null : sizeOf(received.toString('latin1', 0, end));
      if (!(await this.#has(size === null ? this.#length + 1 : end + size + 4, deadline))) {
        return this.#isClosed ? 'closed' : 'silent';
      }
      if (size === null) continue;
      this.#take(end + 2);
      chunks.push(this.#take(size));
      if (this.#take(2).toString('latin1') !== '\r\n') throw new GarbledAnswer('a chunk has another length');
      if (size === 0) return Buffer.concat(chunks);
    }
  }

  async #head(deadline: number): Promise<Pick<WireAnswer, 'status' | 'headers'> | NoAnswer> {
    for (;;) {
      const received = this.#joined();
      const end = received.indexOf('\r\n\r\n');
      if (end >= 0) return parseHead(this.#take(end + 4).toString('latin1'));
      if (!(await this.#has(this.#length + 1, deadline))) {
        if (this.#length > 0)
          throw new GarbledAnswer(`half an answer: ${JSON.stringify(received.toString())}`);
        return this.#isClosed ? 'closed' : 'silent';
      }
    }
  }

  /** Waits until so many bytes are there; false if they will not come. */
  async #has(length: number, deadline: number): Promise<boolean> {
    while (this.#length < length) {
      const leftMs = deadline - performance.now();
      if (this.#isClosed || leftMs <= 0) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return true;
  }

  #joined(): Buffer {
    const joined = Buffer.concat(this.#received, this.#length);
    this.#received = [joined];
    return joined;
  }

  #take(length: number): Buffer {
    const joined = this.#joined();
    this.#received = [joined.subarray(length)];
    this.#length -= length;
    return joined.subarray(0, length);
  }

  #close(): void {
    this.#isClosed = true;
    this.#wake();
  }
}

function parseHead(text: string): Pick<WireAnswer, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = text.trimEnd().split('\r\n');
  const status = /^HTTP\/1\.1 ([1-5]\d\d) [ -~]*$/.exec(statusLine)?.[1];
  if (status === undefined) throw new GarbledAnswer(`no status line: ${JSON.stringify(statusLine)}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^([\w-]+): ?([\t -~\u0080-\u00ff]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new GarbledAnswer(`no header: ${JSON.stringify(line)}`);
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return { status: Number(status), headers };
}

function sizeOf(line: string): number {
  if (!/^[0-9a-f]{1,8}$/i.test(line)) throw new GarbledAnswer(`no size of a chunk: ${JSON.stringify(line)}`);
  return Number.parseInt(line, 16);
}

/** This server says how long its bodies are, or sends them in chunks. */
function lengthOf(status: number, headers: ReadonlyMap<string, string>): number {
  const length = headers.get('content-length');
  if (status === 204 || status === 304) {
    if (length !== undefined) throw new GarbledAnswer(`a ${status} with a content-length`);
    return 0;
  }
  if (length === undefined || !/^\d+$/.test(length))
    throw new GarbledAnswer(`a ${status} with the content-length ${length}`);
  return Number(length);
}
