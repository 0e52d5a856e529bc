import { pairId } from '../pair-id.ts';
import type { SetLimits } from './limits.ts';

/** The limits of a project that are not the default ones. */
export interface ProjectQuota {
  /** The project's. */
  readonly id: string;
  readonly limits: SetLimits;
}

/** The limits of a user in a project that are not the project's. */
export interface UserQuota {
  readonly id: string;
  readonly projectId: string;
  readonly userId: string;
  readonly limits: SetLimits;
}

/** Limits under a name. Of those that there can be, one has a meaning: the default ones, where they are not as the settings have them. */
export interface ClassQuota {
  /** Its name. */
  readonly id: string;
  readonly limits: SetLimits;
}

export const defaultClass = 'default';

export function userQuotaId(projectId: string, userId: string): string {
  return pairId(projectId, userId);
}
