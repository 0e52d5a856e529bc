import { bodyText, requestHeaders } from '@berth/placement/testing/request-headers.ts';
import { emptyServer } from '../differential/empty-server.ts';
import { jsonOf, Peer } from '../differential/exchange.ts';
import type { Target } from './target.ts';

/** A server that runs somewhere. */
export interface UrlTarget extends Target {
  /** Removes everything that its API can remove. */
  empty(): Promise<void>;
  close(): void;
}

export function urlTarget(url: string): UrlTarget {
  const peer = new Peer(url);
  return {
    origin: new URL(url).origin,
    request: async (method, path, options = {}) => {
      const body = options.body === undefined ? {} : { body: bodyText(options.body) };
      const answer = await peer.send({ method, path, headers: requestHeaders(options), ...body });
      if (answer.status === 0) throw new Error(`${url} does not answer ${method} ${path}: ${answer.text}`);
      return { ...answer, json: jsonOf(answer) };
    },
    empty: () => emptyServer(peer),
    close: () => peer.close(),
  };
}
