import type { Compute, ComputeCloud } from '../compute-state.ts';
import type { Failure } from '../orders/outcome.ts';
import { claimGivenBack } from '../servers/claim-of.ts';
import type { Server } from '../servers/server.ts';
import { faultOf } from '../servers/work-done.ts';
import { withStatus } from './migration-changes.ts';
import { type Changes, isMoving, type MoveReport } from './move-report.ts';
import { next } from './next-step.ts';

/** With the steps by which somebody takes it back who does not want it. */
export function goBack(compute: Compute, report: MoveReport, { message, details }: Failure): Changes {
  const { server, migration, command } = report;
  const { now } = command;
  const work = { kind: 'revert-move', migrationId: migration.id, isRollback: true } as const;
  const host = (migration.target ?? migration.source).host;
  return [
    { kind: 'server-set', thing: { ...server, fault: faultOf({ message, details, now }), updatedAt: now } },
    withStatus(migration, 'reverting', now),
    ...next(compute, report, host, work),
  ];
}

/** Its target may still run it, so it stays there. */
export function stranded({ placement }: ComputeCloud, report: MoveReport, failure: Failure): Changes {
  const { server, migration, command } = report;
  return [
    { kind: 'server-set', thing: { ...inErrorHere(report, failure), flavor: migration.newFlavor } },
    withStatus(migration, 'error', command.now),
    ...claimGivenBack(placement, migration.id),
    ...(server.place === null ? claimGivenBack(placement, server.id) : []),
  ];
}

export function notTakenBack(report: MoveReport, failure: Failure): Changes {
  const { migration, command } = report;
  return [
    { kind: 'server-set', thing: { ...inErrorHere(report, failure), flavor: migration.oldFlavor } },
    withStatus(migration, 'error', command.now),
  ];
}

function inErrorHere({ server, command: { now } }: MoveReport, { message, details }: Failure): Server {
  const fault = faultOf({ message, details, now });
  return isMoving(server) || server.taskState === 'resize_reverting'
    ? { ...server, vmState: 'error', taskState: null, fault, updatedAt: now }
    : { ...server, fault, updatedAt: now };
}
