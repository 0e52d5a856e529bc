import { unreachable } from '@berth/engine/assert.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { OrderId } from '../ids.ts';
import { imageUnwanted } from '../images/image-chore.ts';
import { claimGivenBack } from '../servers/claim-of.ts';
import type { Server } from '../servers/server.ts';
import { faultOf, workDone } from '../servers/work-done.ts';
import { taskOf } from '../servers/work-rules.ts';
import { issueOrder } from './issue-order.ts';
import type { Order, ShelvingWork } from './order.ts';
import type { Failure } from './outcome.ts';

export interface ShelvingReport {
  readonly order: Order;
  readonly work: ShelvingWork;
  readonly server: Server;
  /** Somebody has said in the meantime what the server is. */
  readonly wasReset: boolean;
  /** Nothing else is to be done with the server after it. */
  readonly isLast: boolean;
  readonly newOrderId: OrderId;
  readonly now: Instant;
}

/** What comes of a part of shelving, and whether that was the last part. */
interface ShelvingResult {
  readonly isOver: boolean;
  readonly changes: readonly (ComputeChange | PlacementChange)[];
}

/**
 * A host has done a part of shelving, or of coming back. The next part follows, unless the server was deleted or reset meanwhile: then an
 * image that was begun for it goes. What is left of a server on its host is told truly in any case.
 */
export function shelvingDone(cloud: ComputeCloud, report: ShelvingReport): ShelvingResult {
  const { work, server, wasReset, now } = report;
  const goesOn = report.isLast && !wasReset;
  switch (work.kind) {
    case 'shelve': {
      const { imageId, isOffloaded } = work;
      const stopped: Server = { ...server, powerState: 'shutdown', updatedAt: now };
      if (goesOn) return next(cloud, report, stopped, { kind: 'shelve-image', imageId, isOffloaded });
      return over([...(wasReset ? [] : [serverSet(stopped)]), ...imageUnwanted(imageId, now)]);
    }
    case 'shelve-image': {
      const { imageId, isOffloaded } = work;
      if (!goesOn) return over(imageUnwanted(imageId, now));
      const shelved: Server = {
        ...server,
        vmState: 'shelved',
        taskState: null,
        shelved: { imageId, at: now },
        updatedAt: now,
      };
      if (isOffloaded) return next(cloud, report, shelved, { kind: 'offload', isShelving: true });
      return over([serverSet(shelved), ...imageUnwanted(server.shelved?.imageId ?? null, now)]);
    }
    case 'offload': {
      const vmState = wasReset ? server.vmState : 'shelved_offloaded';
      const shelved = server.shelved ?? { imageId: null, at: now };
      return over([
        serverSet({ ...nowhere(report), vmState, powerState: 'shutdown', shelved }),
        ...claimGivenBack(cloud.placement, server.id),
      ]);
    }
    case 'unshelve': {
      const built = workDone(server, work, now);
      const { vmState } = wasReset ? server : built;
      const taskState = report.isLast ? null : server.taskState;
      return over([
        serverSet({ ...built, vmState, taskState }),
        ...imageUnwanted(server.shelved?.imageId ?? null, now),
      ]);
    }
    default:
      return unreachable(work);
  }
}

/** A server that could not be built again is where it was before: nowhere, and shelved. */
export function unshelveFailed(
  { placement }: ComputeCloud,
  report: Omit<ShelvingReport, 'work' | 'newOrderId'>,
  { message, details }: Failure,
): readonly (ComputeChange | PlacementChange)[] {
  const { server, now } = report;
  return [
    serverSet({ ...nowhere(report), fault: faultOf({ message, details, now }) }),
    ...claimGivenBack(placement, server.id),
  ];
}

function nowhere({ server, isLast, now }: Pick<ShelvingReport, 'server' | 'isLast' | 'now'>): Server {
  return { ...server, place: null, taskState: isLast ? null : server.taskState, updatedAt: now };
}

function next(
  { compute }: ComputeCloud,
  { order, newOrderId: id, now }: ShelvingReport,
  server: Server,
  work: ShelvingWork,
): ShelvingResult {
  const numbers = new GivenNumbers(compute);
  const { serverId, host, actionId } = order;
  const changes = [
    serverSet({ ...server, taskState: taskOf(work) }),
    issueOrder(numbers, { id, serverId, host, work, actionId, now }),
    ...numbers.changes(),
  ];
  return { isOver: false, changes };
}

function over(changes: ShelvingResult['changes']): ShelvingResult {
  return { isOver: true, changes };
}

function serverSet(thing: Server): ComputeChange {
  return { kind: 'server-set', thing };
}
