import type { Visit } from '../visit.ts';

export function findPath(visit: Visit): void {
  const { routes, dialect } = visit.service;
  const match = routes.find(visit.segments());
  if (match === null) throw dialect.refusals.unknownPath();
  visit.path = match.path;
  visit.params = match.params;
}
