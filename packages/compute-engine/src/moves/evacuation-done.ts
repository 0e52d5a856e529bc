import { assert } from '@berth/engine/assert.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import { issueOrder } from '../orders/issue-order.ts';
import type { Failure } from '../orders/outcome.ts';
import { orderGivenUp } from '../servers/order-given-up.ts';
import type { Server } from '../servers/server.ts';
import { faultOf } from '../servers/work-done.ts';
import { workRules } from '../servers/work-rules.ts';
import { leftoverOrdered, treeReleased } from './leftovers.ts';
import { withStatus } from './migration-changes.ts';
import type { Changes, MoveReport } from './move-report.ts';

/**
 * It is on its new host. What its old one has of it goes when that is heard of again, and what was to be done there is not to be done any more. One that is to be
 * off is switched off there afterwards, as any other: where that fails it is there all the same, and runs.
 */
export function evacuated({ compute }: ComputeCloud, report: MoveReport): Changes {
  const { server, migration, work, order, command } = report;
  const { newOrderId, now } = command;
  assert(migration.target, 'it was made where it was to go');
  const { address: _, ...place } = migration.target;
  const others = compute.orders.ofServer(server.id).filter(({ id }) => id !== order.id);
  const atSource = others.filter(({ host }) => host === migration.source.host);
  const isFree = atSource.length === others.length;
  const isStill = isEvacuating(server) || (others.length > 0 && isFree);
  const endsOff = work.kind === 'evacuate' && work.endsOff === true && isFree;
  const there: Server = { ...server, place, powerState: 'running', launchedAt: now, updatedAt: now };
  const taskState = endsOff ? workRules.stop.ordered : null;
  const numbers = new GivenNumbers(compute);
  const { serverId, actionId } = order;
  return [
    { kind: 'server-set', thing: isStill ? { ...there, vmState: 'active', taskState } : there },
    withStatus(migration, 'done', now),
    ...atSource.flatMap((each) => orderGivenUp(each, now)),
    leftoverOrdered(numbers, migration, migration.source, now),
    ...(endsOff
      ? [
          issueOrder(numbers, {
            id: newOrderId,
            serverId,
            host: place.host,
            work: { kind: 'stop' },
            actionId,
            now,
          }),
        ]
      : []),
    ...numbers.changes(),
  ];
}

/** It stays where it was, and what its new host was to have for it is given back. */
export function notEvacuated(
  cloud: ComputeCloud,
  report: MoveReport,
  { message, details }: Failure,
): Changes {
  const { server, migration, command } = report;
  const { now } = command;
  const fault = faultOf({ message, details, now });
  const as: Server = isEvacuating(server)
    ? { ...server, vmState: 'error', taskState: null, fault, updatedAt: now }
    : { ...server, fault, updatedAt: now };
  return [
    { kind: 'server-set', thing: as },
    withStatus(migration, 'failed', now),
    ...(migration.target ? treeReleased(cloud, server.id, migration.target.nodeId, now) : []),
  ];
}

/** Nobody has said meanwhile what the server is. */
function isEvacuating({ taskState }: Server): boolean {
  return taskState === workRules.evacuate.ordered;
}
