import type { CredentialId, Instant, ProjectId, RoleId, UserId } from '../ids.ts';

/** By which a program logs in for a user, in one project and with some of the user's roles. */
export interface ApplicationCredential {
  readonly id: CredentialId;
  readonly userId: UserId;
  readonly projectId: ProjectId;
  /** No two of a user have one. */
  readonly name: string;
  readonly description: string | null;
  readonly roleIds: readonly RoleId[];
  /** What is kept of the secret. */
  readonly secretHash: string;
  /** Null: it has no end. */
  readonly expiresAt: Instant | null;
  /** Whether who logs in with it may make and delete such credentials; null: that was not said, and they may not. */
  readonly isUnrestricted: boolean | null;
}
