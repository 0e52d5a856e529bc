import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import { ConnectionPool, type RawAnswer } from '@berth/client/http/connection-pool.ts';
import { Unreachable } from '@berth/client/transport.ts';

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
  const connections = new ConnectionPool({ tls: ca === undefined ? {} : { ca }, socketsMax: 512 });
  // It is one of us, and what it answers is what a client of ours has asked for.
  const answerMaxBytes = Number.POSITIVE_INFINITY;

  return async (address, { method, target, body }, headers, timeoutMs) => {
    try {
      const outgoing = { method, target, body, headers, timeoutMs, answerMaxBytes };
      const answer = await connections.exchange(new URL(address), outgoing);
      return { kind: 'answered', response: responseOf(answer) };
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      return { kind: error.isUnsent ? 'not sent' : 'unknown', reason: error.cause };
    }
  };
}

function responseOf({ status, headers, body }: RawAnswer): ApiResponse {
  const kept = Object.entries(headers).filter(([name]) => !ofTheConnection.has(name));
  const hasBody = body.length > 0 || headers['content-type'] !== undefined;
  return { status, headers: Object.fromEntries(kept), body: hasBody ? body : null };
}

/** What our own server says for itself. */
const ofTheConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
