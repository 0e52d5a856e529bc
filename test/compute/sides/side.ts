import type { Answer, Request } from '../../differential/exchange.ts';
import type { Holdings } from './holdings.ts';

/** One of the two that are compared, on a world of its own. */
export interface ComparedSide {
  /** What its paths and links begin with. */
  readonly base: string;
  send(request: Request): Promise<Answer>;
  /** Ids for what the next request makes, so that lists in their order are the same on both sides; a side may make others. */
  offerIds?(ids: readonly string[]): void;
  /** The ids of the servers that were made since it was asked last, in the order in which they were: not all are shown to clients. */
  serversMade?(): Promise<readonly string[]>;
  /** Waits until what was asked for is done. */
  settle(): Promise<void>;
  /** Has hosts count what is on them, where they do so by themselves only now and then. */
  countOnHosts?(): Promise<void>;
  /** What its Placement says of who holds what. */
  holdings(): Promise<Holdings>;
  /** A host goes down, and is known to be at once; or is there again, with the machines that it had. */
  turnHost(host: string, turn: 'stop' | 'start'): Promise<void>;
  /** Back to an empty world. */
  reset(): Promise<void>;
  /** How many changes its ledger has seen; of the original nobody knows. */
  changes?(): number;
  stop(): Promise<void>;
}
