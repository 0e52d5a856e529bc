import { unreachable } from '@berth/engine/assert.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Instant } from '@berth/engine/ids.ts';
import {
  actionSet,
  type StepFailure,
  stepsGivenUp,
  withStepBegun,
  withStepEnded,
} from '../actions/action-steps.ts';
import type { Action } from '../actions/action.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute, ComputeCloud } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import { backupsToRotate, imageUnwanted } from '../images/image-chore.ts';
import type { OrderId } from '../ids.ts';
import { isLeftoverWork } from '../moves/leftover-work.ts';
import { leftoverReported } from '../moves/leftovers.ts';
import { migrationUnderWay, moveBrokenOff, outOfMove } from '../moves/migration-changes.ts';
import type { MoveReport } from '../moves/move-report.ts';
import { isBeside, isLiveMoveWork, type LiveMoveWork } from '../moves/live-move-work.ts';
import { type ColdMoveWork, isMoveWork } from '../moves/move-work.ts';
import {
  liveMoveBegun,
  liveMoveDone,
  liveMoveFailed,
  liveMoveProgressed,
} from '../moves/report-live-move.ts';
import { moveBegun, moveDone, moveFailed } from '../moves/report-move.ts';
import { removalOf } from '../removal-of.ts';
import { giveBackPorts } from '../servers/build-order.ts';
import { endServer } from '../servers/end-server.ts';
import { orderGivenUp } from '../servers/order-given-up.ts';
import { retryBuild, type RetrySettings } from '../servers/retry-build.ts';
import type { Server } from '../servers/server.ts';
import { workDone, workFailed } from '../servers/work-done.ts';
import { eventOf, ruleOf, taskOf, workRules } from '../servers/work-rules.ts';
import { buildingOf, isPortWork, isShelvingWork, type Order, type Work } from './order.ts';
import type { Failure, Outcome } from './outcome.ts';
import { shelvingDone, unshelveFailed } from './shelving-done.ts';

/** A host says what became of an order. */
export interface ReportOrder {
  readonly kind: 'report-order';
  readonly id: OrderId;
  readonly host: string;
  readonly outcome: Outcome;
  /** For the order of another host, where this one could not build a server. */
  readonly newOrderId: OrderId;
  readonly settings: RetrySettings;
  readonly now: Instant;
}

/** An order with its server, and what its host has said of it. */
interface Report {
  readonly order: Order;
  readonly server: Server;
  readonly command: ReportOrder;
}

type Begun = Pick<Report, 'order' | 'server'> & { readonly command: Pick<ReportOrder, 'now'> };

type Changes = readonly (ComputeChange | PlacementChange)[];

/** What is told of an order that is not there any more, is another host's, or is not the next one of its server, changes nothing. */
export function reportOrder(cloud: ComputeCloud, command: ReportOrder): Changes {
  const { compute } = cloud;
  const { id, host, outcome } = command;
  const order = compute.orders.get(id);
  const server = order && compute.servers.get(order.serverId);
  // What is done at other services is told in another way.
  if (!server || isPortWork(order.work) || order.host !== host) return [];
  const { work } = order;
  if (isLeftoverWork(work)) return leftoverReported(cloud, { order, work, outcome, now: command.now });
  if (!isItsTurn(compute, order)) return [];
  const report = { order, server, command };
  const migration = isMoveWork(work) ? compute.migrations.get(work.migrationId) : undefined;
  if (isMoveWork(work) && migration) {
    return isLiveMoveWork(work)
      ? ofLiveMove(cloud, { order, work, server, migration, command }, outcome)
      : ofMove(cloud, { order, work, server, migration, command }, outcome);
  }
  switch (outcome.kind) {
    case 'begun':
      return order.startedAt === null ? begun(compute, report) : [];
    case 'done':
      return done(cloud, report);
    case 'failed':
      return failed(cloud, report, outcome);
    case 'progress':
      return [];
    default:
      return unreachable(outcome);
  }
}

function isItsTurn({ orders }: Compute, { id, serverId, work }: Order): boolean {
  return isBeside(work) || orders.inLine(serverId)[0]?.id === id;
}

