import { assert } from '@berth/engine/assert.ts';
import type { Instant } from '@berth/engine/ids.ts';
import { actionSet, newAction } from '../actions/action-steps.ts';
import { roomForAction } from '../actions/room-for-action.ts';
import type { Action } from '../actions/action.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { OrderId } from '../ids.ts';
import { issueOrder } from '../orders/issue-order.ts';
import { isPortWork, theService, type Work } from '../orders/order.ts';
import type { Server } from './server.ts';
import { taskOf } from './work-rules.ts';

export interface WorkRequest {
  /** As it is from now on, but for what it is busy with. */
  readonly server: Server;
  readonly work: Work;
  /** What the action is called. */
  readonly name: string;
  readonly by: Requester;
  readonly orderId: OrderId;
  readonly now: Instant;
  /** What has been done of the action already. */
  readonly steps?: (action: Action) => Action;
  /** Where others were given in the same decision. */
  readonly numbers?: GivenNumbers;
}

/** The changes that have something done with a server: it is busy with that, an action is noted, and whoever has to do it is given an order. */
export function orderWork(
  compute: Pick<Compute, 'numbers' | 'actions'>,
  request: WorkRequest,
): readonly ComputeChange[] {
  const { server, work, name, by, orderId, now, steps } = request;
  const { id: serverId, place } = server;
  const host = isPortWork(work) ? theService : place?.host;
  assert(host !== undefined, 'a host can do something only with a server that is somewhere');
  const { numbers = new GivenNumbers(compute) } = request;
  const action = newAction(numbers, { serverId, name, by, now });
  const order = { id: orderId, serverId, host, work, actionId: action.id, now };
  return [
    { kind: 'server-set', thing: { ...server, taskState: taskOf(work), updatedAt: now } },
    ...roomForAction(compute, serverId),
    actionSet(steps?.(action) ?? action),
    issueOrder(numbers, order),
    ...numbers.changes(),
  ];
}
