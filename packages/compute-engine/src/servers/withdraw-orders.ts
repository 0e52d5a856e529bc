import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { stepsGivenUp } from '../actions/action-steps.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { Work } from '../orders/order.ts';
import { orderGivenUp } from './order-given-up.ts';

/**
 * What a host has not begun with is not to be done any more, since what comes next makes it pointless: all of it, or of one kind of work. A
 * step that it is only a later part of ends with it.
 */
export function withdrawOrders(
  { orders, actions }: Compute,
  id: ConsumerId,
  now: Instant,
  kind: Work['kind'] | null = null,
): readonly ComputeChange[] {
  const waiting = orders
    .ofServer(id)
    .filter(({ startedAt, work }) => startedAt === null && (kind === null || work.kind === kind));
  return waiting.flatMap((order) => {
    const action = order.actionId === null ? undefined : actions.get(order.actionId);
    return [...orderGivenUp(order, now), ...(action ? stepsGivenUp(action, withdrawn, now) : [])];
  });
}

const withdrawn = 'Given up, since what was asked for next makes it pointless.';
