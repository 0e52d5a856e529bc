import type { Node } from '../driver.ts';
import type { ProviderDifference } from '../tree-difference.ts';
import type { PlannedMove } from './plan-node.ts';

/** What one pass over the nodes of a host has come to. */
export interface PassReport {
  readonly updated: readonly NodeUpdate[];
  readonly failures: readonly NodeFailure[];
  /** What an operator should know and what is no failure, a line for each. */
  readonly warnings: readonly string[];
}

export interface NodeUpdate {
  readonly node: Node;
  /** What was written; nothing where Placement had it all. */
  readonly difference: readonly ProviderDifference[];
  /** What was moved; null where nothing had to be. */
  readonly move: PlannedMove | null;
}

export interface NodeFailure {
  /** Null where it is not known which nodes there are. */
  readonly node: Node | null;
  readonly error: Error;
  /** Nothing good comes of going on. */
  readonly isFatal: boolean;
  /** What to do about it; null where it is in the error, or where another pass will do. */
  readonly advice: string | null;
}

/** A pass must not be carried on with. All nodes have had their turn: what became of each is in the report. */
export class FatalUpdate extends Error {
  override readonly name = 'FatalUpdate';
  readonly report: PassReport;

  constructor(report: PassReport) {
    const fatal = report.failures.filter(({ isFatal }) => isFatal);
    super(fatal.map(describeFailure).join('\n'), { cause: fatal[0]?.error });
    this.report = report;
  }
}

export function describeFailure({ node, error, advice }: NodeFailure): string {
  const place = node === null ? '' : `node ${node.name}: `;
  return `${place}${error.message}${advice === null ? '' : `. ${advice}`}`;
}
