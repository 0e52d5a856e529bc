import { unreachable } from '@berth/engine/assert.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { actionSet, type StepFailure, withStepEnded } from '../actions/action-steps.ts';
import type { Action } from '../actions/action.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute, ComputeCloud } from '../compute-state.ts';
import { decisionKept } from '../decisions/decision-log.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { Migration } from '../migrations/migration.ts';
import { issueOrder } from '../orders/issue-order.ts';
import { type Order, theService } from '../orders/order.ts';
import type { Failure } from '../orders/outcome.ts';
import type { ReportOrder } from '../orders/report-order.ts';
import { removalOf } from '../removal-of.ts';
import { claimGivenBack } from '../servers/claim-of.ts';
import type { Server } from '../servers/server.ts';
import type { TaskState } from '../servers/server-states.ts';
import { faultOf } from '../servers/work-done.ts';
import { ruleOf, workRules } from '../servers/work-rules.ts';
import { confirmOrdered } from './end-move.ts';
import { heldAsBefore, withStatus } from './migration-changes.ts';
import { findMoveTarget, targetAt, withSchedulingSteps } from './move-server.ts';
import type { MoveWork } from './move-work.ts';

type Changes = readonly (ComputeChange | PlacementChange)[];

/** A step of a move that a host has said something of. */
export interface MoveReport {
  readonly order: Order;
  readonly work: MoveWork;
  readonly server: Server;
  readonly migration: Migration;
  readonly command: Pick<ReportOrder, 'newOrderId' | 'settings' | 'now'>;
}

/** The source has begun to let the server go. */
export function moveBegun({ work, migration, command: { now } }: MoveReport): Changes {
  return work.kind === 'move-out' ? [withStatus(migration, 'migrating', now)] : [];
}

/** What follows when a step is done: the next one, or the end. */
export function moveDone(cloud: ComputeCloud, report: MoveReport): Changes {
  const ended = [...stepEnded(cloud.compute, report, null), removalOf('order', report.order)];
  if (isBeingDeleted(cloud.compute, report)) return ended;
  return [...ended, ...afterStep(cloud, report)];
}

function afterStep(cloud: ComputeCloud, report: MoveReport): Changes {
  const { work } = report;
  switch (work.kind) {
    case 'prepare-move':
      return next(cloud.compute, report, report.migration.source.host, {
        kind: 'move-out',
        migrationId: work.migrationId,
      });
    case 'move-out':
      return movedOut(cloud.compute, report);
    case 'finish-move':
      return arrived(cloud.compute, report);
    case 'confirm-move':
      return confirmed(cloud, report, null);
    case 'revert-move':
      return goneFromTarget(cloud, report);
    case 'take-back':
      return takenBack(report);
    default:
      return unreachable(work);
  }
}

/** What is off on its source is where it goes from now on, for whoever looks for it. */
function movedOut(compute: Compute, report: MoveReport): Changes {
  const { server, migration, command } = report;
  const { now } = command;
  const { address: _, ...place } = migration.target ?? { ...migration.source, address: null };
  const { ordered: taskState } = workRules['finish-move'];
  const moved = { ...server, place, powerState: 'shutdown', updatedAt: now } as const;
  return [
    { kind: 'server-set', thing: isMoving(server) ? { ...moved, taskState } : moved },
    withStatus(migration, 'post-migrating', now),
    ...nextWithPorts(compute, report, place.host, { kind: 'finish-move', migrationId: migration.id }),
  ];
}

/** It waits for somebody to say whether it is to stay. Whoever has said meanwhile what the server is has said that it is to. */
function arrived(compute: Compute, report: MoveReport): Changes {
  const { server, migration, command } = report;
  const { newOrderId: orderId, now } = command;
  const powerState = powerOf(migration);
  const there: Server = {
    ...server,
    flavor: migration.newFlavor,
    powerState,
    launchedAt: now,
    updatedAt: now,
  };
  if (isMoving(server)) {
    return [
      { kind: 'server-set', thing: { ...there, vmState: 'resized', taskState: null } },
      withStatus(migration, 'finished', now),
    ];
  }
  const numbers = new GivenNumbers(compute);
  return [
    { kind: 'server-set', thing: there },
    ...confirmOrdered(numbers, migration, { orderId, actionId: null, now }),
    ...numbers.changes(),
  ];
}

/** It is where it is, whatever its source has said; what it held there is given back. */
function confirmed({ placement }: ComputeCloud, report: MoveReport, failure: Failure | null): Changes {
  const { server, migration, command } = report;
  const { now } = command;
  const isStill = server.vmState === 'resized' && server.taskState === null;
  const vmState = server.powerState === 'shutdown' ? 'stopped' : 'active';
  const after: Server = failure
    ? {
        ...server,
        vmState: 'error',
        fault: faultOf({ message: failure.message, details: failure.details, now }),
        updatedAt: now,
      }
    : { ...server, vmState, updatedAt: now };
  return [
    ...(isStill ? [{ kind: 'server-set', thing: after } as const] : []),
    withStatus(migration, failure ? 'error' : 'confirmed', now),
    ...claimGivenBack(placement, migration.id),
  ];
}

