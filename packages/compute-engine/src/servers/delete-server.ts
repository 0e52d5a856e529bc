import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { isHostUp } from '../hosts/is-host-up.ts';
import type { OrderId } from '../ids.ts';
import { checkLock } from './check-action.ts';
import { endServer } from './end-server.ts';
import { isReclaimable } from './is-reclaimable.ts';
import { orderGivenUp } from './order-given-up.ts';
import { orderWork } from './order-work.ts';
import type { Server } from './server.ts';
import { serverOf } from './server-of.ts';
import { withdrawOrders } from './withdraw-orders.ts';

export interface DeleteServer {
  readonly kind: 'delete-server';
  readonly id: ConsumerId;
  /** For good, or so that it can be restored for a while. */
  readonly isForGood: boolean;
  /** Nobody has asked for it: only where it is still one that was deleted by then, and can be restored. */
  readonly reclaimedSince?: Instant;
  readonly by: Requester;
  readonly newOrderId: OrderId;
  readonly now: Instant;
}

/**
 * Its host takes it away, and what it holds is given back when that is done. Where nobody would, it is gone at once: it has no host, or
 * one that is down, which finds out about it when it comes back. But as long as it has ports it is not gone: these are given back last. What
 * the host has not begun with is not to be done any more. One that never ran has no machine to be kept, so that it goes for good in any case.
 */
export function deleteServer(
  cloud: ComputeCloud,
  command: DeleteServer,
): readonly (ComputeChange | PlacementChange)[] {
  const { compute } = cloud;
  const { id, by, newOrderId: orderId, now } = command;
  const server = serverOf(compute, id);
  const { reclaimedSince } = command;
  if (reclaimedSince !== undefined && !isReclaimable(server, reclaimedSince)) return [];
  checkLock(server, by);
  const isForGood = command.isForGood || server.launchedAt === null;
  if (isOnItsWay(server, isForGood)) return [];
  const { place, powerState } = server;
  if (place === null || !isHostUp(compute, place.host)) {
    if (server.ports.length === 0) return endServer(cloud, server, { powerState, now });
    const work = { kind: 'detach-ports', isEnding: true } as const;
    return [
      ...compute.orders.ofServer(id).flatMap((order) => orderGivenUp(order, now)),
      ...orderWork(compute, { server, work, name: 'delete', by, orderId, now }),
    ];
  }
  const work = { kind: isForGood ? 'destroy' : 'soft-delete' } as const;
  return [
    ...withdrawOrders(compute, id, now),
    ...orderWork(compute, { server, work, name: 'delete', by, orderId, now }),
  ];
}

function isOnItsWay({ taskState }: Server, isForGood: boolean): boolean {
  return taskState === 'deleting' || (taskState === 'soft-deleting' && !isForGood);
}
