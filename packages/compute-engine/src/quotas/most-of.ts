import { type Limits, unlimited } from './limits.ts';

/**
 * What changes as a whole, or is sorted as a whole, cannot be any number, whatever a quota says: a group is written anew with all its
 * members for each that comes or goes, a server with all that is said of it.
 */
export const mostEver = {
  keypairs: 10_000,
  serverGroups: 10_000,
  serverGroupMembers: 1_000,
  metadataItems: 1_000,
} as const satisfies Partial<Limits>;

/** How many there may be under a limit. */
export function mostOf(thing: keyof typeof mostEver, limit: number): number {
  return limit <= unlimited ? mostEver[thing] : Math.min(limit, mostEver[thing]);
}
