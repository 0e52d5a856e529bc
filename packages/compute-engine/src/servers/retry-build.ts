import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { decide } from '@berth/engine/decide.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { OrderId } from '../ids.ts';
import { issueOrder } from '../orders/issue-order.ts';
import type { Order, Work } from '../orders/order.ts';
import { schedule } from '../scheduler/schedule.ts';
import { schedulerViewOf } from '../scheduler/scheduler-view-of.ts';
import type { SchedulerSettings } from '../scheduler/settings.ts';
import { claimGivenBack, claimOf } from './claim-of.ts';
import { placeRequestOf } from './find-places.ts';
import { inError } from './in-error.ts';
import type { Server } from './server.ts';
import { workRules } from './work-rules.ts';

export interface RetrySettings {
  /** On how many hosts a server is tried to be built, all in all. */
  readonly buildAttemptsMax: number;
  readonly scheduling: SchedulerSettings;
}

export interface FailedBuild {
  readonly server: Server;
  readonly order: Order;
  readonly work: Extract<Work, { readonly kind: 'build' }>;
  readonly message: string;
  readonly details: string;
  readonly newOrderId: OrderId;
  readonly settings: RetrySettings;
  readonly now: Instant;
}

/**
 * A server that could not be built on its host goes to another one, with all that it holds. Where that was the last attempt, or no host is
 * left, it is in error and holds nothing.
 */
export function retryBuild(
  cloud: ComputeCloud,
  failed: FailedBuild,
): readonly (ComputeChange | PlacementChange)[] {
  const { server, order, work, settings, newOrderId: id, now } = failed;
  const { placement } = cloud;
  const found = anotherPlace(cloud, failed);
  if (found === null) {
    return [
      { kind: 'server-set', thing: inError(server, { ...faultOf(failed), now }) },
      ...claimGivenBack(placement, server.id),
    ];
  }
  const { place, allocations, search } = found;
  const numbers = new GivenNumbers(cloud.compute);
  const { ordered: taskState } = workRules.build;
  const { serverId, actionId } = order;
  return [
    ...decide(placement, { kind: 'set-allocations', claims: [claimOf(server, allocations)], now }),
    { kind: 'server-set', thing: { ...server, place, taskState, updatedAt: now } },
    issueOrder(numbers, { id, serverId, host: place.host, actionId, work: { ...work, search }, now }),
    ...numbers.changes(),
  ];

  function anotherPlace(seen: ComputeCloud, { work: { search: before } }: FailedBuild) {
    const tried = [...before.ignoredHosts, order.host];
    if (!mayBeRetried(failed) || tried.length >= settings.buildAttemptsMax) return null;
    const search = { ...before, ignoredHosts: tried };
    const request = placeRequestOf(server, search);
    const scheduled = schedule(schedulerViewOf(seen), request, [server.id], settings.scheduling);
    const [placed] = scheduled.isPlaced ? scheduled.servers : [];
    return placed ? { ...placed, search } : null;
  }
}

/** Whoever names a host wants that one. */
function mayBeRetried({ work, settings }: FailedBuild): boolean {
  return work.search.forced === null && settings.buildAttemptsMax > 1;
}

/** Where there was a choice, what the last host said is in the details. */
function faultOf(failed: FailedBuild): { readonly message: string; readonly details: string } {
  const { server, message, details } = failed;
  if (!mayBeRetried(failed)) return { message, details };
  const exhausted = `Exhausted all hosts available for retrying build failures for instance ${server.id}.`;
  return { message: `Exceeded maximum number of retries. ${exhausted}`, details: `${message}\n${details}` };
}
