import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { GivenNumbers } from '../given-numbers.ts';
import type { Order } from './order.ts';

export type OrderRequest = Omit<Order, 'number' | 'createdAt' | 'startedAt'> & { readonly now: Instant };

/** The change that gives a host something to do. The id is a new one, from outside. */
export function issueOrder(numbers: GivenNumbers, { now, ...request }: OrderRequest): ComputeChange {
  const number = numbers.next('orders');
  return { kind: 'order-set', thing: { ...request, number, createdAt: now, startedAt: null } };
}
