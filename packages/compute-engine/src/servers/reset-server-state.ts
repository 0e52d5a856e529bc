import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { actionSet, newAction } from '../actions/action-steps.ts';
import { roomForAction } from '../actions/room-for-action.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { OrderId } from '../ids.ts';
import { confirmOrdered } from '../moves/end-move.ts';
import { migrationUnderWay } from '../moves/migration-changes.ts';
import type { Server } from './server.ts';
import { serverOf } from './server-of.ts';

/** An administrator says what a server is, whatever is being done with it. */
export interface ResetServerState {
  readonly kind: 'reset-server-state';
  readonly id: ConsumerId;
  readonly vmState: 'active' | 'error';
  readonly by: Requester;
  /** For the host that a server has come from, where it waits to be confirmed that it has moved. */
  readonly newOrderId: OrderId;
  readonly now: Instant;
}

/** What its host was told to do is still done; but what comes of it does not change what the server is (`report-order.ts`). */
export function resetServerState(compute: Compute, command: ResetServerState): readonly ComputeChange[] {
  const { id, vmState, by, now } = command;
  const server = serverOf(compute, id);
  const numbers = new GivenNumbers(compute);
  const action = newAction(numbers, { serverId: id, name: 'resetState', by, now });
  return [
    { kind: 'server-set', thing: { ...server, vmState, taskState: null, updatedAt: now } },
    ...roomForAction(compute, id),
    actionSet(action),
    ...moveSettled(compute, numbers, command, server),
    ...numbers.changes(),
  ];
}

/** What waits to be confirmed could not be any more, in another state: it stays where it is. */
function moveSettled(
  compute: Compute,
  numbers: GivenNumbers,
  { newOrderId: orderId, now }: ResetServerState,
  server: Server,
): readonly ComputeChange[] {
  const migration = migrationUnderWay(compute, server);
  if (migration?.status !== 'finished') return [];
  return confirmOrdered(numbers, migration, { orderId, actionId: null, now });
}
