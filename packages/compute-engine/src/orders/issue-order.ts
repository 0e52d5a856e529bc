import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { ActionId, OrderId } from '../ids.ts';
import { nextNumber } from '../next-number.ts';
import type { Order, Work } from './order.ts';

export interface OrderRequest {
  /** A new one: ids come from outside. */
  readonly id: OrderId;
  readonly serverId: ConsumerId;
  readonly host: string;
  readonly work: Work;
  readonly actionId: ActionId | null;
  readonly now: Instant;
}

/** The changes that give a host something to do. */
export function issueOrder(
  compute: Pick<Compute, 'numbers'>,
  { now, ...request }: OrderRequest,
): readonly ComputeChange[] {
  const { number, given } = nextNumber(compute, 'orders');
  const order: Order = { ...request, number, createdAt: now, startedAt: null };
  return [given, { kind: 'order-set', thing: order }];
}
