import { connect, type Socket } from 'node:net';
import type { RequestTemplate } from './request-template.ts';
import { requestHeaders } from './request-template.ts';

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
  /** From the first byte of the request to the last of the answer. */
  readonly ms: number;
  readonly firstByteMs: number;
}

interface Pending {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly sentAt: number;
  readonly timer: NodeJS.Timeout;
  firstByteAt: number;
  /** What came before the end of the head. */
  opening: Buffer;
  head: Head | null;
  parts: Buffer[];
  received: number;
}

interface Head {
  readonly status: number;
  /** Bytes, or how the end is told. */
  readonly length: number | 'chunked' | 'until-close';
  readonly closes: boolean;
}

/**
 * A client on one connection that is kept, one request at a time. On a plain socket, since `node:http` would take as
 * much of the machine as the server that is to be measured.
 */
export class Connection {
  readonly #host: string;
  readonly #port: number;
  readonly #fixedHead: string;
  #socket: Socket | null = null;
  #pending: Pending | null = null;

  constructor(url: string, ownHeaders: Readonly<Record<string, string>> = requestHeaders) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
    const headers = Object.entries({ host: `${hostname}:${port}`, ...ownHeaders });
    this.#fixedHead = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }

  async request({ method, path, body }: RequestTemplate, patienceMs = 120_000): Promise<Answer> {
    this.#socket ??= await this.#open();
    const socket = this.#socket;
    const length =
      body === undefined
        ? ''
        : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#fail(new Error(`no answer in ${patienceMs / 1000} s`)),
        patienceMs,
      );
      this.#pending = {
        resolve,
        reject,
        timer,
        sentAt: performance.now(),
        firstByteAt: 0,
        opening: Buffer.alloc(0),
        head: null,
        parts: [],
        received: 0,
      };
      socket.write(`${method} ${path} HTTP/1.1\r\n${this.#fixedHead}${length}\r\n${body ?? ''}`);
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: this.#host, port: this.#port, noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        socket.on('data', (data: Buffer) => this.#receive(data));
        socket.on('error', (error) => socket === this.#socket && this.#fail(error));
        socket.on('close', () => socket === this.#socket && this.#ended());
        resolve(socket);
      });
    });
  }

  #receive(data: Buffer): void {
    const pending = this.#pending;
    if (!pending) return;
    if (pending.firstByteAt === 0) pending.firstByteAt = performance.now();
    const rest = pending.head ? data : this.#readHead(pending, data);
    if (rest === null) return;
    if (rest.length > 0) pending.parts.push(rest);
    pending.received += rest.length;
    if (isWhole(pending)) this.#finish(pending);
  }

  /** What follows the head, or null where it has not come whole. */
  #readHead(pending: Pending, data: Buffer): Buffer | null {
    const opening = pending.opening.length === 0 ? data : Buffer.concat([pending.opening, data]);
    const end = opening.indexOf('\r\n\r\n');
    pending.opening = opening;
    if (end < 0) return null;
    pending.head = headOf(opening.toString('latin1', 0, end));
    return opening.subarray(end + 4);
  }

  #ended(): void {
    this.#socket = null;
    if (this.#pending?.head?.length === 'until-close') this.#finish(this.#pending);
    else this.#fail(new Error('the connection was closed'));
  }

  #finish(pending: Pending): void {
    const now = performance.now();
    clearTimeout(pending.timer);
    this.#pending = null;
    const { status, length, closes } = pending.head as Head; // Only what has a head can be whole.
    if (closes) this.close();
    const bytes = pending.parts.length === 1 ? (pending.parts[0] as Buffer) : Buffer.concat(pending.parts);
    pending.resolve({
      status,
      body: length === 'chunked' ? withoutFrames(bytes) : bytes,
      ms: now - pending.sentAt,
      firstByteMs: pending.firstByteAt - pending.sentAt,
    });
  }

  #fail(error: Error): void {
    const pending = this.#pending;
    this.#pending = null;
    this.close();
    if (!pending) return;
    clearTimeout(pending.timer);
    pending.reject(error);
  }
}

function headOf(text: string): Head {
  const status = Number(text.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  const closes = text.startsWith('HTTP/1.0') || /\r\nconnection: *close/i.test(text);
  if (status === 204 || status === 304) return { status, length: 0, closes };
  if (/\r\ntransfer-encoding: *chunked/i.test(text)) return { status, length: 'chunked', closes };
  return { status, length: length === undefined ? 'until-close' : Number(length), closes };
}

const lastFrame = '0\r\n\r\n';

/** No JSON text has a line break of this kind in it, so the last frame cannot be taken for something else. */
function isWhole({ head, received, parts }: Pending): boolean {
  if (head === null || head.length === 'until-close') return false;
  if (head.length !== 'chunked') return received >= head.length;
  if (received < lastFrame.length) return false;
  const last = parts.at(-1) as Buffer;
  const end = last.length >= lastFrame.length ? last : Buffer.concat(parts.slice(-lastFrame.length));
  return end.toString('latin1', end.length - lastFrame.length) === lastFrame;
}

function withoutFrames(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (length === 0) return Buffer.concat(parts);
    if (!(length > 0)) throw new Error('A frame of an answer has no length.');
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}
