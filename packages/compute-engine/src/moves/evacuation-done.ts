import { assert } from '@berth/engine/assert.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { Failure } from '../orders/outcome.ts';
import { orderGivenUp } from '../servers/order-given-up.ts';
import type { Server } from '../servers/server.ts';
import { faultOf } from '../servers/work-done.ts';
import { workRules } from '../servers/work-rules.ts';
import { leftoverOrdered, treeReleased } from './leftovers.ts';
import { withStatus } from './migration-changes.ts';
import type { Changes, MoveReport } from './move-report.ts';

/** It is on its new host. What its old one has of it goes when that is heard of again, and what was to be done there is not to be done any more. */
export function evacuated({ compute }: ComputeCloud, report: MoveReport): Changes {
  const { server, migration, work, order, command } = report;
  const { now } = command;
  assert(migration.target, 'it was made where it was to go');
  const { address: _, ...place } = migration.target;
  const isOff = work.kind === 'evacuate' && work.endsOff === true;
  const state = isOff
    ? ({ vmState: 'stopped', powerState: 'shutdown' } as const)
    : ({ vmState: 'active', powerState: 'running' } as const);
  const others = compute.orders.ofServer(server.id).filter(({ id }) => id !== order.id);
  const atSource = others.filter(({ host }) => host === migration.source.host);
  const isStill = isEvacuating(server) || (others.length > 0 && atSource.length === others.length);
  const there: Server = { ...server, place, powerState: state.powerState, launchedAt: now, updatedAt: now };
  const numbers = new GivenNumbers(compute);
  return [
    { kind: 'server-set', thing: isStill ? { ...there, ...state, taskState: null } : there },
    withStatus(migration, 'done', now),
    ...atSource.flatMap((each) => orderGivenUp(each, now)),
    leftoverOrdered(numbers, migration, migration.source, now),
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
