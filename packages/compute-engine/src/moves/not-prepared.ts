import type { Action } from '../actions/action.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { decisionKept } from '../decisions/decision-log.ts';
import { GivenNumbers } from '../given-numbers.ts';
import { issueOrder } from '../orders/issue-order.ts';
import type { Failure } from '../orders/outcome.ts';
import { faultOf } from '../servers/work-done.ts';
import { heldAsBefore, withStatus } from './migration-changes.ts';
import {
  actionWith,
  type Changes,
  isMoving,
  type MoveReport,
  stepEnded,
  withOwnStep,
} from './move-report.ts';
import { findMoveTarget, targetAt, withSchedulingSteps } from './move-server.ts';

/** Nothing has happened to the server yet, so it goes to another host, or stays as it is. */
export function notPrepared(cloud: ComputeCloud, report: MoveReport, failure: Failure): Changes {
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
