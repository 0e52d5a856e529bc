import type { Caller } from './caller.ts';

/** An answer as a value. */
export interface ApiResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null: no body and no content-type. */
  readonly body: ResponseBody | null;
  /** The path's template, such as '/resource_providers/{uuid}', where one matched: for metrics. */
  readonly route?: string;
  /** Who asked, where that was found out: for the log. */
  readonly caller?: Pick<Caller, 'userId' | 'projectId'>;
}

export type ResponseBody = WholeBody | LazyBody | AwaitedBody;

/** Text, bytes, or bytes in parts: what was kept from earlier answers is sent as it is, and not put together first. */
export type WholeBody = string | Uint8Array | readonly Uint8Array[];

/**
 * Bytes that are made while they are sent: the next chunk is asked for when the client has taken what was made before,
 * and other requests are served in between. So an answer can be longer than memory, and none holds up the others. A
 * generator is one; it is left with `return()` when the client goes away. A chunk is good until the next one is asked
 * for, or the body is left: its bytes may be used again. Is told from an array by having no length.
 */
export interface LazyBody extends Iterable<Uint8Array> {
  readonly length?: never;
  /** Of all chunks together, where it is known from the start. */
  readonly byteLength?: number;
}

/**
 * Bytes that come when there are some, however long that takes: called to begin, and asked for the next chunk when the
 * client has taken what came before. The signal tells that no more is wanted, since the client has gone or the server
 * closes; it is to come to its end soon after. One whose answer has a `content-length` comes to its end by itself, and a server that closes
 * waits for it. A function of its own kind, so that one that is never sent never begins.
 */
export type AwaitedBody = (unwanted: AbortSignal) => AsyncIterable<Uint8Array>;

export function bodyBytes(body: WholeBody | null): number {
  if (body === null) return 0;
  if (!isInParts(body)) return Buffer.byteLength(body);
  let sum = 0;
  for (const part of body) sum += part.length;
  return sum;
}

export function isInParts(body: ResponseBody): body is readonly Uint8Array[] {
  return Array.isArray(body);
}

export function isLazy(body: ResponseBody | null): body is LazyBody {
  return typeof body === 'object' && body !== null && body.length === undefined;
}

export function isAwaited(body: ResponseBody | null): body is AwaitedBody {
  return typeof body === 'function';
}

/** Makes all of a lazy body at once, for whoever has no connection to send it on. */
export function wholeBody(body: ResponseBody | null): WholeBody | null {
  if (isAwaited(body)) throw new Error('A body that waits for what comes is never whole.');
  return isLazy(body) ? Array.from(body, (chunk) => Buffer.from(chunk)) : body;
}

/** The body as text, for whoever reads it in this process. */
export function textOf(given: ResponseBody | null): string {
  const body = wholeBody(given);
  if (body === null || typeof body === 'string') return body ?? '';
  return Buffer.concat(isInParts(body) ? body : [body]).toString('utf8');
}
