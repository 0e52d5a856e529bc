import type { World } from '@berth/engine/world.ts';
import type { Compute } from '../compute-state.ts';
import type { MigrationStatus } from '../migrations/migration.ts';
import type { Failure } from '../orders/outcome.ts';
import { claimGivenBack } from '../servers/claim-of.ts';
import type { Server } from '../servers/server.ts';
import { faultOf } from '../servers/work-done.ts';
import { workRules } from '../servers/work-rules.ts';
import { withStepEnded } from '../actions/action-steps.ts';
import type { BrokenOff } from './live-move-work.ts';
import { heldAsBefore, withStatus } from './migration-changes.ts';
import { actionWith, type Changes, isMoving, type MoveReport, powerOf, withOwnStep } from './move-report.ts';
import { next, nextWithPorts } from './next-step.ts';

/** What runs on its target is there, for whoever looks for it. */
export function movedLive(compute: Compute, report: MoveReport): Changes {
  const { server, migration, command } = report;
  const { now } = command;
  const { address: _, ...place } = migration.target ?? { ...migration.source, address: null };
  return [
    { kind: 'server-set', thing: { ...server, place, updatedAt: now } },
    withStatus(migration, 'post-migrating', now),
    ...nextWithPorts(compute, report, place.host, { kind: 'finish-live-move', migrationId: migration.id }),
  ];
}

/** It stays where it is. The target destroys what it has of it, and the source is asked last. */
export function brokenOff(
  compute: Compute,
  report: MoveReport,
  { endsAs, failure }: Pick<BrokenOff, 'endsAs'> & { readonly failure: Failure | null },
): Changes {
  const { server, migration, command } = report;
  const { now } = command;
  const fault = failure && faultOf({ message: failure.message, details: failure.details, now });
  const { live } = migration;
  const step = { name: workRules['live-move'].event, host: migration.source.host, now };
  const told = failure && { details: failure.message, traceback: failure.details };
  return [
    // What the source was to do is over as well, where it has not come to that.
    ...actionWith(compute, report, (action) => {
      const ended = withOwnStep(action, report, told);
      return report.work.kind === 'live-move' ? ended : withStepEnded(ended, step, told);
    }),
    ...(fault ? [{ kind: 'server-set', thing: { ...server, fault, updatedAt: now } } as const] : []),
    ...(live
      ? [{ kind: 'migration-set', thing: { ...migration, live: { ...live, isUnwanted: true } } } as const]
      : []),
    ...next(compute, report, (migration.target ?? migration.source).host, {
      kind: 'revert-live-move',
      migrationId: migration.id,
      endsAs,
    }),
  ];
}

/** Nothing of it is left where it was. */
export function left(placement: World, report: MoveReport, endsAs: MigrationStatus): Changes {
  const { server, migration, command } = report;
  const { now } = command;
  return [
    ...(isMoving(server)
      ? [{ kind: 'server-set', thing: { ...server, taskState: null, updatedAt: now } } as const]
      : []),
    withStatus(migration, endsAs, now),
    ...claimGivenBack(placement, migration.id),
  ];
}

/** It is as it was before. */
export function resumed(placement: World, report: MoveReport, endsAs: MigrationStatus): Changes {
  const { server, migration, command } = report;
  const { now } = command;
  const thing: Server = { ...server, powerState: powerOf(migration), progress: 0, updatedAt: now };
  return [
    { kind: 'server-set', thing: isMoving(server) ? { ...thing, taskState: null } : thing },
    withStatus(migration, endsAs, now),
    ...heldAsBefore(placement, server, migration, now),
  ];
}

export function notResumed(placement: World, report: MoveReport, { message, details }: Failure): Changes {
  const { server, migration, command } = report;
  const { now } = command;
  const thing: Server = { ...server, fault: faultOf({ message, details, now }), updatedAt: now };
  return [
    {
      kind: 'server-set',
      thing: isMoving(server) ? { ...thing, vmState: 'error', taskState: null } : thing,
    },
    withStatus(migration, 'error', now),
    ...heldAsBefore(placement, server, migration, now),
  ];
}
