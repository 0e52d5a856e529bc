import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';

/** What has become of a request that was sent to another process. */
export type Sending =
  | { readonly kind: 'answered'; readonly response: ApiResponse }
  /** It did not get there, so nothing has happened. */
  | { readonly kind: 'not sent'; readonly reason: unknown }
  /** It may have got there, and there is no answer. */
  | { readonly kind: 'unknown'; readonly reason: unknown };

export type SendToLeader = (
  address: string,
  request: Pick<ApiRequest, 'method' | 'target'> & { readonly body: Uint8Array },
  headers: Record<string, string>,
  timeoutMs: number,
) => Promise<Sending>;

/**
 * Sends to http and https addresses. Over TLS a process has to show a certificate for its address before it is sent anything: one
 * of `ca` (PEM), where that is given, else one that this machine trusts.
 */
export function senderToLeader({ ca }: { readonly ca?: string } = {}): SendToLeader {
  const usual = { keepAlive: true, maxSockets: 512 };
  const plain = new Agent(usual);
  const secure = new TlsAgent({ ...usual, ...(ca === undefined ? {} : { ca }), rejectUnauthorized: true });

  return (address, { method, target, body }, headers, timeoutMs) =>
    new Promise((resolve) => {
      const url = new URL(address);
      const isSecure = url.protocol === 'https:';
      let isConnected = false;
      const sent = (isSecure ? httpsRequest : httpRequest)(
        {
          agent: isSecure ? secure : plain,
          host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
          port: url.port,
          method,
          path: target,
          headers: { ...headers, 'content-length': String(body.length) },
          signal: AbortSignal.timeout(timeoutMs),
        },
        (incoming) => {
          collect(incoming).then(
            (response) => resolve({ kind: 'answered', response }),
            (reason: unknown) => resolve({ kind: 'unknown', reason }),
          );
        },
      );
      sent.on('socket', (socket) => {
        // One that was used before has nothing left to agree on. Until then nothing of the request has been sent.
        if (sent.reusedSocket) isConnected = true;
        else socket.once(isSecure ? 'secureConnect' : 'connect', () => (isConnected = true));
      });
      sent.on('error', (reason) => resolve({ kind: isConnected ? 'unknown' : 'not sent', reason }));
      sent.end(body);
    });
}

async function collect(incoming: IncomingMessage): Promise<ApiResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer); // No encoding is set.
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && !ofTheConnection.has(name)) headers[name] = String(value);
  }
  const body = Buffer.concat(chunks);
  const hasBody = body.length > 0 || headers['content-type'] !== undefined;
  return { status: incoming.statusCode ?? 500, headers, body: hasBody ? body : null };
}

/** What our own server says for itself. */
const ofTheConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
