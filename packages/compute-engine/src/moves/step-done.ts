import type { Compute, ComputeCloud } from '../compute-state.ts';
import { GivenNumbers } from '../given-numbers.ts';
import type { Failure } from '../orders/outcome.ts';
import { claimGivenBack } from '../servers/claim-of.ts';
import type { Server } from '../servers/server.ts';
import { faultOf } from '../servers/work-done.ts';
import { workRules } from '../servers/work-rules.ts';
import { confirmOrdered } from './end-move.ts';
import { heldAsBefore, withStatus } from './migration-changes.ts';
import { type Changes, isMoving, type MoveReport, powerOf } from './move-report.ts';
import { nextWithPorts } from './next-step.ts';

/** What is off on its source is where it goes from now on, for whoever looks for it. */
export function movedOut(compute: Compute, report: MoveReport): Changes {
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
export function arrived(compute: Compute, report: MoveReport): Changes {
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
export function confirmed({ placement }: ComputeCloud, report: MoveReport, failure: Failure | null): Changes {
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
export function goneFromTarget(cloud: ComputeCloud, report: MoveReport): Changes {
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

export function takenBack({ server, migration, work, command: { now } }: MoveReport): Changes {
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
