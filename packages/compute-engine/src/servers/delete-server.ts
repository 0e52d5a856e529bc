import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { actionSet, newAction } from '../actions/action-steps.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute, ComputeCloud } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import { isHostUp } from '../hosts/is-host-up.ts';
import type { ActionId, OrderId } from '../ids.ts';
import type { Migration } from '../migrations/migration.ts';
import { confirmOrdered } from '../moves/end-move.ts';
import { migrationUnderWay } from '../moves/migration-changes.ts';
import { issueOrder } from '../orders/issue-order.ts';
import { refuse } from '../refusals.ts';
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
  /** For what its other host has to do, where it is on its way. */
  readonly newDropId: OrderId;
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
  const migration = migrationUnderWay(compute, server);
  if (migration && !isForGood) checkHasArrived(server, migration);
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
  const numbers = new GivenNumbers(compute);
  const confirmed = server.vmState === 'resized' ? [confirmationNoted(numbers, command)] : [];
  const dropped =
    migration && isForGood ? copiesDropped(compute, numbers, { server, migration, command }) : [];
  const ordered = orderWork(compute, { server, work, name: 'delete', by, orderId, now, numbers });
  return [
    ...withdrawOrders(compute, id, now),
    ...confirmed,
    ...dropped,
    ...ordered,
    // Where it came from nothing of it is needed any more.
    ...(migration && !isForGood
      ? confirmOrdered(numbers, migration, { orderId: command.newDropId, actionId: null, now })
      : []),
    ...numbers.changes(),
  ];
}

/** As in the original, what waits to be confirmed is so by that, which is an action of the same request. */
function confirmationNoted(numbers: GivenNumbers, { id: serverId, by, now }: DeleteServer): ComputeChange {
  const action = newAction(numbers, { serverId, name: 'confirmResize', by, now });
  return actionSet({ ...action, id: `${action.id} ${action.name}` as ActionId });
}

/** What is on its way can be deleted for good; to be kept for a while it has to be somewhere. */
function checkHasArrived({ id, taskState }: Server, { type, status }: Migration): void {
  if (type === 'evacuation') refuse({ kind: 'server-state-invalid', id, action: 'delete' });
  if (status === 'finished' || taskState === null) return;
  refuse({ kind: 'server-in-state', id, action: 'delete', attribute: 'task_state', state: taskState });
}

/** What the other host of a move has of the server goes first, where that host can be told; else it finds out when it comes back. */
function copiesDropped(
  compute: Compute,
  numbers: GivenNumbers,
  { server, migration, command }: { server: Server; migration: Migration; command: DeleteServer },
): readonly ComputeChange[] {
  const { source, target } = migration;
  const { newDropId: id, now } = command;
  const others = new Set([source.host, ...(target ? [target.host] : [])]);
  others.delete(server.place?.host ?? '');
  return [...others]
    .filter((host) => isHostUp(compute, host))
    .map((host) => {
      const work = { kind: 'drop-copy' } as const;
      return issueOrder(numbers, { id, serverId: server.id, host, work, actionId: null, now });
    });
}

function isOnItsWay({ taskState }: Server, isForGood: boolean): boolean {
  return taskState === 'deleting' || (taskState === 'soft-deleting' && !isForGood);
}
