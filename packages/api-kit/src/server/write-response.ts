import type { ServerResponse } from 'node:http';
import { http } from '../node-http.ts';
import {
  type ApiResponse,
  type AwaitedBody,
  bodyBytes,
  isAwaited,
  isInParts,
  isLazy,
  type LazyBody,
  type ResponseBody,
  type WholeBody,
  wholeBody,
} from '../response.ts';
import { sendAwaited } from './send-awaited.ts';
import { sendChunks } from './send-chunks.ts';

/** From here on a string is encoded once, by us; below, Node sends it with the headers in one piece. */
const largeLength = 64 * 1024;

/**
 * Sends an answer; `isLast` also says goodbye to the connection, and `closing` ends a body that waits. What goes wrong
 * before the head is sent is thrown; what goes wrong afterwards, in a body that is made while it is sent, is told to
 * `onFault` and breaks the connection.
 */
export function writeResponse(
  out: ServerResponse,
  response: ApiResponse,
  isLast: boolean,
  closing: AbortSignal,
  onFault: (error: unknown) => void,
): void {
  if (isLazy(response.body)) {
    writeLazily(out, response, response.body, isLast, onFault);
    return;
  }
  if (isAwaited(response.body)) {
    writeAwaited(out, response, response.body, isLast, closing, onFault);
    return;
  }
  const body = encodedBody(response.body);
  out.writeHead(response.status, headerList(response, body, isLast));
  if (writeBody(out, body)) out.end();
  // Ended only when all of it is on its way: Node hangs up on ended answers when the server closes.
  else out.once('drain', () => out.end());
}

/**
 * Sends an answer without ending it, and gives the function that does: the client has all of it, but the
 * connection stays open until that function is called.
 */
export function writeResponseUnended(out: ServerResponse, response: ApiResponse): () => void {
  const body = encodedBody(response.body);
  out.writeHead(response.status, headerList(response, body, true));
  writeBody(out, body);
  return () => out.end();
}

function writeLazily(
  out: ServerResponse,
  response: ApiResponse,
  body: LazyBody,
  isLast: boolean,
  onFault: (error: unknown) => void,
): void {
  const chunks = body[Symbol.iterator]();
  // Without a length Node sends it in chunks, or, to a client of HTTP/1.0, up to the end of the connection.
  const headers = headersWithLength(response, body.byteLength ?? null, isLast);
  if (out.req.method === 'HEAD' || hasNoBodyEver(response.status)) {
    chunks.return?.();
    out.writeHead(response.status, headers);
    out.end();
    return;
  }
  // Before the head: what cannot even begin can still be answered with an error.
  const first = chunks.next();
  try {
    out.writeHead(response.status, headers);
  } catch (error) {
    chunks.return?.();
    throw error;
  }
  sendChunks(out, chunks, first, body.byteLength ?? null, onFault);
}

function writeAwaited(
  out: ServerResponse,
  response: ApiResponse,
  body: AwaitedBody,
  isLast: boolean,
  closing: AbortSignal,
  onFault: (error: unknown) => void,
): void {
  try {
    out.writeHead(response.status, headersWithLength(response, null, isLast));
  } catch (error) {
    leaveAwaited(body);
    throw error;
  }
  if (out.req.method === 'HEAD' || hasNoBodyEver(response.status)) {
    leaveAwaited(body);
    out.end();
    return;
  }
  // The client is to know that it is heard, though it may be long until there is something.
  out.flushHeaders();
  const isEndless = response.headers['content-length'] === undefined;
  void sendAwaited(out, body, closing, onFault, { isEndless });
}

/** Lets a body go that nobody will be sent, so that whoever waits for its end learns of it. */
export function leaveAwaited(body: AwaitedBody): void {
  void body(AbortSignal.abort())[Symbol.asyncIterator]().return?.();
}

/**
 * What is written while corked goes to the socket together with the head, without being copied into one piece. False
 * when not all of it could be passed on at once.
 */
function writeBody(out: ServerResponse, body: WholeBody | null): boolean {
  if (body === null) return true;
  let isTaken = true;
  out.cork();
  if (isInParts(body)) for (const part of body) isTaken = out.write(part);
  else isTaken = out.write(body);
  out.uncork();
  return isTaken;
}

/** An answer as bytes, for a connection on which Node has given up understanding anything. */
export function rawResponse(response: ApiResponse, now: Date): Buffer {
  const body = encodedBody(response.body);
  const headers = [...headerList(response, body, true), 'date', now.toUTCString()];
  let head = `HTTP/1.1 ${response.status} ${http.STATUS_CODES[response.status] ?? 'Unknown'}\r\n`;
  for (let index = 0; index < headers.length; index += 2)
    head += `${headers[index]}: ${headers[index + 1]}\r\n`;
  const parts = body === null ? [] : isInParts(body) ? body : [Buffer.from(body)];
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), ...parts]);
}

function encodedBody(given: ResponseBody | null): WholeBody | null {
  const body = wholeBody(given);
  return typeof body === 'string' && body.length >= largeLength ? Buffer.from(body) : body;
}

/** Names and values in turn, which Node takes without copying them into a map first. */
function headerList(response: ApiResponse, body: WholeBody | null, isLast: boolean): string[] {
  const hasLength = body !== null || !hasNoBodyEver(response.status);
  return headersWithLength(response, hasLength ? bodyBytes(body) : null, isLast);
}

function headersWithLength({ headers }: ApiResponse, length: number | null, isLast: boolean): string[] {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name] as string);
  if (length !== null) list.push('content-length', `${length}`);
  if (isLast) list.push('connection', 'close');
  return list;
}

/** RFC 9110, 8.6: these two have no body by definition and may not name a length. */
function hasNoBodyEver(status: number): boolean {
  return status === 204 || status === 304;
}
