import { withStepEnded } from '../actions/action-steps.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import { issueOrder } from '../orders/issue-order.ts';
import type { Failure } from '../orders/outcome.ts';
import { noValidHost } from '../scheduler/place-fault.ts';
import { faultOf } from '../servers/work-done.ts';
import { findLiveTarget } from './live-move-server.ts';
import { heldAsBefore } from './migration-changes.ts';
import { actionWith, type Changes, isMoving, type MoveReport, withOwnStep } from './move-report.ts';
import { targetAt } from './move-server.ts';

/** The target cannot take it, so it goes to another host, or stays as it is. */
export function notChecked(cloud: ComputeCloud, report: MoveReport, failure: Failure): Changes {
  const { compute, placement } = cloud;
  const { order, work, server, migration, command } = report;
  const { settings, newOrderId: id, now } = command;
  if (work.kind !== 'check-live-move') return [];
  const { search } = work;
  const ignoredHosts = [...search.ignoredHosts, order.host];
  const isFree = search.forced === null && search.requested === null;
  const mayGoOn = isFree && ignoredHosts.length <= settings.buildAttemptsMax && isMoving(server);
  const wanted = { server, migration, search: { ...search, ignoredHosts } };
  const found = mayGoOn
    ? findLiveTarget(cloud, { ...wanted, scheduling: settings.scheduling, now })
    : { place: null, kept: [], message: messageOf(search.forced !== null, failure) };
  const told = { details: failure.message, traceback: failure.details };
  if (found.place === null) {
    const { message } = found;
    const fault = faultOf({ message, details: failure.details, now });
    return [
      ...actionWith(compute, report, (action) => {
        const [scheduling] = action.events;
        const asked = withOwnStep(action, report, told);
        const inVain = { details: message, traceback: message };
        return scheduling ? withStepEnded(asked, { ...scheduling, now }, inVain) : asked;
      }),
      {
        kind: 'server-set',
        thing: isMoving(server) ? { ...server, taskState: null, fault, updatedAt: now } : server,
      },
      { kind: 'migration-set', thing: { ...migration, status: 'error', target: null, updatedAt: now } },
      ...heldAsBefore(placement, server, migration, now),
      ...found.kept,
    ];
  }
  const target = targetAt(compute, found.place);
  const numbers = new GivenNumbers(compute);
  const { serverId, actionId } = order;
  return [
    ...actionWith(compute, report, (action) => ({
      ...withOwnStep(action, report, told),
      // Nothing has gone wrong as long as there is another one.
      message: action.message,
    })),
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
    ...found.kept,
    ...numbers.changes(),
  ];
}

/** Who has named a host is told what that has against it; who has not, that there is none, as in the original. */
function messageOf(isForced: boolean, failure: Failure): string {
  if (isForced) return `Migration pre-check error: ${failure.message}`;
  return noValidHost('There are not enough hosts available.').message;
}
