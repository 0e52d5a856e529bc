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
  /**
   * When it last counted as up again, after it had been silent or was said to be down; absent: never. Servers may have been deleted meanwhile without
   * it, so its agent compares what it has when this is another time than when it did so last.
   */
  readonly backAt?: Instant;
  /** Null: servers may go there. */
  readonly disabled: { readonly reason: string | null } | null;
  /** How many servers in a row could not be built there. */
  readonly failedBuilds: number;
}
