import type { Limits } from './limits.ts';

/** Whose limits count for what is asked. */
export interface Asker extends LimitedProject {
  readonly userId: string | null;
}

export interface LimitedProject {
  /** Null: in none, so that only the defaults hold. */
  readonly projectId: string | null;
  /** The limits of the settings, which hold where nothing else is said. */
  readonly configured: Limits;
}
