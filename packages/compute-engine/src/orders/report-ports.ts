import { assert, unreachable } from '@berth/engine/assert.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Instant } from '@berth/engine/ids.ts';
import { actionSet, withStepEnded } from '../actions/action-steps.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute, ComputeCloud } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { OrderId } from '../ids.ts';
import type { AttachedPort } from '../network/server-port.ts';
import type { MoveWork } from '../moves/move-work.ts';
import { hostOfStep } from '../moves/next-step.ts';
import { issueOrder } from './issue-order.ts';
import { removalOf } from '../removal-of.ts';
import { giveBackPorts, hostBuildOrder, unshelveOrder } from '../servers/build-order.ts';
import { claimGivenBack } from '../servers/claim-of.ts';
import { endServer } from '../servers/end-server.ts';
import { inError } from '../servers/in-error.ts';
import { retryBuild, type RetrySettings } from '../servers/retry-build.ts';
import type { Server } from '../servers/server.ts';
import { workRules } from '../servers/work-rules.ts';
import { buildingOf, isPortWork, type Order, type PortWork } from './order.ts';
import type { Failure } from './outcome.ts';
import { unshelveFailed } from './shelving-done.ts';

/** Whoever leads says what became of an order about ports. */
export interface ReportPorts {
  readonly kind: 'report-ports';
  readonly id: OrderId;
  readonly outcome: PortOutcome;
  /** For what is to be done next. */
  readonly newOrderId: OrderId;
  readonly settings: RetrySettings;
  readonly now: Instant;
}

/** Ports are given back until they are, so that has no failure. */
export type PortOutcome =
  /** In the order of the server's ports. */
  | { readonly kind: 'attached'; readonly ports: readonly AttachedPort[] }
  | { readonly kind: 'detached' }
  | PortFailure;

/** `isOfHost`: on another host it may work. */
export interface PortFailure extends Failure {
  readonly isOfHost: boolean;
}

interface Report {
  readonly order: Order;
  readonly work: PortWork;
  readonly server: Server;
  readonly command: ReportPorts;
}

type Changes = readonly (ComputeChange | PlacementChange)[];

/** What is told of an order that is not there any more, or is of another kind, changes nothing. */
export function reportPorts(cloud: ComputeCloud, command: ReportPorts): Changes {
  const { compute } = cloud;
  const order = compute.orders.get(command.id);
  const server = order && compute.servers.get(order.serverId);
  if (!server || !isPortWork(order.work)) return [];
  const report = { order, work: order.work, server, command };
  const { outcome } = command;
  switch (outcome.kind) {
    case 'attached':
      if (order.work.kind === 'move-ports') return moved(compute, report, order.work.next);
      return order.work.kind === 'detach-ports' ? [] : attached(compute, report, outcome.ports);
    case 'failed':
      if (order.work.kind === 'rebind-ports') return notRebound(cloud, report, outcome);
      return order.work.kind === 'attach-ports' ? notAttached(cloud, report, outcome) : [];
    case 'detached':
      return order.work.kind === 'detach-ports' ? detached(cloud, report) : [];
    default:
      return unreachable(outcome);
  }
}

/** It has its addresses, and its host builds it. */
function attached(compute: Compute, report: Report, made: readonly AttachedPort[]): Changes {
  const { order, work, server, command } = report;
  assert(
    work.kind !== 'detach-ports' && work.kind !== 'move-ports',
    'there are no other orders whose end this is',
  );
  const numbers = new GivenNumbers(compute);
  const ports = server.ports.map((port, index) => {
    const { id, networkId } = made[index] ?? { id: port.id, networkId: port.networkId };
    return { ...port, id, networkId };
  });
  assert(
    ports.every(({ id }) => id !== null),
    'every port that was asked for is there',
  );
  const addresses = made.flatMap((port) => port.addresses);
  const after = { ...server, ports, addresses, updatedAt: command.now };
  const { newOrderId: id, now } = command;
  const { actionId } = order;
  return [
    removalOf('order', order),
    { kind: 'server-set', thing: after },
    work.kind === 'rebind-ports'
      ? unshelveOrder(numbers, { id, server: after, imageId: work.imageId, actionId, now })
      : hostBuildOrder(numbers, { id, server: after, building: buildingOf(work), actionId, now }),
    ...numbers.changes(),
  ];
}

/** It is where it was before: nowhere, and shelved, with its ports as they are. */
function notRebound(cloud: ComputeCloud, { order, server, command }: Report, failure: PortFailure): Changes {
  const { compute } = cloud;
  const { now } = command;
  const action = order.actionId === null ? undefined : compute.actions.get(order.actionId);
  const host = server.place?.host ?? '';
  const step = { name: workRules.unshelve.event, host, now };
  const isLast = compute.orders.ofServer(server.id).at(-1)?.id === order.id;
  const { message, details } = failure;
  return [
    removalOf('order', order),
    ...(action ? [actionSet(withStepEnded(action, step, { details: message, traceback: details }))] : []),
    ...unshelveFailed(cloud, { order, server, wasReset: server.taskState === null, isLast, now }, failure),
  ];
}

/**
 * It goes to another host where that may help. Else nothing comes of the server: it holds nothing, is nowhere, and what it has got of its
 * ports is given back.
 */
function notAttached(cloud: ComputeCloud, report: Report, failure: PortFailure): Changes {
  const { compute, placement } = cloud;
  const { order, work, server, command } = report;
  const { message, details } = failure;
  const { newOrderId: id, settings, now } = command;
  assert(work.kind === 'attach-ports', 'there are no other orders whose end this is');
  const numbers = new GivenNumbers(compute);
  const ended = [
    ...compute.orders.ofServer(server.id).map((each) => removalOf('order', each)),
    ...buildStepEnded(compute, report),
  ];
  if (failure.isOfHost && server.taskState !== null) {
    const building = buildingOf(work);
    const failed = { server, order, building, message, details, newOrderId: id, settings, now };
    return [...ended, ...retryBuild(cloud, failed)];
  }
  return [
    ...ended,
    { kind: 'server-set', thing: inError(server, { message, details, now }) },
    ...claimGivenBack(placement, server.id),
    ...giveBackPorts(numbers, server, { id, isEnding: false, actionId: order.actionId, now }),
    ...numbers.changes(),
  ];
}

/** As in the original it is a step of the host that went well: what became of the server is told by the server. */
function buildStepEnded({ actions }: Compute, { order, server, command }: Report): readonly ComputeChange[] {
  const action = order.actionId === null ? undefined : actions.get(order.actionId);
  if (!action || server.place === null) return [];
  const step = { name: workRules.build.event, host: server.place.host, now: command.now };
  return [actionSet(withStepEnded(action, step))];
}

/** They are bound to where the server is, which goes on with its move. */
function moved({ migrations, ...compute }: Compute, { order, command }: Report, work: MoveWork): Changes {
  const migration = migrations.get(work.migrationId);
  if (!migration) return [removalOf('order', order)];
  const numbers = new GivenNumbers(compute);
  const { serverId, actionId } = order;
  const { newOrderId: id, now } = command;
  const host = hostOfStep(migration, work);
  return [
    removalOf('order', order),
    issueOrder(numbers, { id, serverId, host, work, actionId, now }),
    ...numbers.changes(),
  ];
}

function detached(cloud: ComputeCloud, { order, work, server, command: { now } }: Report): Changes {
  assert(work.kind === 'detach-ports', 'there are no other orders whose end this is');
  if (work.isEnding) return endServer(cloud, server, { powerState: 'none', now });
  return [removalOf('order', order), { kind: 'server-set', thing: { ...server, ports: [], updatedAt: now } }];
}
