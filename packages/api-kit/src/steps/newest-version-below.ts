import type { Check } from '../dialect.ts';
import type { Visit } from '../visit.ts';

/**
 * Paths that begin so are not of the API that the versions are about: a client that names no version is served there as at the
 * newest, and not as at the oldest. To stand behind `negotiateVersion` and `findPath`.
 */
export function newestVersionBelow(prefix: string): Check {
  return (visit: Visit) => {
    if (visit.isVersionNamed || visit.path?.template.startsWith(prefix) !== true) return;
    const { versions } = visit.service.dialect;
    visit.version = versions.indexOf(versions.newest);
  };
}
