import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { OrderId } from '../ids.ts';
import { removalOf } from '../removal-of.ts';
import type { Outcome } from './outcome.ts';

/** A host says what became of an order. */
export interface ReportOrder {
  readonly kind: 'report-order';
  readonly id: OrderId;
  readonly host: string;
  readonly outcome: Outcome;
  readonly now: Instant;
}

/** What is told of an order that is not there any more, or is another host's, changes nothing. */
export function reportOrder({ orders }: Compute, command: ReportOrder): readonly ComputeChange[] {
  const { id, host, outcome, now } = command;
  const order = orders.get(id);
  if (order?.host !== host) return [];
  if (outcome.kind !== 'begun') return [removalOf('order', order)];
  return order.startedAt === null ? [{ kind: 'order-set', thing: { ...order, startedAt: now } }] : [];
}