/** The target has nothing of it any more: it is on its source again, with what it held there, and is to run there. */
function goneFromTarget(cloud: ComputeCloud, report: MoveReport): Changes {
  const { server, migration, work, command } = report;
  const { now } = command;
  const isRollback = 'isRollback' in work && work.isRollback;
  const there = { ...server, place: migration.source, updatedAt: now };
  const back = { kind: 'take-back', migrationId: migration.id, isRollback } as const;
  return [
    { kind: 'server-set', thing: there },
    ...heldAsBefore(cloud.placement, server, migration, now),
    ...nextWithPorts(cloud.compute, report, migration.source.host, back),
  ];
}

function takenBack({ server, migration, work, command: { now } }: MoveReport): Changes {
  const isRollback = 'isRollback' in work && work.isRollback;
  const back: Server = {
    ...server,
    flavor: migration.oldFlavor,
    powerState: powerOf(migration),
    launchedAt: now,
    updatedAt: now,
  };
  const isStill = isRollback ? isMoving(server) : server.taskState === workRules['take-back'].ordered;
  const thing = isStill ? { ...back, vmState: migration.vmState, taskState: null } : back;
  return [{ kind: 'server-set', thing }, withStatus(migration, isRollback ? 'error' : 'reverted', now)];
}

/** What follows when a step could not be done: another host, or the way back; what cannot be brought back is in error where it is. */
export function moveFailed(cloud: ComputeCloud, report: MoveReport, failure: Failure): Changes {
  const { compute } = cloud;
  const { order, work, server, migration } = report;
  const { message: details, details: traceback } = failure;
  if (work.kind === 'prepare-move' && !isBeingDeleted(compute, report)) {
    return [removalOf('order', order), ...notPrepared(cloud, report, failure)];
  }
  const ended = [...stepEnded(compute, report, { details, traceback }), removalOf('order', order)];
  if (isBeingDeleted(compute, report)) return ended;
  switch (work.kind) {
    case 'prepare-move':
      return ended;
    case 'move-out':
    case 'finish-move':
      return [...ended, ...goBack(compute, report, failure)];
    case 'confirm-move':
      return [...ended, ...confirmed(cloud, report, failure)];
    case 'revert-move':
      // What never ran there cannot run twice.
      if (server.place?.host === migration.source.host && migration.source.host !== migration.target?.host)
        return [...ended, ...goneFromTarget(cloud, report)];
      return [...ended, ...stranded(cloud, report, failure)];
    case 'take-back':
      return [...ended, ...notTakenBack(report, failure)];
    default:
      return unreachable(work);
  }
}

/** Nothing has happened to the server yet, so it goes to another host, or stays as it is. */
function notPrepared(cloud: ComputeCloud, report: MoveReport, failure: Failure): Changes {
  const { compute, placement } = cloud;
  const { order, work, server, migration, command } = report;
  const { settings, newOrderId: id, now } = command;
  if (work.kind !== 'prepare-move') return [];
  const { search } = work;
  const ignoredHosts = [...new Set([...search.ignoredHosts, order.host])];
  const tried = ignoredHosts.filter((host) => host !== migration.source.host).length;
  const mayGoOn = search.requested === null && tried < settings.buildAttemptsMax && isMoving(server);
  const wanted = {
    server,
    migration,
    search: { ...search, ignoredHosts },
    scheduling: settings.scheduling,
    now,
  };
  const found = mayGoOn ? findMoveTarget(cloud, wanted) : null;
  const reason = migration.type === 'resize' ? 'resize' : 'migrate';
  const kept = found ? [decisionKept(compute, server, { ...found.decision, at: now, reason })] : [];
  if (!found?.placed) {
    const { message: details, details: traceback } = failure;
    const fault = faultOf({ message: failure.message, details: failure.details, now });
    const as = isMoving(server) ? { ...server, taskState: null, fault, updatedAt: now } : server;
    return [
      ...stepEnded(compute, report, { details, traceback }),
      { kind: 'server-set', thing: as },
      withStatus(migration, 'error', now),
      ...heldAsBefore(placement, server, migration, now),
      ...kept,
    ];
  }
  const target = targetAt(compute, found.placed.place);
  const numbers = new GivenNumbers(compute);
  const { serverId, actionId } = order;
  return [
    // As in the original, the step went well: what became of the server is told by it.
    ...actionWith(compute, report, (action) => {
      return withSchedulingSteps(withOwnStep(action, report, null), apiHostOf(action), now, null);
    }),
    ...found.claims,
    { kind: 'migration-set', thing: { ...migration, target, updatedAt: now } },
    issueOrder(numbers, {
      id,
      serverId,
      host: target.host,
      work: { ...work, search: wanted.search },
      actionId,
      now,
    }),
    ...kept,
    ...numbers.changes(),
  ];
}

