import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { actionSet, newAction } from '../actions/action-steps.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import { isHostUp } from '../hosts/is-host-up.ts';
import type { ActionId, OrderId } from '../ids.ts';
import type { Migration } from '../migrations/migration.ts';
import { issueOrder } from '../orders/issue-order.ts';
import { checkLargerFlavor } from '../quotas/check-larger-flavor.ts';
import type { Limits } from '../quotas/limits.ts';
import { refuse } from '../refusals.ts';
import { actionRules } from '../servers/action-rules.ts';
import { checkAction } from '../servers/check-action.ts';
import type { Server } from '../servers/server.ts';
import { serverOf } from '../servers/server-of.ts';
import { workRules } from '../servers/work-rules.ts';
import { migrationUnderWay, withStatus } from './migration-changes.ts';

/** A server that has moved stays where it is now. */
export interface ConfirmMove {
  readonly kind: 'confirm-move';
  readonly id: ConsumerId;
  /** Nobody has asked for it: only where it has waited since then, or longer. */
  readonly waitingSince?: Instant;
  readonly by: Requester;
  readonly newOrderId: OrderId;
  readonly now: Instant;
}

/** A server that has moved goes back to where it was. */
export interface RevertMove {
  readonly kind: 'revert-move';
  readonly id: ConsumerId;
  readonly by: Requester;
  readonly newOrderId: OrderId;
  readonly configured: Limits;
  readonly now: Instant;
}

export function confirmMove(compute: Compute, command: ConfirmMove): readonly ComputeChange[] {
  const { id, by, newOrderId, now, waitingSince } = command;
  if (waitingSince !== undefined && !isWaitingSince(compute, id, waitingSince)) return [];
  const server = serverOf(compute, id);
  checkAction(server, actionRules['confirm-resize'], by);
  const migration = waitingMigration(compute, server);
  const { host } = migration.source;
  if (!isHostUp(compute, host)) refuse({ kind: 'host-of-server-is-down', host });
  const numbers = new GivenNumbers(compute);
  const action = newAction(numbers, { serverId: id, name: 'confirmResize', by, now });
  return [
    actionSet(action),
    ...confirmOrdered(numbers, migration, { orderId: newOrderId, actionId: action.id, now }),
    ...numbers.changes(),
  ];
}

/** Whether a server waits for somebody to say that it is to stay, and has done so since that moment or longer. */
export function isWaitingSince(
  { servers, migrations }: Pick<Compute, 'servers' | 'migrations'>,
  id: ConsumerId,
  since: Instant,
): boolean {
  const server = servers.get(id);
  if (!server || server.vmState !== 'resized' || server.taskState !== null) return false;
  const migration = migrationUnderWay({ migrations }, server);
  return migration?.status === 'finished' && migration.updatedAt !== null && migration.updatedAt <= since;
}

/** The source forgets what it has put aside. */
export function confirmOrdered(
  numbers: GivenNumbers,
  migration: Migration,
  order: { readonly orderId: OrderId; readonly actionId: ActionId | null; readonly now: Instant },
): readonly ComputeChange[] {
  const { orderId: id, actionId, now } = order;
  const { serverId, source } = migration;
  const work = { kind: 'confirm-move', migrationId: migration.id } as const;
  return [
    withStatus(migration, 'confirming', now),
    issueOrder(numbers, { id, serverId, host: source.host, work, actionId, now }),
  ];
}

export function revertMove(compute: Compute, command: RevertMove): readonly ComputeChange[] {
  const { id, by, newOrderId, configured, now } = command;
  const server = serverOf(compute, id);
  checkAction(server, actionRules['revert-resize'], by);
  const { projectId, userId } = server;
  const migration = waitingMigration(compute, server);
  checkLargerFlavor(compute, { projectId, userId, configured }, server.flavor, migration.oldFlavor);
  const numbers = new GivenNumbers(compute);
  const action = newAction(numbers, { serverId: id, name: 'revertResize', by, now });
  const { ordered: taskState } = workRules['revert-move'];
  const host = (migration.target ?? migration.source).host;
  const work = { kind: 'revert-move', migrationId: migration.id, isRollback: false } as const;
  return [
    { kind: 'server-set', thing: { ...server, taskState, updatedAt: now } },
    withStatus(migration, 'reverting', now),
    actionSet(action),
    issueOrder(numbers, { id: newOrderId, serverId: id, host, work, actionId: action.id, now }),
    ...numbers.changes(),
  ];
}

function waitingMigration(compute: Compute, server: Server): Migration {
  const migration = migrationUnderWay(compute, server);
  return migration?.status === 'finished' ? migration : refuse({ kind: 'server-not-resized' });
}