/** What becomes of a move is decided there. */
function ofMove(cloud: ComputeCloud, report: MoveReport<ColdMoveWork>, outcome: Outcome): Changes {
  switch (outcome.kind) {
    case 'begun':
      return report.order.startedAt === null ? [...begun(cloud.compute, report), ...moveBegun(report)] : [];
    case 'done':
      return moveDone(cloud, report);
    case 'failed':
      return moveFailed(cloud, report, outcome);
    case 'progress':
      return [];
    default:
      return unreachable(outcome);
  }
}

function ofLiveMove(cloud: ComputeCloud, report: MoveReport<LiveMoveWork>, outcome: Outcome): Changes {
  switch (outcome.kind) {
    case 'begun':
      return report.order.startedAt === null
        ? [...begun(cloud.compute, report), ...liveMoveBegun(report)]
        : [];
    case 'done':
      return liveMoveDone(cloud, report);
    case 'failed':
      return liveMoveFailed(cloud, report, outcome);
    case 'progress':
      return liveMoveProgressed(report, outcome);
    default:
      return unreachable(outcome);
  }
}

function begun(compute: Compute, { order, server, command: { now } }: Begun): Changes {
  const { begun: taskState } = ruleOf(order.work);
  const isBusyWithIt = taskState !== undefined && server.taskState === taskOf(order.work);
  return [
    { kind: 'order-set', thing: { ...order, startedAt: now } },
    ...(isBusyWithIt ? [serverSet({ ...server, taskState, updatedAt: now })] : []),
    ...actionWith(compute, order, (action) =>
      withStepBegun(action, { name: eventOf(order.work), host: order.host, now }),
    ),
  ];
}

function done(cloud: ComputeCloud, report: Report): Changes {
  const { compute } = cloud;
  const { order, server, command } = report;
  const { now } = command;
  const { work } = order;
  const step = stepEnded(compute, report, null);
  if (work.kind === 'destroy') return [...step, ...destroyed(cloud, report)];
  if (work.kind === 'drop-copy') return [removalOf('order', order)];
  if (isShelvingWork(work)) {
    const { isOver, changes } = shelvingDone(cloud, { ...situationOf(compute, report), work });
    return [...(isOver ? step : []), removalOf('order', order), ...changes];
  }
  const after = workDone(server, work, now);
  return [
    ...step,
    removalOf('order', order),
    ...serverAfter(compute, report, after),
    ...(work.kind === 'build' ? buildsFailed(compute, order.host, 0) : []),
    ...(work.kind === 'backup' ? [backupsToRotate(server.id, work, now)] : []),
    ...(after.shelved === null && !wasReset(report)
      ? imageUnwanted(server.shelved?.imageId ?? null, now)
      : []),
  ];
}

/** A server is gone once it has no ports any more. */
function destroyed(cloud: ComputeCloud, { order, server, command }: Report): Changes {
  const { newOrderId: id, now } = command;
  if (server.ports.length === 0) return endServer(cloud, server, { powerState: 'none', now });
  const numbers = new GivenNumbers(cloud.compute);
  return [
    ...cloud.compute.orders.ofServer(server.id).flatMap((each) => orderGivenUp(each, now)),
    serverSet({ ...server, taskState: workRules.destroy.ordered, powerState: 'none', updatedAt: now }),
    ...giveBackPorts(numbers, server, { id, isEnding: true, actionId: order.actionId, now }),
    ...numbers.changes(),
  ];
}

/** The change by which a host has so many failed builds in a row. */
function buildsFailed({ services }: Compute, host: string, failedBuilds: number): readonly ComputeChange[] {
  const service = services.ofHost(host);
  if (!service || service.failedBuilds === failedBuilds) return [];
  return [{ kind: 'service-set', thing: { ...service, failedBuilds } }];
}

