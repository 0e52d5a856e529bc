import type { DomainId, Extra, GroupId, UserId } from '../ids.ts';

/** Users who are given roles together. */
export interface Group {
  readonly id: GroupId;
  readonly domainId: DomainId;
  /** No two of a domain have one. */
  readonly name: string;
  readonly description: string | null;
  readonly extra: Extra;
}

/** That a user is in a group. A thing by itself: groups may be large, and change one user at a time. */
export interface Membership {
  readonly id: string;
  readonly groupId: GroupId;
  readonly userId: UserId;
}

export function membershipId(groupId: string, userId: string): string {
  return `${groupId}/${userId}`;
}
