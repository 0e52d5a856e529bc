import { timingSafeEqual } from 'node:crypto';
import type { OwnPort } from '@berth/api-kit/own-port.ts';
import type { ApiRequest } from '@berth/api-kit/request.ts';

/*
 * A write that a follower passes on to the leader, as both know it. What the client has sent goes along as it is, its token
 * among it, so that the leader finds out for itself who is asking. The headers below come besides; they are believed only
 * with the leader's secret, which those have who can read the database.
 */

const secretHeader = 'x-berth-passed-on';
const requestIdHeader = 'x-berth-request-id';
const originHeader = 'x-berth-origin';
const prefixHeader = 'x-berth-prefix';
const ownPortHeader = 'x-berth-own-port';
const addressHeader = 'x-berth-remote-address';

export function headersToPassOn(
  { headers, origin, prefix = '', ownPort, remoteAddress }: ApiRequest,
  requestId: string,
  secret: string,
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !ofTheConnection.has(name) && !name.startsWith('x-berth-'))
      passed[name] = value;
  }
  passed[secretHeader] = secret;
  passed[requestIdHeader] = requestId;
  passed[originHeader] = origin;
  passed[prefixHeader] = prefix;
  if (ownPort !== undefined) passed[ownPortHeader] = JSON.stringify(ownPort);
  passed[addressHeader] = remoteAddress;
  return passed;
}

/**
 * The request as its client has sent it, if another process has passed it on to this one; null if a client has sent it itself.
 * `misdirected`: it was passed on, and was meant for another process than this. Who did so is mistaken in the address, or has no
 * business here; such a request is never passed on again.
 */
export function passedOn(request: ApiRequest, secret: string): ApiRequest | null | typeof misdirected {
  const given = request.headers[secretHeader];
  if (given === undefined) return null;
  if (!isSame(given, secret)) return misdirected;
  const { headers } = request;
  const requestId = headers[requestIdHeader];
  const ownPort = headers[ownPortHeader];
  return {
    ...request,
    origin: headers[originHeader] ?? request.origin,
    prefix: headers[prefixHeader] ?? request.prefix ?? '',
    remoteAddress: headers[addressHeader] ?? request.remoteAddress,
    ...(requestId === undefined ? {} : { requestId }),
    // Who knows the secret runs this program.
    ...(ownPort === undefined ? {} : { ownPort: JSON.parse(ownPort) as OwnPort }),
  };
}

export const misdirected = Symbol('meant for another process');

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** About the way to us, and not about the request. */
const ofTheConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
