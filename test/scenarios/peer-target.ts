import { bodyText, requestHeaders } from '@berth/placement/testing/request-headers.ts';
import { jsonOf, type Peer } from '../differential/exchange.ts';
import type { Target } from './target.ts';

/** A server that runs somewhere, as something to play scenarios on. */
export function peerTarget(peer: Peer): Target {
  return {
    origin: new URL(peer.url).origin,
    request: async (method, path, options = {}) => {
      const body = options.body === undefined ? {} : { body: bodyText(options.body) };
      const answer = await peer.send({ method, path, headers: requestHeaders(options), ...body });
      if (answer.status === 0)
        throw new Error(`${peer.url} does not answer ${method} ${path}: ${answer.text}`);
      return { ...answer, json: jsonOf(answer) };
    },
  };
}
