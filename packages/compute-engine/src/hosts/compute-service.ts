import type { Instant } from '@berth/engine/ids.ts';
import type { ServiceId } from '../ids.ts';

/** The agent of one host, as operators know it. */
export interface ComputeService {
  readonly id: ServiceId;
  readonly number: number;
  readonly host: string;
  readonly createdAt: Instant;
  /**
   * When the host was last heard of, as far as it is written down: not every sign of life is, but each time that it comes or goes. What
   * counts is `isUp`.
   */
  readonly seenAt: Instant;
  readonly isUp: boolean;
  readonly isForcedDown: boolean;
  /** Null: servers may go there. */
  readonly disabled: { readonly reason: string | null } | null;
  /** How many servers in a row could not be built there. */
  readonly failedBuilds: number;
}
