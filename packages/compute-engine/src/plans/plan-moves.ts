import { isUnderWay, type MigrationStatus } from '../migrations/migration.ts';
import { confirmMove } from '../moves/end-move.ts';
import { liveMoveServer } from '../moves/live-move-server.ts';
import { moveServer } from '../moves/move-server.ts';
import type { MoveProgress, PlanMover } from './plan-mover.ts';

/** Moves of plans by what is decided when a client asks to migrate a server to a host, live or not, and to confirm it. */
export const planMoves: PlanMover = {
  begin: (cloud, { serverId: id, kind, to: { host } }, asking) => {
    const { by, newIds, configured, scheduling, now } = asking;
    const common = { id, host, by, newIds, scheduling, now };
    const changes =
      kind === 'live'
        ? liveMoveServer(cloud, { kind: 'live-move-server', ...common, ...asHostsFindRight })
        : moveServer(cloud, { kind: 'move-server', ...common, flavor: null, mayStay: false, configured });
    // A client who asks in vain is told so by a migration that has failed; whoever made the plan, by the plan.
    const isInVain = changes.some((change) => change.kind === 'migration-set' && !isUnderWay(change.thing));
    return isInVain ? null : changes;
  },
  progressOf: ({ compute }, { migrationId, serverId, to }) => {
    const migration = migrationId === null ? undefined : compute.migrations.get(migrationId);
    // Only so many of a server are kept.
    if (!migration) {
      const isThere = compute.servers.get(serverId)?.place?.host === to.host;
      return isThere
        ? { kind: 'done' }
        : { kind: 'failed', message: 'What became of it is not known any more.' };
    }
    return progressIn(migration.status);
  },
  confirm: ({ compute }, { serverId: id }, { by, newIds, now }) =>
    confirmMove(compute, { kind: 'confirm-move', id, by, newOrderId: newIds.order, now }),
};

/** As a client asks who leaves it to the hosts whether disks are sent, and does not wait. */
const asHostsFindRight = {
  isForced: false,
  isAwaited: false,
  sendsDisks: null,
  mayOvercommitDisks: false,
} as const;

function progressIn(status: MigrationStatus): MoveProgress {
  if (status === 'finished') return { kind: 'to-be-confirmed' };
  if (isUnderWay({ status })) return { kind: 'under-way' };
  const isThere = status === 'confirmed' || status === 'completed' || status === 'done';
  return isThere ? { kind: 'done' } : { kind: 'failed', message: `The migration has ended as ${status}.` };
}
