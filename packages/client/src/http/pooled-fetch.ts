import { Unreachable } from '../transport.ts';
import type { ConnectionPool } from './connection-pool.ts';

/** Tokens with a catalog have some ten thousand bytes. */
const answerMaxBytes = 4 << 20;

/**
 * As much of `fetch` as is needed to ask a Keystone, over connections that know whom to believe: Node's own takes no certificates
 * but those of the whole process. Its caller ends the wait; nothing is longer than `waitMaxMs`.
 */
export function pooledFetch(connections: ConnectionPool): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    try {
      const { status, headers, body } = await connections.exchange(url, {
        method: init.method ?? 'GET',
        target: `${url.pathname}${url.search}`,
        headers: Object.fromEntries(new Headers(init.headers)),
        body: Buffer.from(typeof init.body === 'string' ? init.body : ''),
        timeoutMs: waitMaxMs,
        answerMaxBytes,
        signal: init.signal ?? undefined,
      });
      const isWithoutBody = status === 204 || status === 304;
      return new Response(isWithoutBody ? null : body.toString('utf8'), { status, headers });
    } catch (error) {
      // What has ended the wait is told as `fetch` tells it.
      throw error instanceof Unreachable && error.cause instanceof Error ? error.cause : error;
    }
  };
}

const waitMaxMs = 600_000;
