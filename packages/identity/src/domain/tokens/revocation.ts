import type { Instant, UserId } from '../ids.ts';

/** That one token is good no longer. Kept for as long as somebody might still show it. */
export interface Revocation {
  /** What the token is known by: the first of its audit ids. */
  readonly id: string;
  readonly userId: UserId;
  /** When it would have ended by itself. */
  readonly expiresAt: Instant;
}
