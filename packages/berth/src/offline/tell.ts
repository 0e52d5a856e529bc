import type { MigrationCounts } from './migrate-nodes.ts';
import type { NodeOutcome } from './node-outcome.ts';

/** Tells of a migration as it goes on, so that nothing of it has to be kept. */
export interface Tell {
  /** Before the first of so many nodes. */
  begin?(nodes: number): void;
  node(outcome: NodeOutcome): void;
  end(counts: MigrationCounts): void;
}

export interface TellOptions {
  /** What it is that is migrated. */
  readonly ledger: string;
  readonly isDryRun: boolean;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}
