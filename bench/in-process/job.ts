import type { Row } from '../measuring/row.ts';
import type { Operation } from '../ops/operation.ts';

/** What the process that measures without a socket is told, as JSON on its standard input. */
export interface Job {
  /** The service without a socket, or the parts of it. Never both: what one leaves behind would disturb the other. */
  readonly part: 'handling' | 'dissection';
  readonly world: string;
  readonly ledger: string;
  readonly operations: readonly Operation[];
  readonly seconds: number;
  readonly connections: number;
}

/** What it says, as JSON on its standard output. */
export type JobResult = readonly Row[];
