import { longAgo } from '@berth/engine/testing/instants.ts';
import { consumerId } from '@berth/engine/testing/names.ts';
import type { OrderId } from '../ids.ts';
import type { Order } from '../orders/order.ts';

/** The order of that number for a server on host1. */
export function someOrder(number: number, server: string, change: Partial<Order> = {}): Order {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as OrderId,
    number,
    serverId: consumerId(server),
    host: 'host1',
    work: { kind: 'stop' },
    actionId: null,
    createdAt: longAgo,
    startedAt: null,
    ...change,
  };
}
