import { nobody } from './caller.ts';
import type { Context } from './endpoint.ts';
import type { VersionIndex } from './microversions.ts';
import { emptyBody } from './request.ts';
import type { Visit } from './visit.ts';

/** What the endpoint may know of a request: the same for all its functions. It is made once, so the body has to be read before. */
export function contextOf(visit: Visit): Context<unknown> {
  return (visit.context ??= makeContext(visit));
}

function makeContext(visit: Visit): Context<unknown> {
  const { service, request } = visit;
  return {
    app: service.app,
    version: visit.version as VersionIndex, // The endpoint was found by it.
    params: visit.params,
    query: visit.query,
    headers: request.headers,
    body: visit.body ?? emptyBody,
    unread: request.body,
    origin: request.origin,
    prefix: request.prefix ?? '',
    ownPort: request.ownPort,
    caller: visit.caller ?? nobody,
    mediaType: visit.mediaType,
    requestId: visit.requestId,
    now: service.now(),
    hasLeft: () => request.connection?.destroyed === true,
  };
}
