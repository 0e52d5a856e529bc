import type { ConsumerId } from '@berth/engine/ids.ts';
import type { GroupId } from '../ids.ts';

/** Servers that are to be together, or apart. */
export interface ServerGroup {
  /** In the order in which they were made. */
  readonly number: number;
  readonly id: GroupId;
  readonly name: string;
  /** Null where its maker was in none. */
  readonly projectId: string | null;
  readonly userId: string | null;
  readonly policy: ServerGroupPolicy;
  /** How many of them may be on a host where they are to be apart; null: one. */
  readonly perHostMax: number | null;
  /** In the order in which they came. */
  readonly members: readonly ConsumerId[];
}

/** Soft ones are wishes: where they cannot be had, a server is put anywhere. */
export const serverGroupPolicies = [
  'anti-affinity',
  'affinity',
  'soft-anti-affinity',
  'soft-affinity',
] as const;

export type ServerGroupPolicy = (typeof serverGroupPolicies)[number];
