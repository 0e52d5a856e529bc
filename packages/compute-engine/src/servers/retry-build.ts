import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { decide } from '@berth/engine/decide.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { decisionKept } from '../decisions/decision-log.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { OrderId } from '../ids.ts';
import type { Building, Order } from '../orders/order.ts';
import { schedule } from '../scheduler/schedule.ts';
import { schedulerViewOf } from '../scheduler/scheduler-view-of.ts';
import type { Decision } from '../scheduler/decision.ts';
import type { SchedulerSettings } from '../scheduler/settings.ts';
import { wordsOf } from '../scheduler/words-of.ts';
import { firstBuildOrder, giveBackPorts } from './build-order.ts';
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
  readonly building: Building;
  readonly message: string;
  readonly details: string;
  readonly newOrderId: OrderId;
  readonly settings: RetrySettings;
  readonly now: Instant;
}

/**
 * A server that could not be built on its host goes to another one, with all that it holds. Where that was the last attempt, or no host is
 * left, it is in error and holds nothing, and gives its ports back.
 */
export function retryBuild(
  cloud: ComputeCloud,
  failed: FailedBuild,
): readonly (ComputeChange | PlacementChange)[] {
  const { server, order, building, settings, newOrderId: id, now } = failed;
  const { placement, compute } = cloud;
  const tried = [...building.search.ignoredHosts, ...(server.place ? [server.place.host] : [])];
  const mayGoOn = mayBeRetried(failed) && tried.length < settings.buildAttemptsMax;
  if (!mayGoOn) return givenUp(cloud, failed, null);
  const search = { ...building.search, ignoredHosts: tried };
  const request = placeRequestOf(server, search);
  const scheduled = schedule(schedulerViewOf(cloud), request, [server.id], settings.scheduling);
  const [placed] = scheduled.isPlaced ? scheduled.servers : [];
  if (!placed) return givenUp(cloud, failed, scheduled.isPlaced ? null : scheduled.decision);
  const { place, allocations, decision } = placed;
  const numbers = new GivenNumbers(compute);
  const { ordered: taskState } = workRules.build;
  const moved = { ...server, place, taskState, updatedAt: now };
  return [
    ...decide(placement, { kind: 'set-allocations', claims: [claimOf(server, allocations)], now }),
    { kind: 'server-set', thing: moved },
    firstBuildOrder(numbers, {
      id,
      server: moved,
      building: { ...building, search },
      actionId: order.actionId,
      now,
    }),
    decisionKept(compute, server, { ...decision, at: now, reason: 'retry' }),
    ...numbers.changes(),
  ];
}

/** Null: no other place was looked for. */
function givenUp(
  { compute, placement }: ComputeCloud,
  failed: FailedBuild,
  decision: Decision | null,
): readonly (ComputeChange | PlacementChange)[] {
  const { server, order, newOrderId: id, now } = failed;
  const numbers = new GivenNumbers(compute);
  return [
    { kind: 'server-set', thing: inError(server, { ...faultOf(failed, decision), now }) },
    ...(decision ? [decisionKept(compute, server, { ...decision, at: now, reason: 'retry' })] : []),
    ...claimGivenBack(placement, server.id),
    ...giveBackPorts(numbers, server, { id, isEnding: false, actionId: order.actionId, now }),
    ...numbers.changes(),
  ];
}

/** Whoever names a host wants that one. */
function mayBeRetried({ building, settings }: FailedBuild): boolean {
  return building.search.forced === null && settings.buildAttemptsMax > 1;
}

/** Where there was a choice, the details have what the last host said, and why there is no other. */
function faultOf(
  failed: FailedBuild,
  decision: Decision | null,
): { readonly message: string; readonly details: string } {
  const { server, message, details } = failed;
  if (!mayBeRetried(failed)) return { message, details };
  const exhausted = `Exhausted all hosts available for retrying build failures for instance ${server.id}.`;
  const why = decision ? [wordsOf(decision)] : [];
  return {
    message: `Exceeded maximum number of retries. ${exhausted}`,
    details: [message, details, ...why].join('\n'),
  };
}
