import type { InProcess } from '@berth/placement/testing/in-process.ts';
import type { Fetch } from '../source/source-reader.ts';

/** `fetch` that asks a service in this process. `before` each request something may happen to it, or to the service. */
export function fetchOf(
  service: InProcess,
  before: (path: string) => Promise<Response | undefined | void> = async () => {},
): Fetch {
  return async (url, init) => {
    const { pathname, search } = new URL(url);
    const path = `${pathname}${search}`;
    const instead = await before(path);
    if (instead) return instead;
    const headers = Object.fromEntries(new Headers(init.headers));
    const { status, headers: answered, text } = await service.request('GET', path, { headers });
    return new Response(status === 204 ? null : text, { status, headers: answered });
  };
}
