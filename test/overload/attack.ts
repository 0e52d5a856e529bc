import type { BerthProcess } from '../malformed/berth-process.ts';

/** One way to wear a server out, and what it did to it. */
export interface Attack {
  /** Such as 'pipelined-headers'. */
  readonly name: string;
  /** A sentence: who does what. */
  readonly does: string;
  /** What was measured before it was closed off, for the table. */
  readonly before: string;
  /** Further arguments of `berth serve`. */
  readonly serve?: readonly string[];
  /** Whether the server talks TLS. */
  readonly isEncrypted?: boolean;
  /** Whether nobody reads its log. */
  readonly leavesOutput?: boolean;
  /** Fills the ledger, or makes connections that are no part of the attack. Not watched. */
  readonly prepare?: (berth: BerthProcess, scale: number) => Promise<void>;
  /** `scale` is 1 for the whole of it and less for a short version. Ends by itself. */
  readonly run: (berth: BerthProcess, scale: number) => Promise<readonly Figure[]>;
  /** How much the process may grow meanwhile. */
  readonly growthMbMax: number;
}

/** Something that was measured besides memory and answers to others. */
export interface Figure {
  readonly what: string;
  readonly value: string;
}