/** Where the first step of the action was decided. */
function apiHostOf({ events }: Action): string {
  return events[0]?.host ?? '';
}

/** With the steps by which somebody takes it back who does not want it. */
function goBack(compute: Compute, report: MoveReport, { message, details }: Failure): Changes {
  const { server, migration, command } = report;
  const { now } = command;
  const work = { kind: 'revert-move', migrationId: migration.id, isRollback: true } as const;
  const host = (migration.target ?? migration.source).host;
  return [
    { kind: 'server-set', thing: { ...server, fault: faultOf({ message, details, now }), updatedAt: now } },
    withStatus(migration, 'reverting', now),
    ...next(compute, report, host, work),
  ];
}

/** Its target may still run it, so it stays there. */
function stranded({ placement }: ComputeCloud, report: MoveReport, failure: Failure): Changes {
  const { server, migration, command } = report;
  return [
    { kind: 'server-set', thing: { ...inErrorHere(report, failure), flavor: migration.newFlavor } },
    withStatus(migration, 'error', command.now),
    ...claimGivenBack(placement, migration.id),
    ...(server.place === null ? claimGivenBack(placement, server.id) : []),
  ];
}

function notTakenBack(report: MoveReport, failure: Failure): Changes {
  const { migration, command } = report;
  return [
    { kind: 'server-set', thing: { ...inErrorHere(report, failure), flavor: migration.oldFlavor } },
    withStatus(migration, 'error', command.now),
  ];
}

function inErrorHere({ server, command: { now } }: MoveReport, { message, details }: Failure): Server {
  const fault = faultOf({ message, details, now });
  return isMoving(server) || server.taskState === 'resize_reverting'
    ? { ...server, vmState: 'error', taskState: null, fault, updatedAt: now }
    : { ...server, fault, updatedAt: now };
}

function next(compute: Compute, { order, command }: MoveReport, host: string, work: MoveWork): Changes {
  const numbers = new GivenNumbers(compute);
  const { serverId, actionId } = order;
  const { newOrderId: id, now } = command;
  return [issueOrder(numbers, { id, serverId, host, work, actionId, now }), ...numbers.changes()];
}

/** Where the server has ports at a network service, these are bound to the host before the machine is there. */
function nextWithPorts(compute: Compute, report: MoveReport, host: string, work: MoveWork): Changes {
  const { server, order, command } = report;
  if (server.ports.length === 0) return next(compute, report, host, work);
  const numbers = new GivenNumbers(compute);
  const { serverId, actionId } = order;
  const { newOrderId: id, now } = command;
  const ports = { kind: 'move-ports', next: work } as const;
  return [
    issueOrder(numbers, { id, serverId, host: theService, work: ports, actionId, now }),
    ...numbers.changes(),
  ];
}

/** The host that goes on when the ports are where the server is. */
export function hostOfStep({ source, target }: Migration, { kind }: MoveWork): string {
  const isAtSource = kind === 'move-out' || kind === 'confirm-move' || kind === 'take-back';
  return (isAtSource || target === null ? source : target).host;
}

/** Then its hosts destroy what they have of it, and nothing else is to follow. */
function isBeingDeleted({ orders }: Compute, { server, order }: MoveReport): boolean {
  return orders.ofServer(server.id).some(({ id, work: { kind } }) => id !== order.id && endings.has(kind));
}

const endings: ReadonlySet<string> = new Set(['destroy', 'drop-copy', 'detach-ports']);

/** Nobody has said meanwhile what the server is, nor asked for something else. */
function isMoving({ taskState }: Server): boolean {
  return taskState !== null && movingTasks.has(taskState);
}

const movingTasks: ReadonlySet<TaskState> = new Set([
  'resize_prep',
  'resize_migrating',
  'resize_migrated',
  'resize_finish',
]);

/** As it was before it moved. */
function powerOf({ vmState }: Migration): 'running' | 'shutdown' {
  return vmState === 'stopped' ? 'shutdown' : 'running';
}

function stepEnded(
  compute: Compute,
  report: MoveReport,
  failure: StepFailure | null,
): readonly ComputeChange[] {
  return actionWith(compute, report, (action) => withOwnStep(action, report, failure));
}

function withOwnStep(action: Action, report: MoveReport, failure: StepFailure | null): Action {
  const { order, work, migration, command } = report;
  const step = { name: ruleOf(work).event, host: order.host, now: command.now };
  const ended = withStepEnded(action, step, failure);
  // What was stopped is stopped again, which is a step of its own.
  const isStopped = work.kind === 'take-back' && failure === null && migration.vmState === 'stopped';
  return isStopped ? withStepEnded(ended, { ...step, name: workRules.stop.event }) : ended;
}

function actionWith(
  { actions }: Compute,
  { order: { actionId } }: MoveReport,
  change: (action: Action) => Action,
): readonly ComputeChange[] {
  const action = actionId === null ? undefined : actions.get(actionId);
  return action ? [actionSet(change(action))] : [];
}
