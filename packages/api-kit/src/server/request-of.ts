import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { ApiRequest } from '../request.ts';

type Headers = ApiRequest['headers'];

/** Whether the Host header is there once and is one: it goes into the links of the answer. */
export function hasUsableHost(message: IncomingMessage): boolean {
  const { host } = message.headers;
  if (host === undefined) return message.httpVersion === '1.0';
  // Two Host headers have been joined with ', ' and have a space by now.
  return /^[\w.~:[\]%!$&'()*+,;=-]*$/.test(host);
}

/** The request as a value. Of the addresses in it only what the server itself knows is believed, unless told. */
export function requestOf(
  message: IncomingMessage,
  body: ApiRequest['body'],
  trustsForwarded: boolean,
  onIdentified: () => void,
): ApiRequest {
  const headers = joined(message.headers);
  const { target, authority } = splitTarget(message.url ?? '/');
  const forwarded = trustsForwarded ? forwardedBy(headers) : {};
  const host = forwarded.host ?? authority ?? (headers['host'] || ownAddress(message));
  return {
    method: message.method ?? '',
    target,
    headers,
    body,
    origin: `${forwarded.scheme ?? (isEncrypted(message) ? 'https' : 'http')}://${host}`,
    prefix: forwarded.prefix ?? '',
    remoteAddress: forwarded.address ?? message.socket.remoteAddress ?? '',
    onIdentified,
    connection: message.socket,
  };
}

/** Node has joined all but set-cookie, which only a confused client sends. */
function joined(headers: IncomingMessage['headers']): Headers {
  const setCookie = headers['set-cookie'];
  // Without that one header every value is a string.
  if (setCookie === undefined) return headers as Headers;
  return { ...(headers as Headers), 'set-cookie': setCookie.join(', ') };
}

/** A client may write the whole URL as its target (RFC 9112, 3.2.2); then the host in it is the one that counts. */
function splitTarget(url: string): { readonly target: string; readonly authority?: string } {
  if (url.startsWith('/') || url === '*') return { target: url };
  const absolute = /^https?:\/\/([^/?#]+)([^#]*)/i.exec(url);
  if (absolute === null) return { target: url };
  const [, authority = '', rest = ''] = absolute;
  return { target: rest.startsWith('/') ? rest : `/${rest}`, authority };
}

function forwardedBy(headers: Headers): {
  readonly scheme?: string;
  readonly host?: string;
  readonly address?: string;
  readonly prefix?: string;
} {
  const scheme = firstOf(headers['x-forwarded-proto'])?.toLowerCase();
  const host = firstOf(headers['x-forwarded-host']);
  const address = firstOf(headers['x-forwarded-for']);
  const prefix = firstOf(headers['x-forwarded-prefix'])?.replace(/\/+$/, '');
  return {
    ...(scheme === 'http' || scheme === 'https' ? { scheme } : {}),
    ...(host !== undefined && /^[\w.:[\]-]+$/.test(host) ? { host } : {}),
    ...(address !== undefined && isIP(address) !== 0 ? { address } : {}),
    ...(prefix !== undefined && isPathPrefix(prefix) ? { prefix } : {}),
  };
}

/** Each proxy appends; the first entry is what the client used. */
function firstOf(header: string | undefined): string | undefined {
  return header?.split(',', 1)[0]?.trim();
}

/** '/placement' or '/a/b', in letters that mean the same in a header, in JSON and in a URL. */
export function isPathPrefix(text: string): boolean {
  return text.length <= 255 && /^(\/[\w.~-]+)+$/.test(text);
}

function isEncrypted({ socket }: IncomingMessage): boolean {
  return 'encrypted' in socket;
}

function ownAddress({ socket }: IncomingMessage): string {
  const address = socket.localAddress ?? 'localhost';
  return `${isIP(address) === 6 ? `[${address}]` : address}:${socket.localPort}`;
}
