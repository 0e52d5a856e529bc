import { unreachable } from '@berth/engine/assert.ts';
import { type StepFailure, withStepBegun, withStepEnded } from '../actions/action-steps.ts';
import type { Action } from '../actions/action.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { Failure, Progress } from '../orders/outcome.ts';
import { removalOf } from '../removal-of.ts';
import type { Server } from '../servers/server.ts';
import { faultOf } from '../servers/work-done.ts';
import { workRules } from '../servers/work-rules.ts';
import { liveMoveAborted, wishesEnded } from './live-move-wishes.ts';
import type { LiveMoveWork } from './live-move-work.ts';
import { withStatus } from './migration-changes.ts';
import { actionWith, type Changes, isBeingDeleted, isMoving, powerOf, stepEnded } from './move-report.ts';
import type { MoveReport } from './move-report.ts';
import { brokenOff, left, movedLive, notResumed, resumed } from './live-step-done.ts';
import { next } from './next-step.ts';
import { notChecked } from './not-checked.ts';

type LiveMoveReport = MoveReport<LiveMoveWork>;

/** What clients see of it while a host is at it. */
export function liveMoveBegun({ work, migration, command: { now } }: LiveMoveReport): Changes {
  if (work.kind === 'prepare-live-move') return [withStatus(migration, 'preparing', now)];
  if (work.kind === 'live-move') return [withStatus(migration, 'running', now)];
  return [];
}

/** How far it is, as the source says. */
export function liveMoveProgressed(
  { work, server, migration, command: { now } }: LiveMoveReport,
  { memory, disk }: Progress,
): Changes {
  const { live } = migration;
  if (work.kind !== 'live-move' || !live) return [];
  const total = memory.total + disk.total;
  const remaining = Math.min(memory.remaining + disk.remaining, total);
  const progress = total === 0 ? 0 : Math.round(((total - remaining) / total) * 100);
  return [
    {
      kind: 'migration-set',
      thing: { ...migration, live: { ...live, progress: { memory, disk } }, updatedAt: now },
    },
    ...(isMoving(server)
      ? [{ kind: 'server-set', thing: { ...server, progress, updatedAt: now } } as const]
      : []),
  ];
}

/** What follows when a step is done: the next one, or the end. */
export function liveMoveDone(cloud: ComputeCloud, report: LiveMoveReport): Changes {
  const { compute } = cloud;
  const { order, work, migration } = report;
  const removed = removalOf('order', order);
  if (isBeingDeleted(compute, report)) return [...stepEnded(compute, report, null), removed];
  const { id: migrationId } = migration;
  switch (work.kind) {
    case 'check-live-move':
      return [removed, ...checked(cloud, report)];
    case 'prepare-live-move':
      if (liveMoveAborted(report)) return [removed, ...brokenOff(compute, report, aborted)];
      return [
        ...stepEnded(compute, report, null),
        removed,
        ...next(compute, report, migration.source.host, { kind: 'live-move', migrationId }),
      ];
    case 'live-move':
      return [removed, ...wishesEnded(compute, report, 'moved'), ...movedLive(compute, report)];
    case 'finish-live-move':
      return [...stepEnded(compute, report, null), removed, ...finished(cloud, report, null)];
    case 'leave-live-move':
      return [...stepEnded(compute, report, null), removed, ...left(cloud.placement, report, work.endsAs)];
    case 'revert-live-move':
      return [...stepEnded(compute, report, null), removed, ...goneFromTarget(cloud, report, work)];
    case 'resume-live-move':
      return [removed, ...resumed(cloud.placement, report, work.endsAs)];
    case 'abort-live-move':
    case 'complete-live-move':
      return [...stepEnded(compute, report, null), removed];
    default:
      return unreachable(work);
  }
}

