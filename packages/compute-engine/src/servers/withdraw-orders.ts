import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { Work } from '../orders/order.ts';
import { orderGivenUp } from './order-given-up.ts';

/** What a host has not begun with is not to be done any more, since what comes next makes it pointless: all of it, or of one kind of work. */
export function withdrawOrders(
  { orders }: Compute,
  id: ConsumerId,
  now: Instant,
  kind: Work['kind'] | null = null,
): readonly ComputeChange[] {
  const waiting = orders
    .ofServer(id)
    .filter(({ startedAt, work }) => startedAt === null && (kind === null || work.kind === kind));
  return waiting.flatMap((order) => orderGivenUp(order, now));
}
