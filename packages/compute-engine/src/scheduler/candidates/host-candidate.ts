import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import type { Provider } from '@berth/engine/provider.ts';
import type { ComputeNode } from '../../hosts/compute-node.ts';

/** A node that has room for a server, as Placement sees it. */
export interface HostCandidate {
  readonly node: ComputeNode;
  /** The node in Placement. */
  readonly root: Provider;
  /** How the server can get what it needs there; the first one is taken that still can be. */
  readonly ways: Way[];
}

/** One of Placement's candidates, with the slots that it fills. */
export interface Way {
  readonly slots: readonly Slot[];
  readonly candidate: Candidate;
}
