import type { HostCandidate } from '../candidates/host-candidate.ts';
import type { Circumstances } from '../circumstances.ts';

/** A rule about hosts, beyond what Placement knows. */
export interface HostFilter {
  /** Its answer depends on the servers that were placed before in the same call. Whom it has refused once it refuses from then on. */
  readonly isAskedAgain: boolean;
  /** What it wants to know of each host for this request; null: nothing, all hosts pass. */
  testFor(circumstances: Circumstances): HostTest | null;
}

/** Null when the host passes, or why it does not. */
export type HostTest = (host: HostCandidate) => string | null;
