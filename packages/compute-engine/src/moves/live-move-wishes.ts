import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { actionSet, newAction, type StepFailure, withStepEnded } from '../actions/action-steps.ts';
import { roomForAction } from '../actions/room-for-action.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute, ComputeCloud } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { OrderId } from '../ids.ts';
import type { Migration, MigrationStatus } from '../migrations/migration.ts';
import { issueOrder } from '../orders/issue-order.ts';
import type { Order } from '../orders/order.ts';
import { refuse } from '../refusals.ts';
import { removalOf } from '../removal-of.ts';
import { checkLock } from '../servers/check-action.ts';
import type { Server } from '../servers/server.ts';
import { serverOf } from '../servers/server-of.ts';
import { eventOf, workRules } from '../servers/work-rules.ts';
import { heldAsBefore } from './migration-changes.ts';
import type { Changes, MoveReport } from './move-report.ts';

/** Somebody does not want a server to be moved after all. */
export interface AbortLiveMove extends Wish {
  readonly kind: 'abort-live-move';
  /** In which states of the migration. */
  readonly statuses: readonly MigrationStatus[];
}

/** Somebody wants a move to come to an end, even if its machine has to stand still for that. */
export interface CompleteLiveMove extends Wish {
  readonly kind: 'complete-live-move';
}

interface Wish {
  readonly id: ConsumerId;
  /** As it was asked for; it may be anything. */
  readonly migration: string;
  readonly by: Requester;
  readonly newOrderId: OrderId;
  readonly now: Instant;
}

/** What its source has not begun with ends here, or once its target is ready; else its source is to break it off. */
export function abortLiveMove({ compute, placement }: ComputeCloud, command: AbortLiveMove): Changes {
  const { id, by, now, statuses } = command;
  const server = serverOf(compute, id);
  checkWish(server, 'abort live migration', by);
  const migration = wantedMigration(compute, server, command);
  if (!migration) refuse({ kind: 'migration-of-server-not-found', id, migration: command.migration });
  checkStatus(server, migration, statuses, 'abort live migration');
  const numbers = new GivenNumbers(compute);
  const action = newAction(numbers, { serverId: id, name: 'live_migration_cancel', by, now });
  const [first] = compute.orders.inLine(id);
  if (first?.work.kind === 'live-move' && !migration.live?.isUnwanted) {
    const wish = { server, migration, work: 'abort-live-move', command } as const;
    return [...roomForAction(compute, id), actionSet(action), ...wished(compute, numbers, wish, action.id)];
  }
  const { host } = migration.source;
  const told = withStepEnded(action, { name: workRules['abort-live-move'].event, host, now });
  const common = [...roomForAction(compute, id), actionSet(told), ...numbers.changes()];
  if (first?.work.kind === 'prepare-live-move' && first.startedAt === null) {
    return [
      ...common,
      ...moveStepEnded(compute, first.actionId, host, now),
      removalOf('order', first),
      { kind: 'server-set', thing: { ...server, taskState: null, updatedAt: now } },
      { kind: 'migration-set', thing: { ...migration, status: 'cancelled', updatedAt: now } },
      ...heldAsBefore(placement, server, migration, now),
    ];
  }
  const { live } = migration;
  if (!live) return common;
  const unwanted = { ...migration, live: { ...live, isUnwanted: true }, updatedAt: now };
  return [...common, { kind: 'migration-set', thing: unwanted }];
}

export function completeLiveMove({ compute }: ComputeCloud, command: CompleteLiveMove): Changes {
  const { id, by, now } = command;
  const server = serverOf(compute, id);
  checkLock(server, by);
  if (server.vmState !== 'active') {
    const state = server.vmState;
    refuse({ kind: 'server-in-state', id, action: 'force_complete', attribute: 'vm_state', state });
  }
  checkWish(server, 'force_complete', by);
  const migration = wantedMigration(compute, server, command);
  if (!migration) refuse({ kind: 'migration-to-complete-not-found', id, migration: command.migration });
  checkStatus(server, migration, ['running'], 'force complete');
  const numbers = new GivenNumbers(compute);
  const action = newAction(numbers, { serverId: id, name: 'live_migration_force_complete', by, now });
  const [first] = compute.orders.inLine(id);
  const common = roomForAction(compute, id);
  if (first?.work.kind === 'live-move') {
    const wish = { server, migration, work: 'complete-live-move', command } as const;
    return [...common, actionSet(action), ...wished(compute, numbers, wish, action.id)];
  }
  const { host } = migration.source;
  const told = withStepEnded(action, { name: workRules['complete-live-move'].event, host, now });
  return [...common, actionSet(told), ...numbers.changes()];
}

