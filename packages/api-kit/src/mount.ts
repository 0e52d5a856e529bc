import assert from 'node:assert/strict';
import { withoutPrefix } from './path-prefix.ts';
import type { ApiResponse } from './response.ts';
import type { Handle } from './service.ts';

export interface Mounted {
  /** What its paths begin with, such as '/placement'; '' for what no other prefix is for. */
  readonly prefix: string;
  readonly handle: Handle;
}

/**
 * One handler for several services, each below a prefix of its own. The longest prefix counts, and it ends where a segment ends:
 * '/compute' is not for '/computer'. A service does not see its prefix but in `request.prefix`, for its links; at a port of its own not
 * even there.
 */
export function mount(services: readonly Mounted[]): Handle {
  const longestFirst = services.toSorted((one, other) => other.prefix.length - one.prefix.length);
  for (const { prefix } of services) {
    assert.match(prefix, /^(\/[^/?]+)*$/, 'a prefix is nothing, or segments that each begin with a slash');
    const isOnce = services.filter((other) => other.prefix === prefix).length === 1;
    assert(isOnce, `one service is mounted at '${prefix}'`);
  }
  return (request) => {
    for (const { prefix, handle } of longestFirst) {
      const below = prefix === '' ? request : withoutPrefix(request, prefix);
      if (below !== null) return handle(request.ownPort ? { ...below, prefix: request.prefix ?? '' } : below);
    }
    return nothingThere;
  };
}

/** It belongs to no service, so it has no service's form. */
const nothingThere: ApiResponse = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=UTF-8' },
  body: 'There is no service at this path.\n',
};
