import type { Change } from '@berth/engine/changes.ts';
import type { ConsumerId, Instant } from '@berth/engine/ids.ts';

/**
 * A change as a journal may have it: changes stay as they were written when a ledger is upgraded, so one of an older program may
 * lack what was added later. Whoever reads changes that are kept has to do with these; `apply` needs nothing of what may lack.
 */
export type StoredChange =
  | Exclude<Change, { kind: 'consumer-removed' }>
  /** Ledgers of version 1 do not say when the consumer was made. */
  | { readonly kind: 'consumer-removed'; readonly id: ConsumerId; readonly createdAt?: Instant };
