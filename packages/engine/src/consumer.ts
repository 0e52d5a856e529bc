import type { ClassName, ConsumerId, Instant } from './ids.ts';
import type { Provider } from './provider.ts';

/** Something that uses resources. It is known as long as it holds an allocation, and not longer. */
export interface Consumer {
  readonly id: ConsumerId;
  readonly generation: number;
  readonly projectId: string;
  readonly userId: string;
  /** Null when it was made by a client too old to say (before 1.38). */
  readonly type: string | null;
  readonly allocations: readonly Allocation[];
  readonly createdAt: Instant;
  /** When its allocations were last written: they are always written as a whole. */
  readonly allocatedAt: Instant;
}

/** So much of one class from one provider. A consumer has at most one for each pair. */
export interface Allocation {
  readonly provider: Provider;
  readonly resourceClass: ClassName;
  readonly amount: number;
}
