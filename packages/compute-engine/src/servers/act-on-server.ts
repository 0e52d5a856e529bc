import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { OrderId } from '../ids.ts';
import type { LeftoverWork } from '../moves/leftover-work.ts';
import type { MoveWork } from '../moves/move-work.ts';
import type { PortWork, ShelvingWork, Work } from '../orders/order.ts';
import type { Limits } from '../quotas/limits.ts';
import { serversThatFit } from '../quotas/servers-that-fit.ts';
import { type ActionRule, actionRules } from './action-rules.ts';
import { checkAction } from './check-action.ts';
import { orderWork } from './order-work.ts';
import type { Server } from './server.ts';
import { serverOf } from './server-of.ts';
import { withdrawOrders } from './withdraw-orders.ts';

/** What is asked of a server as it is, for its host to do. */
export interface ActOnServer {
  readonly kind: 'act-on-server';
  readonly id: ConsumerId;
  readonly work: AskedWork;
  readonly by: Requester;
  /** The limits that hold where nobody has set others. */
  readonly configured: Limits;
  readonly newOrderId: OrderId;
  readonly now: Instant;
}

export type AskedWork = Exclude<
  Work,
  | PortWork
  | ShelvingWork
  | MoveWork
  | LeftoverWork
  | { readonly kind: 'build' | 'rebuild' | 'destroy' | 'soft-delete' | 'drop-copy' }
>;

export function actOnServer(compute: Compute, command: ActOnServer): readonly ComputeChange[] {
  const { id, work, by, newOrderId: orderId, now } = command;
  const server = serverOf(compute, id);
  const rule = ruleOf(work);
  checkAction(server, rule, by);
  if (work.kind === 'restore') checkRoom(compute, server, command);
  return [
    // What can be asked for while it is asked for would pile up on a host that is silent.
    ...(isRepeatable(work) ? withdrawOrders(compute, id, now, work.kind) : []),
    ...orderWork(compute, { server, work, name: rule.name, by, orderId, now }),
  ];
}

/** One that can be restored counts for no limit until it is. */
function checkRoom(
  compute: Compute,
  { projectId, userId, flavor }: Server,
  { configured }: ActOnServer,
): void {
  const { vcpus: cores, memoryMb } = flavor;
  serversThatFit(compute, { projectId, userId, configured }, { least: 1, most: 1, cores, memoryMb });
}

function isRepeatable({ kind }: AskedWork): boolean {
  return kind === 'reboot' || kind === 'crash-dump';
}

function ruleOf(work: AskedWork): ActionRule {
  if (work.kind === 'reboot') return actionRules[work.isHard ? 'hard-reboot' : 'soft-reboot'];
  return actionRules[work.kind];
}
