import type { Visit } from '../visit.ts';

/** `segments` are those of the path, unless several ways to write one are the same to a dialect. */
export function findPath(visit: Visit, segments: readonly string[] = visit.segments()): void {
  const { routes, dialect } = visit.service;
  const match = routes.find(segments, visit.request.method);
  if (match === null) throw dialect.refusals.unknownPath();
  visit.path = match.path;
  visit.params = match.params;
}