/** What follows when a step could not be done: another host, or the way back; what is on its target stays there. */
export function liveMoveFailed(cloud: ComputeCloud, report: LiveMoveReport, failure: Failure): Changes {
  const { compute, placement } = cloud;
  const { order, work } = report;
  const ended = [...stepEnded(compute, report, stepFailureOf(failure)), removalOf('order', order)];
  if (isBeingDeleted(compute, report)) return ended;
  switch (work.kind) {
    case 'check-live-move':
      return [removalOf('order', order), ...notChecked(cloud, report, failure)];
    case 'prepare-live-move':
      return [removalOf('order', order), ...brokenOff(compute, report, { endsAs: 'failed', failure })];
    case 'live-move': {
      const wishes = compute.orders.ofServer(order.serverId);
      const isWanted = !wishes.some(({ work: { kind } }) => kind === 'abort-live-move');
      return [
        removalOf('order', order),
        ...wishesEnded(compute, report, 'broken off'),
        ...brokenOff(compute, report, isWanted ? { endsAs: 'failed', failure } : aborted),
      ];
    }
    case 'finish-live-move':
      return [...ended, ...finished(cloud, report, failure)];
    case 'leave-live-move':
      // Nothing runs there any more; what is left is found when the host looks for what does not belong to it.
      return [...ended, ...left(placement, report, work.endsAs)];
    case 'revert-live-move':
      // What never ran there cannot run twice.
      return [...ended, ...goneFromTarget(cloud, report, work)];
    case 'resume-live-move':
      return [removalOf('order', order), ...notResumed(placement, report, failure)];
    case 'abort-live-move':
    case 'complete-live-move':
      return ended;
    default:
      return unreachable(work);
  }
}

const aborted = { endsAs: 'cancelled', failure: null } as const;

function stepFailureOf({ message: details, details: traceback }: Failure): StepFailure {
  return { details, traceback };
}

/** It can go there. What the original asks its source as well is known here: that the machine runs on it. */
function checked({ compute }: ComputeCloud, report: LiveMoveReport): Changes {
  const { migration, command } = report;
  const { now } = command;
  const { host } = migration.source;
  const steps = (action: Action): Action => {
    const [scheduling] = action.events;
    const asked = withStepEnded(action, {
      name: workRules['check-live-move'].event,
      host: report.order.host,
      now,
    });
    const known = withStepEnded(asked, { name: 'compute_check_can_live_migrate_source', host, now });
    const decided = scheduling ? withStepEnded(known, { ...scheduling, now }) : known;
    return withStepBegun(decided, { name: workRules['live-move'].event, host, now });
  };
  const target = (migration.target ?? migration.source).host;
  return [
    ...actionWith(compute, report, steps),
    withStatus(migration, 'queued', now),
    ...next(compute, report, target, { kind: 'prepare-live-move', migrationId: migration.id }),
  ];
}

/** It runs on its target, whatever that has said: there is no way back. Its source is to forget it. */
function finished({ compute }: ComputeCloud, report: LiveMoveReport, failure: Failure | null): Changes {
  const { server, migration, command } = report;
  const { now } = command;
  const there: Server = { ...server, powerState: powerOf(migration), progress: 0, updatedAt: now };
  const thing: Server =
    failure === null
      ? there
      : {
          ...there,
          ...(isMoving(server) ? { vmState: 'error', taskState: null } : {}),
          fault: faultOf({ message: failure.message, details: failure.details, now }),
        };
  return [
    { kind: 'server-set', thing },
    ...next(compute, report, migration.source.host, {
      kind: 'leave-live-move',
      migrationId: migration.id,
      endsAs: failure === null ? 'completed' : 'error',
    }),
  ];
}

/** The target has nothing of it any more, and the source has it as it was before. */
function goneFromTarget(
  { compute }: ComputeCloud,
  report: LiveMoveReport,
  { endsAs }: Extract<LiveMoveWork, { readonly kind: 'revert-live-move' }>,
): Changes {
  const { migration } = report;
  const { host } = migration.source;
  // The way back is no step of its own in what clients are told.
  const untold = { ...report, order: { ...report.order, actionId: null } };
  return next(compute, untold, host, { kind: 'resume-live-move', migrationId: migration.id, endsAs });
}
