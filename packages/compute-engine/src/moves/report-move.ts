import { unreachable } from '@berth/engine/assert.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { Failure } from '../orders/outcome.ts';
import { removalOf } from '../removal-of.ts';
import { withStatus } from './migration-changes.ts';
import { type Changes, isBeingDeleted, type MoveReport, stepEnded } from './move-report.ts';
import { evacuated, notEvacuated } from './evacuation-done.ts';
import type { ColdMoveWork } from './move-work.ts';
import { next } from './next-step.ts';
import { notPrepared } from './not-prepared.ts';
import { arrived, confirmed, goneFromTarget, movedOut, takenBack } from './step-done.ts';
import { goBack, notTakenBack, stranded } from './step-failed.ts';

/** The source has begun to let the server go, or the target to make it anew. */
export function moveBegun({ work, migration, command: { now } }: MoveReport<ColdMoveWork>): Changes {
  if (work.kind === 'evacuate') return [withStatus(migration, 'pre-migrating', now)];
  return work.kind === 'move-out' ? [withStatus(migration, 'migrating', now)] : [];
}

/** What follows when a step is done: the next one, or the end. */
export function moveDone(cloud: ComputeCloud, report: MoveReport<ColdMoveWork>): Changes {
  const ended = [...stepEnded(cloud.compute, report, null), removalOf('order', report.order)];
  if (isBeingDeleted(cloud.compute, report)) return ended;
  return [...ended, ...afterStep(cloud, report)];
}

function afterStep(cloud: ComputeCloud, report: MoveReport<ColdMoveWork>): Changes {
  const { work } = report;
  switch (work.kind) {
    case 'prepare-move':
      return next(cloud.compute, report, report.migration.source.host, {
        kind: 'move-out',
        migrationId: work.migrationId,
      });
    case 'move-out':
      return movedOut(cloud.compute, report);
    case 'finish-move':
      return arrived(cloud.compute, report);
    case 'confirm-move':
      return confirmed(cloud, report, null);
    case 'revert-move':
      return goneFromTarget(cloud, report);
    case 'take-back':
      return takenBack(report);
    case 'evacuate':
      return evacuated(cloud, report);
    default:
      return unreachable(work);
  }
}

/** What follows when a step could not be done: another host, or the way back; what cannot be brought back is in error where it is. */
export function moveFailed(cloud: ComputeCloud, report: MoveReport<ColdMoveWork>, failure: Failure): Changes {
  const { compute } = cloud;
  const { order, work, server, migration } = report;
  const { message: details, details: traceback } = failure;
  if (work.kind === 'prepare-move' && !isBeingDeleted(compute, report)) {
    return [removalOf('order', order), ...notPrepared(cloud, report, failure)];
  }
  const ended = [...stepEnded(compute, report, { details, traceback }), removalOf('order', order)];
  if (isBeingDeleted(compute, report)) return ended;
  switch (work.kind) {
    case 'prepare-move':
      return ended;
    case 'move-out':
    case 'finish-move':
      return [...ended, ...goBack(compute, report, failure)];
    case 'confirm-move':
      return [...ended, ...confirmed(cloud, report, failure)];
    case 'revert-move':
      // What never ran there cannot run twice.
      if (server.place?.host === migration.source.host && migration.source.host !== migration.target?.host)
        return [...ended, ...goneFromTarget(cloud, report)];
      return [...ended, ...stranded(cloud, report, failure)];
    case 'take-back':
      return [...ended, ...notTakenBack(report, failure)];
    case 'evacuate':
      return [...ended, ...notEvacuated(cloud, report, failure)];
    default:
      return unreachable(work);
  }
}
