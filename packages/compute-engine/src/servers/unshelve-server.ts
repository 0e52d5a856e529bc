import { assert } from '@berth/engine/assert.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { decide } from '@berth/engine/decide.ts';
import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import { actionSet, newAction, withStepEnded } from '../actions/action-steps.ts';
import { roomForAction } from '../actions/room-for-action.ts';
import type { Action } from '../actions/action.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { decisionKept } from '../decisions/decision-log.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { OrderId } from '../ids.ts';
import { schedule, type Scheduling } from '../scheduler/schedule.ts';
import { schedulerViewOf } from '../scheduler/scheduler-view-of.ts';
import type { SchedulerSettings } from '../scheduler/settings.ts';
import { wordsOf } from '../scheduler/words-of.ts';
import { hostsWithLeftovers } from '../moves/leftovers.ts';
import { actionRules } from './action-rules.ts';
import { checkAction } from './check-action.ts';
import { claimOf } from './claim-of.ts';
import { placeRequestOf } from './find-places.ts';
import { orderWork } from './order-work.ts';
import { searchOf } from './search-of.ts';
import type { Server } from './server.ts';
import { serverOf } from './server-of.ts';
import { faultOf } from './work-done.ts';

export interface UnshelveServer {
  readonly kind: 'unshelve-server';
  readonly id: ConsumerId;
  /** The zone that it is to be in from now on; null: any; left out: as before. */
  readonly zone?: string | null;
  /** Where it has to go. */
  readonly host: string | null;
  /** Whether the image that was made of it was found, by who asks. */
  readonly isImageThere: boolean;
  readonly scheduling: SchedulerSettings;
  readonly by: Requester;
  readonly newOrderId: OrderId;
  readonly now: Instant;
}

type Changes = readonly (ComputeChange | PlacementChange)[];

/**
 * A server that is still on its host is started there. One that is not gets a place, holds what it uses, and is built there of its image,
 * as one decision. Where there is no place it stays as it is; where its image is gone, nothing will come of it.
 */
export function unshelveServer(cloud: ComputeCloud, command: UnshelveServer): Changes {
  const { compute } = cloud;
  const { id, by, newOrderId: orderId, now } = command;
  const server = serverOf(compute, id);
  const rule = actionRules.unshelve;
  checkAction(server, rule, by);
  if (server.vmState === 'shelved') {
    return orderWork(compute, { server, work: { kind: 'start' }, name: rule.name, by, orderId, now });
  }
  const wanted = command.zone === undefined ? server : { ...server, pinnedZone: command.zone };
  const imageId = server.shelved?.imageId ?? null;
  // Of servers that were shelved elsewhere the image is not known: what they were first made of would not be the same.
  const isImageKnown = imageId === null ? server.image === null : command.isImageThere;
  if (!isImageKnown) return imageGone(cloud, wanted, imageId ?? '', command);
  const request = placeRequestOf(
    wanted,
    searchOf(wanted, { host: command.host, ignoredHosts: hostsWithLeftovers(compute, id) }),
  );
  const scheduled = schedule(schedulerViewOf(cloud), request, [id], command.scheduling);
  if (!scheduled.isPlaced) return stays(cloud, wanted, command, scheduled);
  const [placed] = scheduled.servers;
  assert(placed, 'there is one for every server');
  const { place, allocations, decision } = placed;
  const work =
    server.ports.length === 0
      ? ({ kind: 'unshelve', imageId } as const)
      : ({ kind: 'rebind-ports', imageId } as const);
  return [
    ...decide(cloud.placement, { kind: 'set-allocations', claims: [claimOf(server, allocations)], now }),
    ...orderWork(compute, {
      server: { ...wanted, place },
      work,
      name: rule.name,
      by,
      orderId,
      now,
      // What the original's conductor has a part in is decided here.
      steps: (action) => withStepEnded(imageFound(action, imageId, command), scheduling(command)),
    }),
    decisionKept(compute, server, { ...decision, at: now, reason: 'unshelve' }),
  ];
}

function stays(
  { compute }: ComputeCloud,
  server: Server,
  command: UnshelveServer,
  { fault, decision }: Extract<Scheduling, { readonly isPlaced: false }>,
): Changes {
  const { now } = command;
  const numbers = new GivenNumbers(compute);
  const failure = { details: fault.message, traceback: wordsOf(decision) };
  const action = imageFound(actionOf(numbers, command), server.shelved?.imageId ?? null, command);
  return [
    { kind: 'server-set', thing: { ...server, updatedAt: now } },
    ...roomForAction(compute, server.id),
    actionSet(withStepEnded(action, scheduling(command), failure)),
    decisionKept(compute, server, { ...decision, at: now, reason: 'unshelve' }),
    ...numbers.changes(),
  ];
}

function imageGone(
  { compute }: ComputeCloud,
  server: Server,
  imageId: string,
  command: UnshelveServer,
): Changes {
  const { by, now } = command;
  const numbers = new GivenNumbers(compute);
  const message = `Unshelve attempted but the image ${imageId} cannot be found.`;
  const details = `Error during unshelve instance ${server.id}: ${message}`;
  const step = { name: 'get_image_info', host: by.apiHost, now };
  return [
    {
      kind: 'server-set',
      thing: {
        ...server,
        vmState: 'error',
        fault: faultOf({ message, details, now }),
        updatedAt: now,
      },
    },
    ...roomForAction(compute, server.id),
    actionSet(withStepEnded(actionOf(numbers, command), step, { details, traceback: message })),
    ...numbers.changes(),
  ];
}

function actionOf(numbers: GivenNumbers, { id: serverId, by, now }: UnshelveServer): Action {
  return newAction(numbers, { serverId, name: actionRules.unshelve.name, by, now });
}

function imageFound(action: Action, imageId: string | null, { by, now }: UnshelveServer): Action {
  return imageId === null ? action : withStepEnded(action, { name: 'get_image_info', host: by.apiHost, now });
}

function scheduling({ by, now }: UnshelveServer) {
  return { name: 'schedule_instances', host: by.apiHost, now };
}
