import type { Compute } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { Migration } from '../migrations/migration.ts';
import { issueOrder } from '../orders/issue-order.ts';
import { theService } from '../orders/order.ts';
import type { Changes, MoveReport } from './move-report.ts';
import { isAtSource, type MoveWork } from './move-work.ts';

export function next(
  compute: Compute,
  { order, command }: MoveReport,
  host: string,
  work: MoveWork,
): Changes {
  const numbers = new GivenNumbers(compute);
  const { serverId, actionId } = order;
  const { newOrderId: id, now } = command;
  return [issueOrder(numbers, { id, serverId, host, work, actionId, now }), ...numbers.changes()];
}

/** Where the server has ports at a network service, these are bound to the host before the machine is there. */
export function nextWithPorts(compute: Compute, report: MoveReport, host: string, work: MoveWork): Changes {
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
export function hostOfStep({ source, target }: Migration, work: MoveWork): string {
  return (isAtSource(work) || target === null ? source : target).host;
}
