import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import type { KnownHost } from './known-hosts.ts';

/** A node that has room for a server, as Placement sees it. */
export interface HostCandidate extends KnownHost, Way {
  /** How else the server can get there what it needs. Null: there is one way only. */
  others: Way[] | null;
}

/** One of Placement's candidates, with the slots that it fills. */
export interface Way {
  readonly slots: readonly Slot[];
  readonly candidate: Candidate;
}
