import type { Visit } from '@berth/api-kit/visit.ts';
import { versions } from '../versions.ts';

/**
 * Paths below /berth/ are not of the API that the versions are about: a client that names no version is served there as at the
 * newest, and not as at the oldest. To stand behind `negotiateVersion` and `findPath`.
 */
export function newestVersionOnOwnPaths(visit: Visit): void {
  if (visit.isVersionNamed || visit.path?.template.startsWith('/berth/') !== true) return;
  visit.version = newest;
}

const newest = versions.indexOf(versions.newest);
