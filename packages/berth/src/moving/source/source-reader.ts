import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenSource } from '@berth/client/token-source.ts';

/** As much of `fetch` as is needed. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ReaderOptions {
  /** With or without a path: 'https://cloud.example/placement'. */
  readonly url: string;
  readonly tokens: TokenSource;
  readonly fetch?: Fetch;
  readonly timeoutMs?: number;
  /** How often a request is made before it counts as failed. */
  readonly attempts?: number;
  /** Before the first repetition; before each further one twice as long, up to `pauseMaxMs`. */
  readonly pauseMs?: number;
}

export interface SourceAnswer {
  /** Undefined for an answer without a body. */
  readonly json: unknown;
  /** To the second; null where it is not told. */
  readonly lastModified: number | null;
}

/** It cannot be read from, and why. */
export class SourceFailure extends Error {}

/** It does not want to answer this (a status of 400 or so), which asking again would not change. */
export class SourceRefusal extends SourceFailure {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const pauseMaxMs = 10_000;

/** Reads from a service of a cloud, again and again where that may help, and no answer longer than it is told. */
export class SourceReader {
  readonly url: string;
  readonly #service: string;
  readonly #options: Required<ReaderOptions>;

  /** `service` is its name for people: 'Placement'. */
  constructor(service: string, options: ReaderOptions) {
    this.url = options.url.replace(/\/+$/, '');
    this.#service = service;
    this.#options = { fetch: globalThis.fetch, timeoutMs: 60_000, attempts: 8, pauseMs: 250, ...options };
  }

  /** Null for what does not exist (404). `version` is what the header says: 'placement 1.39'. */
  async find(path: string, version: string, maxBytes: number): Promise<SourceAnswer | null> {
    const { tokens, attempts, pauseMs } = this.#options;
    let token = await tokens.get();
    let isRenewed = false;
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(path, version, maxBytes, token);
      if (outcome.kind === 'answered') return outcome.answer;
      if (outcome.kind === 'unauthorized') {
        const other: string | null = isRenewed ? null : await tokens.getOtherThan(token);
        if (other === null) throw this.#unauthorized(token);
        token = other;
        isRenewed = true;
        continue;
      }
      if (attempt >= attempts)
        throw new SourceFailure(`GET ${this.url}${path}: ${outcome.reason}, ${attempts} times`);
      const usualMs = Math.min(pauseMaxMs, pauseMs * 2 ** (attempt - 1));
      // Apart from each other, lest all that failed together come again together.
      await sleep(outcome.waitMs ?? usualMs * (0.75 + Math.random() / 2));
    }
  }

  async get(path: string, version: string, maxBytes: number): Promise<SourceAnswer> {
    const answer = await this.find(path, version, maxBytes);
    if (answer === null) throw this.failure(`GET ${this.url}${path}: 404`);
    return answer;
  }

  /** What was met is not what the service would have said. */
  failure(what: string): SourceFailure {
    return new SourceFailure(`${what}: is this a ${this.#service}?`);
  }

  async #attempt(path: string, version: string, maxBytes: number, token: string | null): Promise<Outcome> {
    const { fetch, timeoutMs } = this.#options;
    try {
      const response = await fetch(`${this.url}${path}`, {
        headers: {
          accept: 'application/json',
          'openstack-api-version': version,
          ...(token === null ? {} : { 'x-auth-token': token }),
        },
        // A redirection would carry the token to wherever it points.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await readText(response, maxBytes);
      if (text === null) {
        throw new SourceFailure(
          `GET ${this.url}${path}: the answer is longer than ${maxBytes} bytes. If that can be right, allow more with --max-answers.`,
        );
      }
      if (response.ok) return { kind: 'answered', answer: this.#answerOf(path, response, text) };
      return this.#outcomeOf(path, response, text);
    } catch (error) {
      if (error instanceof SourceFailure) throw error;
      return { kind: 'failed', reason: reasonOf(error, timeoutMs), waitMs: null };
    }
  }

  #answerOf(path: string, response: Response, text: string): SourceAnswer {
    const modified = Date.parse(response.headers.get('last-modified') ?? '');
    const lastModified = Number.isFinite(modified) ? modified : null;
    if (text === '') return { json: undefined, lastModified };
    try {
      return { json: JSON.parse(text) as unknown, lastModified };
    } catch {
      throw this.failure(`GET ${this.url}${path}: the answer is no JSON`);
    }
  }

  #outcomeOf(path: string, response: Response, text: string): Outcome {
    const { status, headers } = response;
    if (status === 401) return { kind: 'unauthorized' };
    if (status === 404) return { kind: 'answered', answer: null };
    if (status === 403) {
      const message = `GET ${this.url}${path}: 403: the token is not allowed to read this. It takes that of an administrator.`;
      throw new SourceRefusal(message, status);
    }
    if (status === 429 || status >= 500) {
      const seconds = Number(headers.get('retry-after') ?? Number.NaN);
      const waitMs = seconds >= 0 ? Math.min(seconds * 1000, 60_000) : null;
      return { kind: 'failed', reason: `answered with ${status}`, waitMs };
    }
    throw new SourceRefusal(`GET ${this.url}${path}: ${status} ${text.slice(0, 300)}`, status);
  }

  #unauthorized(token: string | null): SourceFailure {
    return new SourceFailure(
      token === null
        ? `${this.url} asks for a token (401): give one with --token or OS_TOKEN, or a Keystone in the settings.`
        : `${this.url} does not accept the token (401): it may have expired.`,
    );
  }
}

type Outcome =
  | { readonly kind: 'answered'; readonly answer: SourceAnswer | null }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'failed'; readonly reason: string; readonly waitMs: number | null };

/** Null if there is more of it: whoever sends without an end is not listened to for long. */
async function readText(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return null; // Leaving the loop ends the connection.
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString('utf8');
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${timeoutMs} ms`;
  for (let link = error; link instanceof Error; link = link.cause) {
    if ('code' in link && typeof link.code === 'string') return `no answer (${link.code})`;
  }
  return `no answer (${error instanceof Error ? error.message : String(error)})`;
}
