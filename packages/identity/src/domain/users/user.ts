import type { DomainId, Extra, Instant, UserId } from '../ids.ts';

/** Somebody, or some service, that can log in. */
export interface User {
  readonly id: UserId;
  readonly domainId: DomainId;
  /** No two of a domain have one. */
  readonly name: string;
  readonly isEnabled: boolean;
  /** What is kept of the password, by which it can be recognized; null: they cannot log in with one. */
  readonly passwordHash: string | null;
  /** Where a token is good that is asked for without saying where; a project that may not be there any more. */
  readonly defaultProjectId: string | null;
  readonly options: UserOptions;
  /** What clients say of them besides: a description, an address. */
  readonly extra: Extra;
  /** Tokens from then and before are good no longer: a password was changed, or the user was disabled. */
  readonly tokensEndedAt: Instant;
}

/** Those of the original; we heed `ignore_lockout_failure_attempts` and `lock_password`, and keep the others. */
export type UserOptions = Readonly<Record<string, unknown>>;