function failed(cloud: ComputeCloud, report: Report, { message, details }: Failure): Changes {
  const { compute } = cloud;
  const { order, server, command } = report;
  const { newOrderId, settings, now } = command;
  const { work } = order;
  // What is left there is found when the host looks for what does not belong to it.
  if (work.kind === 'drop-copy') return [removalOf('order', order)];
  if (work.kind === 'build' && isLast(compute, report) && !wasReset(report)) {
    return [
      // As in the original, the step went well: what became of the server is told by the server.
      ...stepEnded(compute, report, null),
      removalOf('order', order),
      ...retryBuild(cloud, {
        server,
        order,
        building: buildingOf(work),
        message,
        details,
        newOrderId,
        settings,
        now,
      }),
      ...buildsFailed(compute, order.host, (compute.services.ofHost(order.host)?.failedBuilds ?? 0) + 1),
    ];
  }
  const step = stepEnded(compute, report, { details: message, traceback: details });
  if (work.kind === 'unshelve') {
    const failure = { kind: 'failed', message, details } as const;
    return [
      ...step,
      removalOf('order', order),
      ...unshelveFailed(cloud, situationOf(compute, report), failure),
    ];
  }
  // What was to be destroyed here is nowhere else: its other host has nothing of it any more.
  const left = work.kind === 'destroy' ? outOfMove(server, migrationUnderWay(compute, server)) : server;
  return [
    ...step,
    ...orderGivenUp(order, now),
    ...serverAfter(compute, report, workFailed(left, work, { message, details, now })),
    ...(work.kind === 'destroy'
      ? [...moveBrokenOff(cloud, server, now), ...othersGivenUp(compute, report)]
      : []),
  ];
}

/** What was under way when a server was to be deleted is not gone on with, although it is still there. */
function othersGivenUp({ actions }: Compute, { order, command }: Report): readonly ComputeChange[] {
  const details = 'Given up, since the server was to be deleted.';
  return [...actions.ofServer(order.serverId)]
    .filter(({ id }) => id !== order.actionId)
    .flatMap((action) => stepsGivenUp(action, details, command.now));
}

function stepEnded(compute: Compute, report: Report, failure: StepFailure | null): readonly ComputeChange[] {
  const { order, server, command } = report;
  const step = { name: eventOf(order.work), host: order.host, now: command.now };
  // What is made anew of a server that was stopped is stopped again, which is a step of its own.
  const isStopped = failure === null && order.work.kind === 'rebuild' && server.vmState === 'stopped';
  return actionWith(compute, order, (action) => {
    const ended = withStepEnded(action, step, failure);
    return isStopped ? withStepEnded(ended, { ...step, name: workRules.stop.event }) : ended;
  });
}

/** Where more is to be done with the server it is still busy with that. Of one that somebody has spoken about, only what its machine is and how follows from what was done. */
function serverAfter(compute: Compute, report: Report, after: Server): readonly ComputeChange[] {
  const { server } = report;
  const { powerState, flavor, updatedAt } = after;
  if (wasReset(report)) {
    const isSame = powerState === server.powerState && flavor === server.flavor;
    return isSame ? [] : [serverSet({ ...server, powerState, flavor, updatedAt })];
  }
  return [serverSet(isLast(compute, report) ? { ...after, taskState: null } : after)];
}

function situationOf(compute: Compute, report: Report) {
  const { order, server, command } = report;
  const { newOrderId, now } = command;
  return { order, server, wasReset: wasReset(report), isLast: isLast(compute, report), newOrderId, now };
}

/** Somebody has said in the meantime what the server is: then its host does not say it any more. */
function wasReset({ server }: Report): boolean {
  return server.taskState === null;
}

/** Whether nothing else of it is left to do; a move of which nobody is told any more goes on beside. */
function isLast({ orders }: Compute, { order, server }: Report): boolean {
  return orders.ofServer(server.id).findLast(({ work }) => !isStepOfMove(work))?.id === order.id;
}

function isStepOfMove(work: Work): boolean {
  return isMoveWork(work) || work.kind === 'move-ports';
}

function actionWith(
  { actions }: Compute,
  { actionId }: Order,
  change: (action: Action) => Action,
): readonly ComputeChange[] {
  const action = actionId === null ? undefined : actions.get(actionId);
  return action ? [actionSet(change(action))] : [];
}

function serverSet(thing: Server): ComputeChange {
  return { kind: 'server-set', thing };
}
