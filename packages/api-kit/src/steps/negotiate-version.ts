import type { VersionIndex } from '../microversions.ts';
import type { Visit } from '../visit.ts';

/** The version that the client names, or the oldest. */
export function negotiateVersion(visit: Visit): void {
  const named = visit.service.dialect.namedVersion(visit.request.headers);
  visit.isVersionNamed = named !== null;
  visit.version = named ?? oldest;
}

const oldest = 0 as VersionIndex; // Every history begins with it.
