import type { ClassName } from '../ids.ts';
import type { Provider } from '../provider.ts';

/** One way to serve a request: what to take from whom, and which group each provider serves. */
export interface Candidate {
  readonly anchor: Provider;
  /** At most one for each provider and class; groups that take the same from one provider are added up. */
  readonly pieces: readonly Piece[];
  /** Suffix of a group → the providers that serve it. */
  readonly mappings: ReadonlyMap<string, readonly Provider[]>;
}

export interface Piece {
  readonly provider: Provider;
  readonly resourceClass: ClassName;
  readonly amount: number;
}
