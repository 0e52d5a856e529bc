import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { actionSet, newAction } from '../actions/action-steps.ts';
import { roomForAction } from '../actions/room-for-action.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import { serverOf } from './server-of.ts';

/** An administrator says what a server is, whatever is being done with it. */
export interface ResetServerState {
  readonly kind: 'reset-server-state';
  readonly id: ConsumerId;
  readonly vmState: 'active' | 'error';
  readonly by: Requester;
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
    ...numbers.changes(),
  ];
}
