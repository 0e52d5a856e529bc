import type { Answer, Request } from '../../differential/exchange.ts';

/** One of the two that are compared, on a world of its own. */
export interface ComparedSide {
  /** What its paths and links begin with. */
  readonly base: string;
  send(request: Request): Promise<Answer>;
  /** Back to an empty world. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}