/** As in the original, who asks it of a server that is busy with nothing is told so in other words. */
function checkWish(server: Server, action: string, by: Requester): void {
  const { id, taskState } = server;
  checkLock(server, by);
  if (taskState === null) refuse({ kind: 'server-state-invalid', id, action });
  if (taskState !== workRules['live-move'].ordered) {
    refuse({ kind: 'server-in-state', id, action, attribute: 'task_state', state: taskState });
  }
}

function checkStatus(
  { id }: Server,
  { number, status }: Migration,
  statuses: readonly MigrationStatus[],
  action: string,
): void {
  if (!statuses.includes(status)) refuse({ kind: 'migration-in-state', id, number, status, action });
}

function wantedMigration(
  { migrations }: Compute,
  { id }: Server,
  { migration: asked }: Wish,
): Migration | null {
  for (const migration of migrations.with('server', id).from()) {
    if (String(migration.number) === asked) return migration;
  }
  return null;
}

/** One of a kind is enough, however often somebody asks: the newer one is for those before it, too, of which nobody will tell anything any more. */
function wished(
  { orders, actions }: Compute,
  numbers: GivenNumbers,
  {
    server,
    migration,
    work: kind,
    command,
  }: {
    readonly server: Server;
    readonly migration: Migration;
    readonly work: 'abort-live-move' | 'complete-live-move';
    readonly command: Wish;
  },
  actionId: Parameters<typeof issueOrder>[1]['actionId'],
): readonly ComputeChange[] {
  const before = orders.ofServer(server.id).filter(({ work }) => work.kind === kind);
  const { newOrderId: id, now } = command;
  const work = { kind, migrationId: migration.id };
  const { host } = migration.source;
  return [
    ...before.flatMap((wish) => wishEnded(actions, wish, null, now)),
    issueOrder(numbers, { id, serverId: server.id, host, work, actionId, now }),
    ...numbers.changes(),
  ];
}

/** Whether somebody has said, before its source had anything to do with it, that it is not to go. */
export function liveMoveAborted({ migration }: MoveReport): boolean {
  return migration.live?.isUnwanted ?? false;
}

/** With the end of what they are about, wishes end, too: granted, or in vain. */
export function wishesEnded(
  { orders, actions }: Compute,
  { order, command }: MoveReport,
  end: 'moved' | 'broken off',
): Changes {
  const { now } = command;
  return orders.ofServer(order.serverId).flatMap((wish): Changes => {
    const { kind } = wish.work;
    if (kind !== 'abort-live-move' && kind !== 'complete-live-move') return [];
    const isGranted = (kind === 'abort-live-move') === (end === 'broken off');
    const details = `The live migration was ${end} before.`;
    return wishEnded(actions, wish, isGranted ? null : { details, traceback: details }, now);
  });
}

function wishEnded(
  actions: Compute['actions'],
  wish: Order,
  failure: StepFailure | null,
  now: Instant,
): readonly ComputeChange[] {
  const action = wish.actionId === null ? undefined : actions.get(wish.actionId);
  const step = { name: eventOf(wish.work), host: wish.host, now };
  return [removalOf('order', wish), ...(action ? [actionSet(withStepEnded(action, step, failure))] : [])];
}

/** The step of the move itself, where nobody else says that it is over. */
function moveStepEnded(
  { actions }: Compute,
  actionId: Parameters<typeof issueOrder>[1]['actionId'],
  host: string,
  now: Instant,
): readonly ComputeChange[] {
  const action = actionId === null ? undefined : actions.get(actionId);
  const step = { name: workRules['live-move'].event, host, now };
  return action ? [actionSet(withStepEnded(action, step))] : [];
}
