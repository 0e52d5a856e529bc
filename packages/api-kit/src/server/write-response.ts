import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { ApiResponse, ResponseBody } from '../response.ts';
import { bodyBytes, isInParts } from '../response.ts';

/** From here on a string is encoded once, by us; below, Node sends it with the headers in one piece. */
const largeLength = 64 * 1024;

/** Sends an answer; `isLast` also says goodbye to the connection. */
export function writeResponse(out: ServerResponse, response: ApiResponse, isLast: boolean): void {
  const body = encodedBody(response.body);
  out.writeHead(response.status, headerList(response, body, isLast));
  writeBody(out, body);
  out.end();
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

/** Parts that are written while corked go to the socket together, without being copied into one piece. */
function writeBody(out: ServerResponse, body: ResponseBody | null): void {
  if (body === null) return;
  out.cork();
  if (isInParts(body)) for (const part of body) out.write(part);
  else out.write(body);
  out.uncork();
}

/** An answer as bytes, for a connection on which Node has given up understanding anything. */
export function rawResponse(response: ApiResponse, now: Date): Buffer {
  const body = encodedBody(response.body);
  const headers = [...headerList(response, body, true), 'date', now.toUTCString()];
  let head = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? 'Unknown'}\r\n`;
  for (let index = 0; index < headers.length; index += 2)
    head += `${headers[index]}: ${headers[index + 1]}\r\n`;
  const parts = body === null ? [] : isInParts(body) ? body : [Buffer.from(body)];
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), ...parts]);
}

function encodedBody(body: ResponseBody | null): ResponseBody | null {
  return typeof body === 'string' && body.length >= largeLength ? Buffer.from(body) : body;
}

/** Names and values in turn, which Node takes without copying them into a map first. */
function headerList(response: ApiResponse, body: ResponseBody | null, isLast: boolean): string[] {
  const list: string[] = [];
  for (const name in response.headers) list.push(name, response.headers[name] as string);
  if (body !== null) list.push('content-length', `${bodyBytes(body)}`);
  // RFC 9110, 8.6: these two have no body by definition and may not name a length.
  else if (response.status !== 204 && response.status !== 304) list.push('content-length', '0');
  if (isLast) list.push('connection', 'close');
  return list;
}
