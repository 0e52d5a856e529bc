import type { AggregateId } from '@berth/engine/ids.ts';
import type { AggregateHostId } from '../ids.ts';
import { pairId } from '../pair-id.ts';

/** That a host is in an aggregate. It is a thing of its own, so that what is written when one comes or goes does not grow with those that are there. */
export interface AggregateHost {
  /** Of the aggregate and the host together: see `aggregateHostId`. */
  readonly id: AggregateHostId;
  readonly aggregateId: AggregateId;
  readonly host: string;
  /** Hosts of an aggregate are in this order, which is that in which they came. */
  readonly position: number;
}

export function aggregateHostId(aggregateId: AggregateId, host: string): AggregateHostId {
  return pairId(aggregateId, host) as AggregateHostId;
}
